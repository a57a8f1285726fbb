/** One question put to one clearinghouse for one part of an inquiry, and what came of it. Knows no vendor, clock or storage. */
import { saysNoAnswer } from './reject-reasons.ts';

/** A clearinghouse's id, such as 'availity'. */
export type Route = string;

/**
 * 'sent': written before the question leaves, and still so after a crash. 'stale': answered with what an earlier inquiry was told, so it is
 * asked afresh. 'lost': it may have arrived, and nothing can be found out about it any more.
 */
export const ATTEMPT_OUTCOMES = [
  'sent',
  'pending',
  'answered',
  'rejected',
  'refused',
  'no-answer',
  'unreachable',
  'unavailable',
  'uncertain',
  'stale',
  'lost',
  'circuit-open',
  'withdrawn',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Later looks after it change its outcome. */
export interface Attempt {
  route: Route;
  outcome: AttemptOutcome;
  /** The clearinghouse's id of the question: it was accepted. */
  requestId: string | null;
  /** When it was sent, or last looked after. */
  changedAtMs: number;
  /** How often it was looked after. */
  looks: number;
  /** How often in a row the clearinghouse knew nothing of it. */
  misses: number;
  /** Until then the clearinghouse asks to be left alone; null where it does not. */
  notBeforeMs: number | null;
}

/** How a part ends; nothing is asked for it after that. */
export type PartEnd = 'answered' | 'rejected' | 'refused' | 'lost';

const ENDS: Readonly<Partial<Record<AttemptOutcome, PartEnd>>> = {
  answered: 'answered',
  rejected: 'rejected',
  refused: 'refused',
  lost: 'lost',
  withdrawn: 'lost',
};
/** Null while it is to be asked on. */
export const endOf = (attempts: readonly Attempt[]): PartEnd | null => ENDS[attempts.at(-1)?.outcome ?? 'sent'] ?? null;

/** It may be on its way, or accepted: looked after where it went, never asked again or elsewhere. */
const IN_DOUBT: ReadonlySet<AttemptOutcome> = new Set(['sent', 'pending', 'uncertain']);
export const isInDoubt = ({ outcome }: Attempt): boolean => IN_DOUBT.has(outcome);

/** True where a clearinghouse accepted the question, or may have. */
export const wasAccepted = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => attempt.requestId !== null || isInDoubt(attempt) || attempt.outcome === 'lost');

/** Pause after a look that found no trace; so many of them are the proof that nothing can be found out any more. */
export const SEARCH_AFTER_MS = [5_000, 15_000, 40_000, 60_000] as const;
export const isLost = (misses: number): boolean => misses > SEARCH_AFTER_MS.length;

/** True where every reason says that the payer does not answer now (product.md 10.8). */
export function isPayerSilent(errors: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(errors);
  return keys.length > 0 && keys.every((key) => saysNoAnswer(key.slice(key.lastIndexOf('_') + 1)));
}
