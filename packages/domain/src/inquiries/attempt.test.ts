import { expect, test } from 'vitest';
import { endOf, isLost, isPayerSilent, wasAccepted, type Attempt, type AttemptOutcome } from './attempt.ts';

const attempt = (outcome: AttemptOutcome, requestId: string | null = null): Attempt => ({
  route: 'availity',
  outcome,
  requestId,
  changedAtMs: 0,
  looks: 0,
  misses: 0,
  notBeforeMs: null,
});

test.each([
  ['answered', 'answered'],
  ['rejected', 'rejected'],
  ['refused', 'refused'],
  ['lost', 'lost'],
  ['withdrawn', 'lost'],
  ['sent', null],
  ['pending', null],
  ['uncertain', null],
  ['stale', null],
  ['no-answer', null],
  ['unreachable', null],
  ['unavailable', null],
  ['circuit-open', null],
] as const)('a part whose last attempt is %s ends as %s', (outcome, end) => {
  expect(endOf([attempt('no-answer'), attempt(outcome)])).toBe(end);
});

test('a part that was never asked has not ended', () => {
  expect(endOf([])).toBeNull();
});

test.each([
  ['sent', true],
  ['pending', true],
  ['uncertain', true],
  ['lost', true],
  ['no-answer', false],
  ['unreachable', false],
  ['unavailable', false],
  ['circuit-open', false],
] as const)('after an attempt that is %s the question counts as accepted: %s', (outcome, accepted) => {
  expect(wasAccepted([attempt(outcome)])).toBe(accepted);
  expect(wasAccepted([attempt(outcome), attempt('unreachable')])).toBe(accepted);
});

test('a question with a request id was accepted, whatever became of it', () => {
  expect(wasAccepted([attempt('no-answer', 'r')])).toBe(true);
  expect(wasAccepted([])).toBe(false);
});

test('a question is lost only after five looks without a trace', () => {
  expect([0, 4, 5].map(isLost)).toEqual([false, false, true]);
});

test.each([
  [{ payer_42: 'Unable to respond' }, true],
  [{ payer_80: 'No response' }, true],
  [{ payer_42: 'Unable to respond', subscriber_80: 'No response' }, true],
  [{ payer_42: 'Unable to respond', memberId: 'Invalid' }, false],
  [{ payer_142: 'Something else' }, false],
  [{}, false],
])('%j is the payer’s silence: %s', (errors, isSilent) => {
  expect(isPayerSilent(errors)).toBe(isSilent);
});
