import { expect, test } from 'vitest';
import type { Attempt, AttemptOutcome, Route } from './attempt.ts';
import { decide, type OpenRoute, type PartState, type TurnState } from './decide-turn.ts';

const NOW = 1_000_000;
const HOUR = 3_600_000;
const LOOKS = [1_000, 2_000, 3_000];

const open = (route: Route, circuitOpenUntilMs: number | null = null): OpenRoute => ({ route, lookAfterMs: LOOKS, circuitOpenUntilMs });
const BOTH = [open('availity'), open('pVerify')];
const attempt = (route: Route, outcome: AttemptOutcome, over: Partial<Attempt> = {}): Attempt => ({
  route,
  outcome,
  requestId: null,
  changedAtMs: NOW,
  looks: 0,
  misses: 0,
  notBeforeMs: null,
  ...over,
});
const part = (attempts: Attempt[], routes: readonly OpenRoute[] = BOTH): PartState => ({ isPlanned: true, routes, attempts });
const state = (parts: PartState[], over: Partial<TurnState> = {}): TurnState => ({
  status: 'max-retry',
  isOver: false,
  waitsUntilMs: 0,
  deadlineMs: NOW + 24 * HOUR,
  parts,
  ...over,
});
const waited = { status: 'pending', waitsUntilMs: NOW + 45_000 } as const;
/** What the next turn of one part does, and how long after now it is due. */
function next(attempts: Attempt[], routes: readonly OpenRoute[] = BOTH) {
  const { nextTurnMs } = decide(state([part(attempts, routes)]), NOW);
  if (nextTurnMs === null) return { afterMs: null };
  const [step] = decide(state([part(attempts, routes)]), Math.max(NOW, nextTurnMs)).steps;
  return { afterMs: Math.max(0, nextTurnMs - NOW), ...step };
}

test('a new question goes to the preferred route at once', () => {
  expect(next([])).toEqual({ afterMs: 0, part: 0, do: 'ask', route: 'availity', replaces: null });
});

test.each(['no-answer', 'unreachable', 'circuit-open'] as const)('the second route is asked at once where the first says %s', (outcome) => {
  expect(next([attempt('availity', outcome)])).toMatchObject({ afterMs: 0, do: 'ask', route: 'pVerify' });
});

test('a refused account is tried again later on the same route, not elsewhere', () => {
  expect(next([attempt('availity', 'unavailable')])).toMatchObject({ afterMs: 2_000, do: 'ask', route: 'availity' });
});

test.each(['sent', 'pending', 'uncertain'] as const)(
  'a question that is %s is looked after where it went, never asked again',
  (outcome) => {
    expect(next([attempt('availity', outcome)])).toMatchObject({ do: 'look', attempt: 0 });
  },
);

test('what a process that died left behind is looked after at once, the rest in the rhythm of its clearinghouse', () => {
  expect(next([attempt('availity', 'sent')]).afterMs).toBe(0);
  expect([0, 1, 2, 9].map((looks) => next([attempt('availity', 'pending', { looks })]).afterMs)).toEqual([1_000, 2_000, 3_000, 3_000]);
  expect(next([attempt('availity', 'uncertain', { looks: 1 })]).afterMs).toBe(2_000);
});

test('a question without a trace is searched for less and less often', () => {
  const afterMs = [1, 2, 3, 4].map((misses) => next([attempt('pVerify', 'uncertain', { misses, looks: 7 })]).afterMs);
  expect(afterMs).toEqual([5_000, 15_000, 40_000, 60_000]);
});

test('each further failure is followed by a longer pause', () => {
  const failed = (times: number) => Array.from({ length: times }, () => attempt('availity', 'no-answer'));
  const afterMs = [1, 2, 3, 4, 5, 9].map((times) => next(failed(times), [open('availity')]).afterMs);
  expect(afterMs).toEqual([2_000, 60_000, 120_000, 300_000, 900_000, 900_000]);
});

test('after the second route failed, too, the first is asked again after a pause', () => {
  const attempts = [attempt('availity', 'no-answer'), attempt('pVerify', 'no-answer')];
  expect(next(attempts)).toMatchObject({ afterMs: 2_000, do: 'ask', route: 'availity' });
});

test('a clearinghouse that asks to be left alone is, with a question and with a look', () => {
  const told = { notBeforeMs: NOW + HOUR };
  expect(next([attempt('availity', 'unavailable', told)]).afterMs).toBe(HOUR);
  expect(next([attempt('availity', 'pending', told)]).afterMs).toBe(HOUR);
  // The other one did not ask for that.
  expect(next([attempt('availity', 'no-answer', told)])).toMatchObject({ afterMs: 0, route: 'pVerify' });
  expect(next([attempt('availity', 'no-answer', told), attempt('pVerify', 'no-answer')])).toMatchObject({
    afterMs: HOUR,
    route: 'availity',
  });
  // Nobody waits for one that rests where another may be asked.
  const resting = [attempt('availity', 'unreachable'), attempt('pVerify', 'unavailable', told), attempt('availity', 'unreachable')];
  expect(next(resting)).toMatchObject({ afterMs: 60_000, route: 'availity' });
});

test('a route whose circuit is open is passed over, and tried again when it closes', () => {
  expect(next([], [open('availity', NOW + 1), open('pVerify')])).toMatchObject({ afterMs: 0, route: 'pVerify' });
  expect(next([], [open('availity', NOW), open('pVerify')])).toMatchObject({ afterMs: 0, route: 'availity' });
  const all = [open('availity', NOW + 90_000), open('pVerify', NOW + 60_000)];
  expect(next([], all)).toMatchObject({ afterMs: 60_000, do: 'ask', route: 'pVerify' });
  expect(next([attempt('availity', 'no-answer')], [open('availity', NOW + 90_000)])).toMatchObject({ afterMs: 90_000, route: 'availity' });
});

test('an answer that an earlier inquiry was told is withdrawn, and the question asked there once more', () => {
  const stale = [attempt('pVerify', 'stale', { requestId: 'r7' })];
  expect(next(stale)).toEqual({ afterMs: 0, part: 0, do: 'ask', route: 'pVerify', replaces: 'r7' });
  expect(next(stale, [open('availity')])).toEqual({ afterMs: 900_000 });
});

test('where nobody can be asked now it is looked at again later', () => {
  expect(next([], [])).toEqual({ afterMs: 900_000 });
  expect(next([attempt('pVerify', 'pending')], [open('availity')])).toEqual({ afterMs: 900_000 });
});

test('the end of its time is a turn, too', () => {
  const late = state([part([attempt('availity', 'pending', { notBeforeMs: NOW + 48 * HOUR })])]);
  expect(decide(late, NOW).nextTurnMs).toBe(late.deadlineMs);
});

test.each([
  ['answered', 'complete'],
  ['rejected', 'error'],
  ['refused', 'error'],
  ['lost', 'unknown'],
] as const)('an inquiry whose only part ended as %s is %s and over', (outcome, status) => {
  expect(decide(state([part([attempt('availity', outcome)])], waited), NOW)).toEqual({ status, steps: [], nextTurnMs: null });
});

test.each([
  [['answered', 'rejected'], 'complete'],
  [['answered', 'lost'], 'complete'],
  [['rejected', 'refused'], 'error'],
  [['rejected', 'lost'], 'unknown'],
] as const)('parts that ended as %j make it %s', (outcomes, status) => {
  const parts = outcomes.map((outcome) => part([attempt('availity', outcome)]));
  expect(decide(state(parts), NOW)).toEqual({ status, steps: [], nextTurnMs: null });
});

test('an inquiry that nobody could be asked for is a failure', () => {
  expect(decide(state([{ isPlanned: false, routes: [], attempts: [] }], waited), NOW).status).toBe('failure');
});

test.each([
  ['unreachable', null, 'failure'],
  ['no-answer', null, 'failure'],
  ['circuit-open', null, 'failure'],
  ['no-answer', 'r', 'unknown'],
  ['sent', null, 'unknown'],
  ['pending', 'r', 'unknown'],
  ['uncertain', null, 'unknown'],
] as const)('at the end of its time a question that is %s (request id %s) makes it %s', (outcome, requestId, status) => {
  const late = state([part([attempt('availity', outcome, { requestId })])], { deadlineMs: NOW });
  expect(decide(late, NOW)).toEqual({ status, steps: [], nextTurnMs: null });
});

test('at the end of its time what was answered stands, without what was not', () => {
  const parts = [part([attempt('availity', 'answered')]), part([attempt('availity', 'pending')])];
  expect(decide(state(parts, { deadlineMs: NOW, status: 'complete' }), NOW)).toMatchObject({ status: 'complete', nextTurnMs: null });
});

test('while the sender waits it is pending, and the end of the wait is a turn', () => {
  const pending = state([part([attempt('availity', 'pending')])], waited);
  expect(decide(pending, NOW)).toMatchObject({ status: 'pending', nextTurnMs: NOW + 1_000 });
  const soon = state([part([attempt('availity', 'sent')])], { ...waited, waitsUntilMs: NOW + 500 });
  expect(decide({ ...soon, parts: [part([attempt('availity', 'pending', { changedAtMs: NOW - 800 })])] }, NOW).nextTurnMs).toBe(NOW + 200);
  expect(decide(pending, waited.waitsUntilMs).status).toBe('max-retry');
});

test('the wait is over where nothing is due before its end', () => {
  const attempts = [attempt('availity', 'pending', { notBeforeMs: waited.waitsUntilMs + 1 })];
  expect(decide(state([part(attempts)], waited), NOW).status).toBe('max-retry');
});

test('the wait is over once every route and one retry have failed', () => {
  const failed = (times: number) => [
    part(
      Array.from({ length: times }, () => attempt('availity', 'no-answer')),
      [open('availity')],
    ),
  ];
  expect(decide(state(failed(1), waited), NOW).status).toBe('pending');
  expect(decide(state(failed(2), { ...waited, waitsUntilMs: NOW + HOUR }), NOW).status).toBe('max-retry');
  const inDoubt = [part([attempt('availity', 'no-answer'), attempt('availity', 'uncertain')], [open('availity')])];
  expect(decide(state(inDoubt, waited), NOW).status).toBe('pending');
});

test('after the wait what some parts have answered is shown, and the others are asked on', () => {
  const parts = [part([attempt('availity', 'answered')]), part([attempt('availity', 'pending')])];
  expect(decide(state(parts, waited), NOW).status).toBe('pending');
  expect(decide(state(parts), NOW)).toMatchObject({ status: 'complete', nextTurnMs: NOW + 1_000 });
});

test('parts are asked independently of one another', () => {
  const parts = [part([]), part([attempt('availity', 'pending', { changedAtMs: NOW - 5_000 })]), part([attempt('availity', 'answered')])];
  expect(decide(state(parts, waited), NOW).steps).toEqual([
    { part: 0, do: 'ask', route: 'availity', replaces: null },
    { part: 1, do: 'look', attempt: 0 },
  ]);
});

test.each(['cancel', 'complete', 'error'] as const)('an inquiry that is over as %s stays so', (status) => {
  expect(decide(state([part([])], { status, isOver: true }), NOW)).toEqual({ status, steps: [], nextTurnMs: null });
});
