/**
 * What an inquiry's next turn does, and what has become of it, from what is stored about it alone. The same decision serves the waiting
 * caller, the background and the time after a crash (product.md 4.1, 11.3, 11.4).
 */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { endOf, isInDoubt, SEARCH_AFTER_MS, wasAccepted, type Attempt, type AttemptOutcome, type PartEnd, type Route } from './attempt.ts';

/** A clearinghouse that can be asked for a part. */
export interface OpenRoute {
  route: Route;
  /** Pauses between looks after a question there; the last repeats. */
  lookAfterMs: readonly number[];
  /** Until then its circuit for this payer is open; null where it is closed. */
  circuitOpenUntilMs: number | null;
}

/** One question of an inquiry; most inquiries have one. */
export interface PartState {
  /** False where nobody could be asked from the start. */
  isPlanned: boolean;
  /** In order of preference. */
  routes: readonly OpenRoute[];
  /** In the order they were made. */
  attempts: readonly Attempt[];
}

export interface TurnState {
  status: StoredInquiryStatus;
  /** Nothing is asked for it any more. */
  isOver: boolean;
  /** Until then the sender waits for an answer. */
  waitsUntilMs: number;
  /** Then asking ends. */
  deadlineMs: number;
  parts: readonly PartState[];
}

/** One exchange with a clearinghouse. `replaces`: what it keeps of an earlier inquiry, to be withdrawn first. */
export type Step = { part: number } & ({ do: 'ask'; route: Route; replaces: string | null } | { do: 'look'; attempt: number });

export interface Decision {
  status: StoredInquiryStatus;
  /** What is due now; independent of one another. */
  steps: readonly Step[];
  /** When the next turn is due; null where the inquiry is over. */
  nextTurnMs: number | null;
}

/** Where the first route says so, the next is asked at once. */
const FAILS_OVER: ReadonlySet<AttemptOutcome> = new Set(['no-answer', 'unreachable', 'circuit-open']);
/** Pause before asking again, by how many attempts on that route have failed. */
const BACKOFF_MS = [2_000, 60_000, 120_000, 300_000, 900_000] as const;
/** Where nobody can be asked now: the payer may get its code back, or we our account. */
const IDLE_MS = 900_000;

/** Of one part. `step` null: nobody can be asked now. */
interface Plan {
  step: Step | null;
  dueMs: number;
  /** Every route and one retry have failed: waiting on is no use to the sender. */
  isExhausted: boolean;
}

export function decide(state: TurnState, nowMs: number): Decision {
  if (state.isOver) return { status: state.status, steps: [], nextTurnMs: null };
  const ends = state.parts.map(({ isPlanned, attempts }) => (isPlanned ? endOf(attempts) : 'lost'));
  const plans = state.parts.flatMap((part, at) => (ends[at] === null ? [planOf(part, at, nowMs)] : []));
  if (plans.length === 0 || state.deadlineMs <= nowMs) return { status: endStatus(state.parts, ends), steps: [], nextTurnMs: null };
  const isWaitedFor =
    state.status === 'pending' &&
    nowMs < state.waitsUntilMs &&
    plans.some(({ dueMs, isExhausted }) => dueMs <= state.waitsUntilMs && !isExhausted);
  const dueMs = Math.min(state.deadlineMs, ...(isWaitedFor ? [state.waitsUntilMs] : []), ...plans.map((plan) => plan.dueMs));
  return {
    status: isWaitedFor ? 'pending' : ends.includes('answered') ? 'complete' : 'max-retry',
    steps: plans.flatMap((plan) => (plan.step !== null && plan.dueMs <= nowMs ? [plan.step] : [])),
    nextTurnMs: dueMs,
  };
}

/** Of an inquiry that is over; an answer to any part makes it complete. */
function endStatus(parts: readonly PartState[], ends: readonly (PartEnd | null)[]): StoredInquiryStatus {
  if (ends.includes('answered')) return 'complete';
  if (parts.every((part) => !part.isPlanned)) return 'failure';
  if (ends.every((end) => end === 'rejected' || end === 'refused')) return 'error';
  return parts.some((part) => wasAccepted(part.attempts)) ? 'unknown' : 'failure';
}

function planOf(part: PartState, at: number, nowMs: number): Plan {
  const last = part.attempts.at(-1);
  const plan = (step: Step | null, dueMs: number): Plan => ({ step, dueMs, isExhausted: isExhausted(part) });
  const idle = plan(null, nowMs + IDLE_MS);
  if (last !== undefined && isInDoubt(last)) {
    const route = part.routes.find((each) => each.route === last.route);
    if (route === undefined) return idle;
    const dueMs = Math.max(last.changedAtMs + pauseBeforeLook(last, route), last.notBeforeMs ?? 0);
    return plan({ part: at, do: 'look', attempt: part.attempts.length - 1 }, dueMs);
  }
  const choice = chooseRoute(part, last, nowMs);
  if (choice === null) return idle;
  const replaces = last?.outcome === 'stale' ? last.requestId : null;
  return plan({ part: at, do: 'ask', route: choice.route.route, replaces }, choice.dueMs);
}

const pauseAt = (pauses: readonly number[], n: number): number => pauses[Math.min(n, pauses.length - 1)] ?? 0;

function pauseBeforeLook({ outcome, looks, misses }: Attempt, { lookAfterMs }: OpenRoute): number {
  // Left behind by a process that died.
  if (outcome === 'sent') return 0;
  return misses > 0 ? pauseAt(SEARCH_AFTER_MS, misses - 1) : pauseAt(lookAfterMs, looks);
}

/** Whom to ask, and when; routes whose circuit is open are passed over. Null where there is none. */
function chooseRoute(
  { routes, attempts }: PartState,
  last: Attempt | undefined,
  nowMs: number,
): { route: OpenRoute; dueMs: number } | null {
  const isClosed = ({ circuitOpenUntilMs: until }: OpenRoute) => until === null || until <= nowMs;
  // Where every circuit is open, the one that closes first.
  const first = routes.find(isClosed) ?? routes.toSorted((a, b) => (a.circuitOpenUntilMs ?? 0) - (b.circuitOpenUntilMs ?? 0))[0];
  if (first === undefined) return null;
  const opensMs = isClosed(first) ? 0 : (first.circuitOpenUntilMs ?? 0);
  if (last === undefined) return { route: first, dueMs: opensMs };
  const tried = routes.findIndex((each) => each.route === last.route);
  const same = routes[tried];
  if (last.outcome === 'stale') return same === undefined ? null : { route: same, dueMs: last.changedAtMs };
  const restOf = ({ route }: OpenRoute) => attempts.findLast((attempt) => attempt.route === route)?.notBeforeMs ?? 0;
  const mayBeAsked = (each: OpenRoute) => isClosed(each) && restOf(each) <= nowMs;
  const next = FAILS_OVER.has(last.outcome) ? routes.find((each, at) => at > tried && mayBeAsked(each)) : undefined;
  if (next !== undefined) return { route: next, dueMs: last.changedAtMs };
  const failures = attempts.filter((attempt) => attempt.route === last.route).length;
  const backoffMs = last.changedAtMs + pauseAt(BACKOFF_MS, failures - 1);
  return { route: first, dueMs: Math.max(opensMs, backoffMs, restOf(first)) };
}

const isExhausted = ({ routes, attempts }: PartState): boolean =>
  routes.length > 0 && attempts.length > routes.length && !attempts.some(isInDoubt);
