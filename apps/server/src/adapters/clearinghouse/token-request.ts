/** The OAuth 2 client-credentials request. Nothing about a patient is in it, so it may be repeated freely. */
import * as z from 'zod';
import type { TokenReply } from './access-token.ts';
import { jitteredDelayMs } from './retry-delay.ts';
import type { Sleep } from './retry-delay.ts';
import { exchange } from './vendor-http.ts';
import type { Exchange, Fetch } from './vendor-http.ts';

export interface TokenRequest {
  url: string;
  form: Record<string, string>;
  headers: Record<string, string>;
  /** Used where the answer does not say. */
  defaultSeconds: number;
  timeoutMs: number;
}

const tokenSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(86_400).optional().catch(undefined),
});

const MAX_REPEATS = 2;
const LONGEST_WAIT_SECONDS = 5;

export async function requestToken(deps: { fetch: Fetch; sleep: Sleep; random: () => number }, request: TokenRequest): Promise<TokenReply> {
  const { signal } = new AbortController();
  for (let repeats = 0; ; repeats += 1) {
    const result = await exchange(deps.fetch, {
      method: 'POST',
      url: request.url,
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded', ...request.headers },
      body: new URLSearchParams(request.form).toString(),
      timeoutMs: request.timeoutMs,
      signal,
    });
    const reply = tokenReplyOf(result, request.defaultSeconds);
    const wait = repeats < MAX_REPEATS ? waitBeforeRepeat(result, jitteredDelayMs(repeats, deps.random)) : null;
    if (reply.kind === 'token' || wait === null) return reply;
    await deps.sleep(wait, signal);
  }
}

function tokenReplyOf(result: Exchange, defaultSeconds: number): TokenReply {
  if (result.kind === 'unreachable' || result.kind === 'lost') return { kind: 'unreachable', reason: `No access token: ${result.reason}` };
  const { status } = result;
  const after = result.kind === 'too-large' ? null : result.retryAfterSeconds;
  if (status === 429 || (status >= 500 && after !== null)) {
    const patience = after === null ? {} : { retryAfterSeconds: after };
    if (status === 429) return { kind: 'unavailable', reason: 'No access token: too many requests.', ...patience };
    return { kind: 'unavailable', reason: `No access token: HTTP ${status}, to be asked later.`, came: 'error', ...patience };
  }
  const parsed = result.kind === 'answer' && status === 200 ? tokenSchema.safeParse(result.body) : null;
  if (parsed?.success) {
    return { kind: 'token', token: parsed.data.access_token, expiresInSeconds: parsed.data.expires_in ?? defaultSeconds };
  }
  const refused = status >= 300 && status < 500;
  if (refused) return { kind: 'unavailable', reason: `No access token: the clearinghouse refused our account (HTTP ${status}).` };
  return { kind: 'unreachable', reason: `No access token: HTTP ${status}.`, came: status >= 500 ? 'error' : 'unreadable' };
}

/** Null: another attempt would not help, or takes too long. */
function waitBeforeRepeat(result: Exchange, jitterMs: number): number | null {
  if (result.kind === 'lost') return result.timedOut ? null : jitterMs;
  if (result.kind === 'unreachable') return result.isSlow ? null : jitterMs;
  if (result.kind === 'too-large') return null;
  if (result.status === 429 || (result.status >= 500 && result.retryAfterSeconds !== null)) {
    const seconds = result.retryAfterSeconds ?? 1;
    return seconds > LONGEST_WAIT_SECONDS ? null : seconds * 1000 + jitterMs;
  }
  return result.status >= 500 || result.status === 200 ? jitterMs : null;
}
