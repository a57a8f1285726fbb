/**
 * What to do next about one question to a payer, from the attempts made so far. Knows no vendor, clock or storage: the
 * same table decides while the caller waits, in the background, and after a crash (product.md 11.3, 11.4).
 */

/** A clearinghouse's id, such as 'availity'. */
export type Route = string;

/**
 * 'sent': written before the question leaves, and still so after a crash. 'lost': it may have arrived, and nothing can
 * be found out about it any more.
 */
export type AttemptOutcome =
  | 'sent'
  | 'pending'
  | 'answered'
  | 'rejected'
  | 'refused'
  | 'no-answer'
  | 'unreachable'
  | 'unavailable'
  | 'uncertain'
  | 'lost'
  | 'circuit-open'
  | 'withdrawn';

/** One question sent to one clearinghouse; later looks after it change its outcome. */
export interface Attempt {
  route: Route;
  outcome: AttemptOutcome;
  /** The clearinghouse's id of the question: it was accepted. */
  requestId: string | null;
  endedAtMs: number | null;
  /** How often it was looked after since it was accepted. */
  looks: number;
  /** How often in a row the clearinghouse knew nothing of it. */
  misses: number;
  /** Until then the clearinghouse asks to be left alone; null where it does not. */
  notBeforeMs: number | null;
}

export type NextAsk =
  | { do: 'ask'; route: Route; afterMs: number }
  /** After a question that was or may have been accepted. */
  | { do: 'look'; attempt: number; afterMs: number }
  /** Nobody can be asked now; the deadline decides. */
  | { do: 'give-up' }
  | { do: 'end'; as: 'answered' | 'rejected' | 'refused' | 'lost' };

/** Routes are free to be tried again after these; what may have been asked is never asked elsewhere. */
const NOT_ASKED: ReadonlySet<AttemptOutcome> = new Set(['no-answer', 'unreachable', 'unavailable', 'circuit-open']);
/** Where the first route says so, the second is asked at once. */
const FALLS_OVER: ReadonlySet<AttemptOutcome> = new Set(['no-answer', 'unreachable', 'circuit-open']);

/** Pause before asking again, by how many rounds have failed. */
const RETRY_AFTER_MS = [2_000, 60_000, 120_000, 300_000, 900_000] as const;
/** Pause between looks after the foreground's own rhythm. */
const LOOK_AFTER_MS = [3_000, 5_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 900_000] as const;

/** Pause after a look that found no trace; so many of them are the proof that nothing can be found out any more. */
const SEARCH_AFTER_MS = [5_000, 15_000, 40_000, 60_000] as const;
export const isLost = (misses: number): boolean => misses > SEARCH_AFTER_MS.length;

const step = (pauses: readonly number[], n: number): number => pauses[Math.min(n, pauses.length - 1)] ?? 0;

/** `routes` in order of preference; empty means that nobody can be asked, which the caller ends as a failure before asking. */
export function nextAsk(attempts: readonly Attempt[], routes: readonly Route[]): NextAsk {
  const last = attempts.at(-1);
  const at = attempts.length - 1;
  const first = routes[0];
  if (last === undefined) return first === undefined ? { do: 'give-up' } : { do: 'ask', route: first, afterMs: 0 };
  switch (last.outcome) {
    case 'answered':
    case 'rejected':
    case 'refused':
    case 'lost':
      return { do: 'end', as: last.outcome };
    case 'sent':
    case 'pending':
    case 'uncertain':
      return {
        do: 'look',
        attempt: at,
        afterMs: last.misses > 0 ? step(SEARCH_AFTER_MS, last.misses - 1) : step(LOOK_AFTER_MS, last.looks),
      };
    case 'withdrawn':
      return { do: 'give-up' };
    case 'no-answer':
    case 'unreachable':
    case 'unavailable':
    case 'circuit-open':
      return again(attempts, routes);
  }
}

function again(attempts: readonly Attempt[], routes: readonly Route[]): NextAsk {
  const first = routes[0];
  const last = attempts.at(-1);
  if (first === undefined || last === undefined) return { do: 'give-up' };
  const following = routes[routes.indexOf(last.route) + 1];
  if (following !== undefined && FALLS_OVER.has(last.outcome)) return { do: 'ask', route: following, afterMs: 0 };
  const rounds = attempts.filter((attempt) => attempt.route === last.route && NOT_ASKED.has(attempt.outcome)).length;
  return { do: 'ask', route: first, afterMs: step(RETRY_AFTER_MS, rounds - 1) };
}

/** True once every route and one retry declared that they got no answer: waiting longer while the caller is held is no use. */
export function routesExhausted(attempts: readonly Attempt[], routes: readonly Route[]): boolean {
  const failed = attempts.filter((attempt) => NOT_ASKED.has(attempt.outcome)).length;
  return routes.length > 0 && failed === attempts.length && failed > routes.length;
}

/** True where a clearinghouse accepted the question, or may have. */
export const wasAccepted = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => attempt.requestId !== null || ['sent', 'pending', 'uncertain', 'lost'].includes(attempt.outcome));

/** AAA 42 and 80 say that the payer does not answer now: nobody's data is wrong, and asking again or elsewhere helps (product.md 10.8). */
export function isPayerSilent(errors: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(errors);
  return keys.length > 0 && keys.every((key) => /_(42|80)$/.test(key));
}
