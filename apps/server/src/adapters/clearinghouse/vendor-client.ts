/**
 * Calls a clearinghouse with a token: one fresh token after a 401, bounded and jittered repeats only for calls marked `repeatable`, and never
 * a guess about a question that may have arrived. Knows no vendor's words.
 */
import type { ExchangeLog } from '#ports/clearinghouse.ts';
import type { TokenSource, UselessAnswer } from './access-token.ts';
import { jitteredDelayMs } from './retry-delay.ts';
import type { Sleep } from './retry-delay.ts';
import { exchange } from './vendor-http.ts';
import type { Exchange, Fetch } from './vendor-http.ts';

export interface VendorCall {
  operation: 'ask' | 'fetch' | 'find' | 'withdraw';
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** True only where sending it again neither costs nor asks a second time. */
  repeatable: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  onExchange?: ExchangeLog;
}

export type VendorReply =
  /** Any answer below 500 that is neither about credentials nor about quota. */
  | { kind: 'reply'; status: number; body: unknown }
  | { kind: 'uncertain'; reason: string; retryAfterSeconds?: number; came?: UselessAnswer }
  | { kind: 'unreachable'; reason: string; came?: UselessAnswer }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds?: number; came?: UselessAnswer };

export interface VendorClientDeps {
  fetch: Fetch;
  tokens: TokenSource;
  now: () => Date;
  sleep: Sleep;
  random: () => number;
  /** Headers every call carries beside the token. */
  headers: Record<string, string>;
  /** The vendor's own code in an answer, for the record of attempts; no patient data. */
  vendorCodeOf: (body: unknown) => string | null;
  /** The HTTP status that a body says it stands for, whatever the reply's own; null where it says none. */
  failureOf?: (body: unknown) => number | null;
}

const MAX_REPEATS = 2;
/** A longer wait than this is left to the caller, who can show it. */
const LONGEST_WAIT_SECONDS = 8;

type Step = { kind: 'done'; reply: VendorReply } | { kind: 'again'; after: VendorReply; waitMs: number } | { kind: 'fresh-token' };

export async function callVendor(deps: VendorClientDeps, call: VendorCall): Promise<VendorReply> {
  let repeats = 0;
  let hadFreshToken = false;
  let mayHaveArrived = false;
  for (;;) {
    const token = await deps.tokens.get(call.signal);
    if (token.kind !== 'token') return afterDoubt(token, mayHaveArrived);
    const result = await exchangeOnce(deps, call, token.token);
    const step = judge(deps, call, { result, hadFreshToken, repeats });
    if (step.kind === 'fresh-token') {
      hadFreshToken = true;
      deps.tokens.drop(token.token);
      continue;
    }
    const reply = step.kind === 'done' ? step.reply : step.after;
    mayHaveArrived ||= reply.kind === 'uncertain';
    if (step.kind === 'done') return afterDoubt(reply, mayHaveArrived);
    repeats += 1;
    await deps.sleep(step.waitMs, call.signal);
    if (call.signal.aborted) return afterDoubt(reply, mayHaveArrived);
  }
}

/** Once an attempt may have arrived, a later failure to connect does not undo that. */
function afterDoubt(reply: VendorReply, mayHaveArrived: boolean): VendorReply {
  const isFailure = reply.kind === 'unreachable' || reply.kind === 'unavailable';
  return mayHaveArrived && isFailure ? { ...reply, kind: 'uncertain' } : reply;
}

async function exchangeOnce(deps: VendorClientDeps, call: VendorCall, token: string): Promise<Exchange> {
  const { method, url, body, timeoutMs, signal } = call;
  const headers = { Accept: 'application/json', ...deps.headers, ...call.headers, Authorization: `Bearer ${token}` };
  const startedAt = deps.now().getTime();
  const result = asDeclared(deps, await exchange(deps.fetch, { method, url, headers, body, timeoutMs, signal }));
  call.onExchange?.({
    operation: call.operation,
    httpStatus: 'status' in result ? result.status : null,
    durationMs: deps.now().getTime() - startedAt,
    vendorCode: result.kind === 'answer' ? shortCode(deps.vendorCodeOf(result.body)) : null,
  });
  return result;
}

function asDeclared(deps: VendorClientDeps, result: Exchange): Exchange {
  const declared = result.kind === 'answer' && result.status < 300 ? (deps.failureOf?.(result.body) ?? null) : null;
  return result.kind === 'answer' && declared !== null ? { ...result, status: declared } : result;
}

function shortCode(code: string | null): string | null {
  return code !== null && /^[A-Za-z0-9]{1,6}$/.test(code) ? code : null;
}

function judge(deps: VendorClientDeps, call: VendorCall, state: { result: Exchange; hadFreshToken: boolean; repeats: number }): Step {
  const { result, hadFreshToken, repeats } = state;
  const retryAfterSeconds = 'retryAfterSeconds' in result ? result.retryAfterSeconds : null;
  const patience = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  const mayRepeat = call.repeatable && repeats < MAX_REPEATS && (retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;
  const waitMs = (leastSeconds: number) => (retryAfterSeconds ?? leastSeconds) * 1000 + jitteredDelayMs(repeats, deps.random);
  const failed = (reply: VendorReply, leastSeconds = 0): Step =>
    mayRepeat ? { kind: 'again', after: reply, waitMs: waitMs(leastSeconds) } : { kind: 'done', reply };

  // It was worked on, so the question may have arrived; the same answer would come again.
  if (result.kind === 'too-large')
    return { kind: 'done', reply: { kind: 'uncertain', reason: 'The answer is larger than 10 MB.', came: 'unreadable' } };
  if (result.kind === 'unreachable') {
    const reply: VendorReply = { kind: 'unreachable', reason: result.reason };
    // Waiting for a connection in vain takes so long that the caller's other route should have the rest of the time.
    return result.isSlow ? { kind: 'done', reply } : failed(reply);
  }
  // After a timeout the caller's time is gone as well.
  if (result.kind === 'lost' && result.timedOut) return { kind: 'done', reply: { kind: 'uncertain', reason: result.reason } };
  if (result.kind === 'lost') return failed({ kind: 'uncertain', reason: result.reason });
  if (result.status === 401 && !hadFreshToken) return { kind: 'fresh-token' };
  if (result.status === 401 || result.status === 403) {
    return { kind: 'done', reply: { kind: 'unavailable', reason: `The clearinghouse refused our account (HTTP ${result.status}).` } };
  }
  // A refusal for its number was not processed, so nothing is in doubt.
  if (result.status === 429) return failed({ kind: 'unavailable', reason: 'Too many requests (HTTP 429).', ...patience }, 1);
  if (result.status >= 500) return failed({ kind: 'uncertain', reason: `HTTP ${result.status}.`, came: 'error', ...patience });
  if (result.status >= 300 && result.status < 400)
    return { kind: 'done', reply: { kind: 'uncertain', reason: `HTTP ${result.status}.`, came: 'unreadable' } };
  if (result.kind === 'answer') return { kind: 'done', reply: { kind: 'reply', status: result.status, body: result.body } };
  if (result.status >= 400) return { kind: 'done', reply: { kind: 'reply', status: result.status, body: null } };
  return failed({ kind: 'uncertain', reason: result.reason, came: 'unreadable' });
}
