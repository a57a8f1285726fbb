/** Keeps one access token: renewed before it ends, one request in flight however many callers wait, dropped when the vendor refuses it. */

export type TokenReply =
  | { kind: 'token'; token: string; expiresInSeconds: number }
  /** Our credentials or quota. */
  | { kind: 'unavailable'; reason: string; retryAfterSeconds?: number; came?: UselessAnswer }
  | { kind: 'unreachable'; reason: string; came?: UselessAnswer };

/** What came in place of an answer: an error of the vendor's own (HTTP 5xx), or what nobody can read. */
export type UselessAnswer = 'error' | 'unreadable';

export interface TokenSource {
  /** The signal ends this caller's wait, not the request that others share. */
  get(signal: AbortSignal): Promise<TokenReply>;
  /** Drops a token that was refused; a newer one stays. */
  drop(token: string): void;
}

/** Renewal starts this long before the end, or at a fifth of short lives. */
const RENEW_EARLY_SECONDS = 45;

export function createTokenSource(deps: { request: () => Promise<TokenReply>; now: () => Date }): TokenSource {
  let current: { token: string; renewAt: number; expiresInSeconds: number } | null = null;
  let inFlight: Promise<TokenReply> | null = null;

  async function renew(): Promise<TokenReply> {
    const askedAt = deps.now().getTime();
    const reply = await deps.request();
    if (reply.kind === 'token') {
      const early = Math.min(RENEW_EARLY_SECONDS, reply.expiresInSeconds / 5);
      current = { ...reply, renewAt: askedAt + (reply.expiresInSeconds - early) * 1000 };
    }
    return reply;
  }

  return {
    get: (signal) => {
      if (current !== null && deps.now().getTime() < current.renewAt) {
        return Promise.resolve({ kind: 'token', token: current.token, expiresInSeconds: current.expiresInSeconds });
      }
      inFlight ??= renew().finally(() => {
        inFlight = null;
      });
      return untilAborted(inFlight, signal);
    },
    drop: (token) => {
      if (current?.token === token) current = null;
    },
  };
}

function untilAborted(reply: Promise<TokenReply>, signal: AbortSignal): Promise<TokenReply> {
  const stopped: TokenReply = { kind: 'unreachable', reason: 'Stopped before it was sent.' };
  return new Promise((resolve) => {
    const stop = (): void => resolve(stopped);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void reply.then(resolve).finally(() => signal.removeEventListener('abort', stop));
  });
}
