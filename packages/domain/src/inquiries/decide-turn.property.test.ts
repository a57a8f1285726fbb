/** The laws of asking, over any order of what clearinghouses do, losses of the process and ends of the wait (product.md 4.1, 11.3, 11.4). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOf, isInDoubt, isLost, type Attempt, type AttemptOutcome, type Route } from './attempt.ts';
import { decide, type Decision, type PartState, type Step, type TurnState } from './decide-turn.ts';
import { mayFollow } from './inquiry-status.ts';

const ROUTES: Route[] = ['availity', 'pVerify'];
const TO_A_QUESTION = [
  'pending',
  'answered',
  'rejected',
  'refused',
  'no-answer',
  'unreachable',
  'unavailable',
  'uncertain',
  'stale',
] as const;
const TO_A_LOOK = ['pending', 'answered', 'rejected', 'refused', 'no-answer', 'uncertain', 'missed'] as const;
/** Ends of a part, and what allows to ask again. Nothing else may be followed by another question. */
const NOT_ASKED: readonly AttemptOutcome[] = ['no-answer', 'unreachable', 'unavailable'];

/** What a clearinghouse does with a step, and what befalls the process with it. */
const happening = fc.record({
  question: fc.constantFrom(...TO_A_QUESTION),
  look: fc.constantFrom(...TO_A_LOOK),
  /** It dies before anything is recorded. */
  isKilled: fc.boolean(),
  retryAfterMs: fc.option(fc.integer({ min: 1, max: 7_200_000 }), { nil: null }),
  tookMs: fc.integer({ min: 0, max: 25_000 }),
  /** Before the turn is taken up. */
  lateMs: fc.integer({ min: 0, max: 20_000 }),
  /** Whose circuit for the payer is open meanwhile. */
  openCircuit: fc.option(fc.constantFrom(...ROUTES), { nil: null }),
  /** Whom the payer has left, or we. */
  lostRoute: fc.option(fc.constantFrom(...ROUTES), { nil: null }),
});
const course = fc.record({
  partCount: fc.integer({ min: 1, max: 3 }),
  planned: fc.subarray(ROUTES, { minLength: 1 }),
  waitMs: fc.integer({ min: 0, max: 60_000 }),
  hours: fc.constantFrom(1, 24, 72),
  happenings: fc.array(happening, { minLength: 1, maxLength: 50 }),
});
type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;
type Happening = Course['happenings'][number];

interface Run {
  state: TurnState;
  nowMs: number;
}

function turnOf(run: Run, { openCircuit, lostRoute }: Happening, planned: readonly Route[]): TurnState {
  const routes = planned
    .filter((route) => route !== lostRoute)
    .map((route) => ({
      route,
      lookAfterMs: [1_000, 2_000, 30_000, 900_000],
      circuitOpenUntilMs: route === openCircuit ? run.nowMs + 60_000 : null,
    }));
  return { ...run.state, parts: run.state.parts.map((part) => ({ ...part, routes })) };
}

/** As the row is left by one step: by its outcome, or by a process that died over it. */
function afterStep(part: PartState, step: Step, { question, look, retryAfterMs, isKilled }: Happening, nowMs: number): PartState {
  const sent: Attempt = {
    route: 'availity',
    outcome: 'sent',
    requestId: null,
    changedAtMs: nowMs,
    looks: 0,
    misses: 0,
    notBeforeMs: null,
  };
  const before = step.do === 'ask' ? [...part.attempts, { ...sent, route: step.route }] : part.attempts;
  const last = before.at(-1) ?? sent;
  if (isKilled) return { ...part, attempts: before };
  const isMiss = step.do === 'look' && look === 'missed';
  const misses = isMiss ? last.misses + 1 : 0;
  const told: AttemptOutcome = step.do === 'ask' ? question : look === 'missed' ? (isLost(misses) ? 'lost' : 'uncertain') : look;
  const hasId = told === 'pending' || told === 'answered' || told === 'stale';
  const changed: Attempt = {
    ...last,
    outcome: told,
    requestId: hasId ? (last.requestId ?? 'r') : last.requestId,
    changedAtMs: nowMs,
    looks: last.looks + (step.do === 'look' ? 1 : 0),
    misses,
    notBeforeMs: retryAfterMs === null ? null : nowMs + retryAfterMs,
  };
  return { ...part, attempts: [...before.slice(0, -1), changed] };
}

function checkLaws(state: TurnState, decision: Decision, nowMs: number): void {
  // Every state is either over or has a next turn, at the end of its time at the latest.
  const isOpen = decision.nextTurnMs !== null;
  expect(isOpen).toBe(!state.isOver && state.deadlineMs > nowMs && state.parts.some(({ attempts }) => endOf(attempts) === null));
  if (decision.nextTurnMs !== null) expect(decision.nextTurnMs).toBeLessThanOrEqual(state.deadlineMs);
  if (decision.status === 'pending') expect(decision.nextTurnMs).toBeLessThanOrEqual(state.waitsUntilMs);
  expect(decision.status === state.status || mayFollow(state.status, decision.status)).toBe(true);
  if (!isOpen) expect(['pending', 'max-retry']).not.toContain(decision.status);
  // A paid answer is never dropped.
  const hasAnswer = state.parts.some(({ attempts }) => attempts.some(({ outcome }) => outcome === 'answered'));
  if (hasAnswer && decision.status !== 'pending') expect(decision.status).toBe('complete');
  if (decision.status === 'complete') expect(hasAnswer).toBe(true);
  for (const step of decision.steps) {
    const { attempts } = state.parts[step.part] ?? { attempts: [] };
    const last = attempts.at(-1);
    // A part that ended stays ended.
    expect(endOf(attempts)).toBeNull();
    if (step.do === 'look') {
      expect(step.attempt).toBe(attempts.length - 1);
      expect(last !== undefined && isInDoubt(last)).toBe(true);
      continue;
    }
    // Nothing is asked twice where it may have arrived; what an earlier inquiry was told is taken back where it is kept, first.
    const free = attempts.every(({ outcome }) => NOT_ASKED.includes(outcome) || outcome === 'stale');
    expect(free).toBe(true);
    expect(step.replaces).toBe(last?.outcome === 'stale' ? last.requestId : null);
    if (last?.outcome === 'stale') expect(step.route).toBe(last.route);
    if (last !== undefined && last.notBeforeMs !== null && step.route === last.route && last.outcome !== 'stale')
      expect(nowMs).toBeGreaterThanOrEqual(last.notBeforeMs);
  }
}

function start({ partCount, planned, waitMs, hours }: Course): Run {
  const parts = Array.from({ length: partCount }, () => ({ isPlanned: planned.length > 0, routes: [], attempts: [] }));
  return { nowMs: 0, state: { status: 'pending', isOver: false, waitsUntilMs: waitMs, deadlineMs: hours * 3_600_000, parts } };
}

test('whatever clearinghouses do, and whenever the process dies, the laws of asking hold', () => {
  fc.assert(
    fc.property(course, (facts) => {
      const run = start(facts);
      for (const each of facts.happenings) {
        const state = turnOf(run, each, facts.planned);
        const decision = decide(state, run.nowMs);
        checkLaws(state, decision, run.nowMs);
        const parts = [...state.parts];
        const recordedMs = run.nowMs + each.tookMs;
        for (const step of decision.steps) {
          const part = parts[step.part];
          if (part !== undefined) parts[step.part] = afterStep(part, step, each, recordedMs);
        }
        run.state = { ...state, status: decision.status, isOver: decision.nextTurnMs === null, parts };
        run.nowMs = Math.max(recordedMs, decision.nextTurnMs ?? 0) + each.lateMs;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('every inquiry is over in the end, with its answer where there was one', () => {
  fc.assert(
    fc.property(course, (facts) => {
      const run = start(facts);
      let turns = 0;
      for (; !run.state.isOver && turns < 3_000; turns += 1) {
        const each = facts.happenings[turns % facts.happenings.length];
        if (each === undefined) break;
        const state = turnOf(run, each, facts.planned);
        const decision = decide(state, run.nowMs);
        const parts = [...state.parts];
        for (const step of decision.steps) {
          const part = parts[step.part];
          if (part !== undefined) parts[step.part] = afterStep(part, step, each, run.nowMs + each.tookMs);
        }
        run.state = { ...state, status: decision.status, isOver: decision.nextTurnMs === null, parts };
        run.nowMs = Math.max(run.nowMs + each.tookMs, decision.nextTurnMs ?? 0) + 1;
      }
      expect(run.state.isOver).toBe(true);
      const answered = run.state.parts.some(({ attempts }) => endOf(attempts) === 'answered');
      expect(run.state.status === 'complete').toBe(answered);
    }),
    { numRuns: 200 },
  );
});
