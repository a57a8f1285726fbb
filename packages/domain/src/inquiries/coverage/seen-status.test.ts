import { PLAN_STATES, type PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { expect, test } from 'vitest';
import { aLine, anAnswer, aPlan } from '../../../test/answers.ts';
import { answerSentence } from './answer-sentence.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { PayerAnswer } from './payer-answer.ts';
import { planState } from './plan-state.ts';
import { readingOf, seenGroup, seenStatus } from './seen-status.ts';
import { CURRENT, statusWords } from './status-tone.ts';

const stateOf = (over: Partial<PayerAnswer>) => planState(normalizeCoverage(anAnswer(over)).plan);
const withStatus = (code: string | null, text: string | null, notes: string[] = []) => ({
  plans: [aPlan({ status: { code, text }, notes })],
});

test.each([
  ['1', 'active'],
  ['2', 'capitated'],
  ['4', 'capitated'],
  ['5', 'at-risk'],
  ['6', 'inactive'],
  ['7', 'may-change'],
  ['8', 'may-change'],
  ['0', 'unknown'],
  ['Q', 'other'],
])('a plan of status %s is %s', (code, state) => {
  expect(stateOf(withStatus(code, null))).toBe(state);
});

test('what the payer says in words counts, too', () => {
  expect(stateOf({ plans: [aPlan()] })).toBe('not-stated');
  expect(stateOf({ plans: [], lines: [] })).toBe('not-stated');
  expect(stateOf(withStatus('1', 'Active Coverage', ['HIX GRACE PERIOD MONTH 2']))).toBe('at-risk');
  expect(stateOf(withStatus('1', 'Inactive'))).toBe('contradicted');
  expect(stateOf({ ...withStatus('1', 'Active'), lines: [aLine({ kind: '6' })] })).toBe('contradicted');
});

const ZONE = 'America/New_York';
const inquiry = {
  status: 'complete' as const,
  created_at: '2026-03-21T18:00:00Z',
  as_of_date: null,
  plan_state: 'active' as PlanState | null,
  plan_status: 'Active Coverage' as string | null,
  may_be_somebody_else: false,
};
const expired = { ...inquiry, status: 'expired' as const };

test.each([
  ['active', { tone: 'success', label: 'Active' }, 'Was active on 03/21/2026'],
  ['capitated', { tone: 'success', label: 'Active, capitated' }, 'Was active, capitated on 03/21/2026'],
  ['at-risk', { tone: 'success', label: 'Active, at risk' }, 'Was active, at risk on 03/21/2026'],
  ['inactive', { tone: 'danger', label: 'Inactive' }, 'Was inactive on 03/21/2026'],
  ['may-change', { tone: 'danger', label: 'Inactive, may change' }, 'Was inactive, may change on 03/21/2026'],
  ['unknown', { tone: 'danger', label: 'Unknown' }, 'Was unknown on 03/21/2026'],
  ['contradicted', { tone: 'warning', label: 'Called active and inactive' }, 'Was called active and inactive on 03/21/2026'],
] as const)('a plan that is %s is seen in its words, and once out of date as past and neutral', (plan_state, now, past) => {
  expect(seenStatus({ ...inquiry, plan_state }, ZONE)).toEqual(now);
  expect(seenStatus({ ...expired, plan_state }, ZONE)).toEqual({ tone: 'neutral', label: past });
});

test('a status that nobody defined, and none at all, are past as well', () => {
  const other = { plan_state: 'other' as const, plan_status: 'Suspended' };
  expect(seenStatus({ ...inquiry, ...other }, ZONE)).toEqual({ tone: 'info', label: 'Suspended' });
  expect(seenStatus({ ...expired, ...other }, ZONE)).toEqual({ tone: 'neutral', label: 'Was "Suspended" on 03/21/2026' });
  const none = { plan_state: 'not-stated' as const, plan_status: null };
  expect(seenStatus({ ...inquiry, ...none }, ZONE)).toEqual({ tone: 'info', label: 'No status returned' });
  expect(seenStatus({ ...expired, ...none }, ZONE)).toEqual({ tone: 'neutral', label: 'No status was returned on 03/21/2026' });
});

test('an answer from before states were kept is seen in the words that were', () => {
  expect(seenStatus({ ...inquiry, plan_state: null }, ZONE)).toEqual({ tone: 'info', label: 'Active Coverage' });
  expect(seenStatus({ ...expired, plan_state: null }, ZONE)).toEqual({ tone: 'neutral', label: 'Was "Active Coverage" on 03/21/2026' });
  expect(seenStatus({ ...inquiry, plan_state: null, plan_status: null }, ZONE)).toBeNull();
});

test('where the answer may be about somebody else its status is not said at all', () => {
  const seen = { tone: 'neutral', label: 'May be about somebody else' };
  expect(seenStatus({ ...inquiry, may_be_somebody_else: true }, ZONE)).toEqual(seen);
  expect(seenStatus({ ...expired, may_be_somebody_else: true }, ZONE)).toEqual(seen);
});

test.each(['draft', 'pending', 'max-retry', 'error', 'failure', 'cancel', 'unknown'] as const)(
  'an inquiry that is %s has no status of a plan',
  (status) => {
    expect(seenStatus({ ...inquiry, status }, ZONE)).toBeNull();
  },
);

test('the day told of is the day asked for, but none after it was asked', () => {
  expect(readingOf({ ...expired, as_of_date: '2026-02-01' }, ZONE).wasOn).toBe('02/01/2026');
  expect(readingOf({ ...expired, as_of_date: '2026-05-01' }, ZONE).wasOn).toBe('03/21/2026');
  expect(readingOf({ ...expired, created_at: '2026-03-22T02:00:00Z' }, ZONE).wasOn).toBe('03/21/2026');
  expect(readingOf(inquiry, ZONE).wasOn).toBeNull();
});

test('a badge of a service is past and neutral like that of the plan', () => {
  const past = { wasOn: '03/21/2026', isSomebodyElse: false };
  expect(statusWords('Active Coverage', '1', past)).toEqual({
    tone: 'neutral',
    label: 'Was active on 03/21/2026',
    payerWords: null,
    help: null,
  });
  expect(statusWords('Active Coverage', '1', { wasOn: null, isSomebodyElse: true })).toMatchObject({ tone: 'neutral', label: 'Active' });
  expect(statusWords('Inactive', '1', CURRENT)).toMatchObject({ tone: 'warning', label: 'Active by its code, "Inactive" in words' });
});

const gold = (code: string | null, text: string | null) =>
  normalizeCoverage(anAnswer({ plans: [aPlan({ name: 'Gold', status: code === null && text === null ? null : { code, text } })] }));

test.each([
  ['1', null, 'Was active on 03/21/2026: Fern Valley Health Gold.'],
  ['3', null, 'Was active, capitated, on 03/21/2026: Fern Valley Health Gold.'],
  ['5', null, 'Was active on 03/21/2026, but still being investigated by the payer: Fern Valley Health Gold.'],
  ['6', null, 'Was not active on 03/21/2026: Fern Valley Health Gold.'],
  ['Q', 'Suspended', 'On 03/21/2026 the payer said "Suspended": Fern Valley Health Gold.'],
  [null, null, 'On 03/21/2026 the payer did not say whether the plan was active: Fern Valley Health Gold.'],
  ['1', 'Inactive', 'On 03/21/2026 the payer said both that the plan was active and that it was not: Fern Valley Health Gold.'],
])('a sentence out of date about status %s %s is past', (code, text, words) => {
  expect(answerSentence(gold(code, text), '2026-03-21', { wasOn: '03/21/2026', isSomebodyElse: false })).toBe(words);
});

test('a sentence that may be about somebody else says so first', () => {
  expect(answerSentence(gold('1', null), '2026-03-21', { wasOn: null, isSomebodyElse: true })).toBe(
    'This answer may be about somebody else. It says: Active: Fern Valley Health Gold.',
  );
});

test('a sentence about a plan called both says so', () => {
  expect(answerSentence(gold('1', 'Inactive'), '2026-03-21', CURRENT)).toBe(
    'The payer says both that the plan is active and that it is not: Fern Valley Health Gold.',
  );
});

test('every answer is in one group of lists, which follows how it is seen', () => {
  const groups = Object.fromEntries(PLAN_STATES.map((plan_state) => [plan_state, seenGroup({ ...inquiry, plan_state })]));
  expect(groups).toEqual({
    active: 'active',
    capitated: 'active',
    'at-risk': 'at-risk',
    inactive: 'inactive',
    'may-change': 'inactive',
    unknown: 'no-status',
    contradicted: 'no-status',
    other: 'no-status',
    'not-stated': 'no-status',
  });
  expect(seenGroup({ ...inquiry, plan_state: null })).toBe('no-status');
  expect(seenGroup({ ...inquiry, may_be_somebody_else: true })).toBe('different-person');
  expect(seenGroup(expired)).toBe('out-of-date');
  expect(seenGroup({ ...expired, may_be_somebody_else: true })).toBe('different-person');
  expect(seenGroup({ ...inquiry, status: 'pending' })).toBeNull();
});
