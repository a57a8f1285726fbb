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
/** Only these may be followed by another question. */
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

const LEASE_MS = 15_000;

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
  // A question is asked afresh once: what comes then is its answer.
  const isRenewed = part.attempts.some(({ outcome }) => outcome === 'stale');
  const asked = question === 'stale' && isRenewed ? 'answered' : question;
  const told: AttemptOutcome = step.do === 'ask' ? asked : look === 'missed' ? (isLost(misses) ? 'lost' : 'uncertain') : look;
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

/** Names of the laws that a decision breaks. */
function brokenLaws(state: TurnState, decision: Decision, nowMs: number): string[] {
  const isOpen = decision.nextTurnMs !== null;
  const mayBeOpen = !state.isOver && state.deadlineMs > nowMs && state.parts.some(({ attempts }) => endOf(attempts) === null);
  const hasAnswer = state.parts.some(({ attempts }) => attempts.some(({ outcome }) => outcome === 'answered'));
  const isUnanswered = decision.status === 'pending' || decision.status === 'max-retry';
  const laws: Record<string, boolean> = {
    'every state is either over or has a next turn': isOpen === mayBeOpen && (isOpen || !isUnanswered),
    'the end of its time is a turn': (decision.nextTurnMs ?? 0) <= state.deadlineMs,
    'the end of the wait is a turn': decision.status !== 'pending' || (decision.nextTurnMs ?? 0) <= state.waitsUntilMs,
    'a status is followed by what may follow it': decision.status === state.status || mayFollow(state.status, decision.status),
    'a paid answer is never dropped': hasAnswer ? ['complete', 'pending'].includes(decision.status) : decision.status !== 'complete',
    'each part has one step at most': new Set(decision.steps.map(({ part }) => part)).size === decision.steps.length,
  };
  return [
    ...Object.keys(laws).filter((law) => !laws[law]),
    ...decision.steps.flatMap((step) => brokenLawsOfStep(step, state.parts[step.part]?.attempts ?? [], nowMs)),
  ];
}

function brokenLawsOfStep(step: Step, attempts: readonly Attempt[], nowMs: number): string[] {
  const last = attempts.at(-1);
  const isStale = last?.outcome === 'stale';
  const isAsked = step.do === 'ask';
  const before = isAsked ? attempts.findLast(({ route }) => route === step.route) : undefined;
  const laws: Record<string, boolean> = {
    'a part that ended stays ended': endOf(attempts) === null,
    'what is looked after is what may have arrived':
      isAsked || (step.attempt === attempts.length - 1 && last !== undefined && isInDoubt(last)),
    'nothing is asked twice where it may have arrived':
      !isAsked || attempts.every(({ outcome }) => NOT_ASKED.includes(outcome) || outcome === 'stale'),
    'what an earlier inquiry was told is taken back where it is kept':
      !isAsked || (isStale ? step.replaces === last.requestId && step.route === last.route : step.replaces === null),
    'who asks to be left alone is': isStale || nowMs >= (before?.notBeforeMs ?? 0),
  };
  return Object.keys(laws).filter((law) => !laws[law]);
}

function start({ partCount, planned, waitMs, hours }: Course): Run {
  const parts = Array.from({ length: partCount }, () => ({ isPlanned: planned.length > 0, routes: [], attempts: [] }));
  return { nowMs: 0, state: { status: 'pending', isOver: false, waitsUntilMs: waitMs, deadlineMs: hours * 3_600_000, parts } };
}

/** One turn: what was decided, and the row as it is left. */
function runTurn(run: Run, each: Happening, planned: readonly Route[]): { state: TurnState; decision: Decision; nowMs: number } {
  const { nowMs } = run;
  const state = turnOf(run, each, planned);
  const decision = decide(state, nowMs);
  const parts = state.parts.map((part, at) => {
    const step = decision.steps.find((candidate) => candidate.part === at);
    return step === undefined ? part : afterStep(part, step, each, nowMs + each.tookMs);
  });
  run.state = { ...state, status: decision.status, isOver: decision.nextTurnMs === null, parts };
  // What a dead process held is taken up when its lease has run out.
  run.nowMs = Math.max(nowMs + each.tookMs, decision.nextTurnMs ?? 0) + each.lateMs + (each.isKilled ? LEASE_MS : 0);
  return { state, decision, nowMs };
}

test('whatever clearinghouses do, and whenever the process dies, the laws of asking hold', () => {
  fc.assert(
    fc.property(course, (facts) => {
      const run = start(facts);
      const broken = facts.happenings.flatMap((each) => {
        const { state, decision, nowMs } = runTurn(run, each, facts.planned);
        return brokenLaws(state, decision, nowMs);
      });
      expect(broken).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('every inquiry is over in the end, as complete exactly where something was answered', () => {
  fc.assert(
    fc.property(course, (facts) => {
      const run = start(facts);
      for (let turn = 0; !run.state.isOver && turn < 20_000; turn += 1) {
        const each = facts.happenings[turn % facts.happenings.length];
        if (each !== undefined) runTurn(run, each, facts.planned);
      }
      const isAnswered = run.state.parts.some(({ attempts }) => endOf(attempts) === 'answered');
      expect([run.state.isOver, run.state.status === 'complete']).toEqual([true, isAnswered]);
    }),
    { numRuns: 300 },
  );
});
