import { expect, test } from 'vitest';
import { isLost, isPayerSilent, nextAsk, routesExhausted, wasAccepted, type Attempt, type AttemptOutcome, type Route } from './next-ask.ts';

const attempt = (route: Route, outcome: AttemptOutcome, over: Partial<Attempt> = {}): Attempt => ({
  route,
  outcome,
  requestId: null,
  endedAtMs: null,
  looks: 0,
  misses: 0,
  notBeforeMs: null,
  ...over,
});
const both: Route[] = ['availity', 'pVerify'];

test('a new question goes to the preferred route', () => {
  expect(nextAsk([], both)).toEqual({ do: 'ask', route: 'availity', afterMs: 0 });
});

test('without any route nothing can be done', () => {
  expect(nextAsk([], [])).toEqual({ do: 'give-up' });
});

test.each(['answered', 'rejected', 'refused'] as const)('an attempt that was %s ends the question', (outcome) => {
  expect(nextAsk([attempt('availity', outcome)], both)).toEqual({ do: 'end', as: outcome });
});

test.each(['no-answer', 'unreachable', 'circuit-open'] as const)(
  'the second route is asked at once where the first declares %s',
  (outcome) => {
    expect(nextAsk([attempt('availity', outcome)], both)).toEqual({ do: 'ask', route: 'pVerify', afterMs: 0 });
  },
);

test.each(['sent', 'uncertain'] as const)('a question that was %s is looked for where it went, never asked elsewhere', (outcome) => {
  expect(nextAsk([attempt('availity', outcome)], both)).toMatchObject({ do: 'look', attempt: 0 });
});

test('a refused account is tried again later on the same route, not elsewhere', () => {
  expect(nextAsk([attempt('availity', 'unavailable')], both)).toMatchObject({ do: 'ask', route: 'availity' });
});

test('a lost question is neither asked again nor elsewhere', () => {
  expect(nextAsk([attempt('pVerify', 'lost')], both)).toEqual({ do: 'end', as: 'lost' });
});

test('a pending question is looked after less and less often', () => {
  const pauses = [0, 1, 2, 3, 9].map((looks) => nextAsk([attempt('availity', 'pending', { requestId: 'r', looks })], both));
  const waits = pauses.map((next) => (next.do === 'look' ? next.afterMs : -1));
  expect(waits).toEqual([...waits].toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThan(0);
});

test('a question without a trace is looked for again and again, and is lost only after five such looks over two minutes', () => {
  const pauses = [1, 2, 3, 4].map((misses) => nextAsk([attempt('pVerify', 'uncertain', { misses })], both));
  expect(pauses.map((next) => next.do === 'look' && next.afterMs)).toEqual([5_000, 15_000, 40_000, 60_000]);
  expect([4, 5].map(isLost)).toEqual([false, true]);
});

test('after both routes declared no answer the first is asked again after a pause', () => {
  const next = nextAsk([attempt('availity', 'no-answer'), attempt('pVerify', 'no-answer')], both);
  expect(next).toMatchObject({ do: 'ask', route: 'availity' });
  expect(next.do === 'ask' && next.afterMs).toBeGreaterThan(0);
});

test('the wait is over once the routes and one retry are used up', () => {
  expect(routesExhausted([attempt('availity', 'no-answer')], ['availity'])).toBe(false);
  expect(routesExhausted([attempt('availity', 'no-answer'), attempt('availity', 'no-answer')], ['availity'])).toBe(true);
  expect(routesExhausted([attempt('availity', 'no-answer'), attempt('availity', 'uncertain')], ['availity'])).toBe(false);
});

test('a question counts as accepted once it may have arrived', () => {
  expect(wasAccepted([attempt('availity', 'unreachable')])).toBe(false);
  expect(wasAccepted([attempt('availity', 'no-answer', { requestId: 'r' })])).toBe(true);
  expect(wasAccepted([attempt('pVerify', 'uncertain')])).toBe(true);
});

test('only answers that all say the payer cannot respond count as silence', () => {
  expect(isPayerSilent({ payer_42: 'Unable to respond' })).toBe(true);
  expect(isPayerSilent({ payer_42: 'Unable to respond', memberId: 'Invalid' })).toBe(false);
  expect(isPayerSilent({})).toBe(false);
});
