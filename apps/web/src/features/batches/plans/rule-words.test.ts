import { expect, test } from 'vitest';
import { budgetWords, whenWords, whoWords } from './rule-words.ts';

const EVERYBODY = { payers: [], insurance_types: [], tags: [], with_appointment: false, active_within_days: null };

test('each kind of a rule is told in words', () => {
  expect(
    [
      { kind: 'monthly', day: 5 } as const,
      { kind: 'before_appointment', days: 1 } as const,
      { kind: 'plan_year' } as const,
      { kind: 'watch' } as const,
    ].map(whenWords),
  ).toEqual(['Every month, on day 5', '1 day before an appointment', 'At the start of the plan year', 'Watches for what may end']);
});

test('who is meant is told by what narrows it', () => {
  expect(whoWords(EVERYBODY)).toBe('Everybody who has an answer');
  expect(whoWords({ ...EVERYBODY, tags: ['IOP', 'PHP'], with_appointment: true, active_within_days: 90 })).toBe(
    'Patients tagged IOP or PHP, with an appointment to come, checked or seen in the last 90 days',
  );
});

test('a budget tells what it held back', () => {
  expect(budgetWords({ used: 12, held_back: 0, monthly_budget: 1200 })).toBe('12 of 1,200 this month');
  expect(budgetWords({ used: 5, held_back: 3, monthly_budget: 5 })).toBe('5 of 5 this month, 3 held back');
});
