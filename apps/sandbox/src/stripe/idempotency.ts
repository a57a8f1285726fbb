import { daySeconds } from './calendar.ts';
import { StripeError } from './stripe-error.ts';

export type Answer = { status: number; body: object; requestId: string };
type Kept = { fingerprint: string; answer: Answer; at: number };

export type IdempotencyStore = {
  /** The answer given before, if the request is the same; a different request under a used key is refused. */
  find: (key: string, fingerprint: string) => Answer | undefined;
  keep: (key: string, fingerprint: string, answer: Answer) => void;
};

const maxLength = 255;

export function createIdempotencyStore(now: () => number): IdempotencyStore {
  const kept = new Map<string, Kept>();
  return {
    find: (key, fingerprint) => {
      if (key.length > maxLength)
        throw new StripeError(400, `Idempotency keys can be at most ${maxLength} characters long.`, { type: 'idempotency_error' });
      const found = kept.get(key);
      if (!found || now() - found.at > daySeconds) return undefined;
      if (found.fingerprint !== fingerprint) {
        throw new StripeError(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          { type: 'idempotency_error' },
        );
      }
      return found.answer;
    },
    keep: (key, fingerprint, answer) => {
      kept.set(key, { fingerprint, answer, at: now() });
    },
  };
}

/** The same for two requests whose parameters differ in order only. */
export function fingerprintOf(method: string, path: string, body: string): string {
  const params = new URLSearchParams(body);
  params.sort();
  return `${method} ${path} ${params.toString()}`;
}
