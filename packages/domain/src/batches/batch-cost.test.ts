import { expect, test } from 'vitest';
import { batchCost, costOfChecks } from './batch-cost.ts';

test('one sentence says what is asked and what it costs beyond the plan', () => {
  const cost = batchCost({
    ready: 371,
    reused: 29,
    needsYou: 12,
    duplicates: 0,
    leftOut: 0,
    ceilingLeft: null,
    plan: { included: 600, used: 360, unitPrice: '0.50' },
  });

  expect(cost.words).toBe(
    '412 rows: 371 will be asked, 29 reuse an answer, 12 need you. Your plan has 240 left this month; 131 extra at $0.50 = $65.50.',
  );
  expect(cost).toMatchObject({ asked: 371, included_left: 240, extra: 131, extra_cost: '65.50' });
});

test('a bound says how many are beyond it; without a plan nothing is said of money', () => {
  const cost = batchCost({ ready: 10, reused: 0, needsYou: 0, duplicates: 0, leftOut: 0, ceilingLeft: 4, plan: null });

  expect(cost.words).toBe('10 rows: 4 will be asked, 6 are beyond your bound.');
  expect(cost).toMatchObject({ asked: 4, extra: null, extra_cost: null });
});

test('the sentence counts every row of the list', () => {
  const { words } = batchCost({ ready: 5, reused: 0, needsYou: 4, duplicates: 1, leftOut: 2, ceilingLeft: null, plan: null });

  expect(words).toBe('12 rows: 5 will be asked, 4 need you, 1 is a duplicate, 2 are left out.');
});

test('checks that are no rows of a list are told without rows', () => {
  const { words, extra } = costOfChecks(1200, { included: 600, used: 0, unitPrice: '0.50' });

  expect(words).toBe('1,200 will be asked. Your plan has 600 left this month; 600 extra at $0.50 = $300.00.');
  expect(extra).toBe(600);
});
