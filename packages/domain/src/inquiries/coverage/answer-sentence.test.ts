import { expect, test } from 'vitest';
import { aDate, aLine, anAnswer, aPlan } from '../../../test/answers.ts';
import { answerSentence } from './answer-sentence.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { PayerAnswer } from './payer-answer.ts';
import { CURRENT } from './status-tone.ts';

const sentence = (over: Partial<PayerAnswer>) => answerSentence(normalizeCoverage(anAnswer(over)), '2026-03-21', CURRENT);
const active = { code: '1', text: 'Active Coverage' };

test('an active plan with its start reads as one sentence', () => {
  const dates = [aDate({ qualifier: '346', label: 'Plan begin', from: '2026-01-01' })];
  expect(sentence({ plans: [aPlan({ name: 'Choice POS II', status: active, dates })] })).toBe(
    'Active: Fern Valley Health Choice POS II, plan year from 01/01/2026.',
  );
});

test('the payer is not named twice', () => {
  expect(sentence({ plans: [aPlan({ name: 'Fern Valley Health Gold', status: active })] })).toBe('Active: Fern Valley Health Gold.');
});

test.each([
  ['a plan that began years ago is in force', active, '2015-01-01', 'Active: Fern Valley Health Gold, in force from 01/01/2015.'],
  [
    'a plan that is not active covers nothing',
    { code: '6', text: 'Inactive' },
    '2026-01-01',
    'Not active: Fern Valley Health Gold, dates from 01/01/2026.',
  ],
])('%s', (_what, status, from, words) => {
  const dates = [aDate({ qualifier: '346', label: 'Plan begin', from })];
  expect(sentence({ plans: [aPlan({ name: 'Gold', status, dates })] })).toBe(words);
});

test('a plan whose name holds all words of the payer is not named twice', () => {
  const payer = { name: 'Fern Valley Part A and B', id: null };
  expect(sentence({ payer, plans: [aPlan({ name: 'Fern Valley Part A,Fern Valley Part B', status: active })] })).toBe(
    'Active: Fern Valley Part A,Fern Valley Part B.',
  );
});

test('of several ends the earliest is said', () => {
  const dates = [
    aDate({ qualifier: '307', label: 'Eligibility', from: '2026-01-01', to: '2026-12-31' }),
    aDate({ qualifier: '347', label: 'Plan end', to: '2026-06-30' }),
  ];
  expect(sentence({ plans: [aPlan({ name: 'Gold', status: active, dates })] })).toBe(
    'Active: Fern Valley Health Gold, covered from 01/01/2026 to 06/30/2026.',
  );
});

test('no status is said as such, never as inactive', () => {
  expect(sentence({ lines: [] })).toBe('The payer did not say whether the plan is active: Fern Valley Health.');
});

test('a status that nobody defined is quoted', () => {
  expect(sentence({ plans: [aPlan({ status: { code: 'Q', text: 'Suspended' } })] })).toBe(
    'The payer says "Suspended": Fern Valley Health.',
  );
});

test.each([
  ['in words', { code: 'Q', text: 'Suspended' }, 'Suspended'],
  ['by its code alone', { code: 'Q', text: null }, 'Q'],
])('a status that nobody defined, told %s, is quoted as it was of an answer out of date', (_what, status, quoted) => {
  const coverage = normalizeCoverage(anAnswer({ plans: [aPlan({ status })] }));
  const past = answerSentence(coverage, '2026-03-21', { ...CURRENT, wasOn: '01/02/2026' });
  expect(past).toContain(`On 01/02/2026 the payer said "${quoted}"`);
  expect(answerSentence(coverage, '2026-03-21', CURRENT)).toContain(`The payer says "${quoted}"`);
});

test('several plans are announced', () => {
  expect(sentence({ plans: [aPlan({ name: 'A', status: active }), aPlan({ name: 'B', status: active })] })).toContain(
    '(one of 2 plans, 2 of them active)',
  );
});

test('an answer without plan or coverage has its sentence too', () => {
  expect(answerSentence(null, '2026-03-21', CURRENT)).toBe('The payer sent no coverage.');
  expect(sentence({ plans: [], lines: [] })).toBe('The payer answered without naming any plan.');
});

test('active pending investigation is not called simply active', () => {
  expect(sentence({ lines: [aLine({ kind: '5' })] })).toMatch(/^Active, but still being investigated/);
});
