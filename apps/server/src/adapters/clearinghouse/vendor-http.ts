/**
 * One HTTP exchange with a clearinghouse: bounded in time and size, no redirects, and a result instead of an exception. What matters most is
 * told apart here: whether the question can have arrived (`lost`) or cannot (`unreachable`). Reasons never hold what was sent or received.
 */
import { createGate } from './gate.ts';

export type Fetch = typeof globalThis.fetch;

export interface VendorRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** What an answer's bytes mean; JSON where it is left out. */
  read?: ReadBody;
}

/** The body as the adapter takes it, or why it cannot be read. */
export type ReadBody = (bytes: Uint8Array, contentType: string | null) => { body: unknown } | { unreadable: string };

export type Exchange =
  /** An answer of any status; of a JSON one null for an empty body. */
  | { kind: 'answer'; status: number; body: unknown; retryAfterSeconds: number | null }
  /** An answer that cannot be read: of another type, or cut short. */
  | { kind: 'unreadable'; status: number; reason: string; retryAfterSeconds: number | null }
  | { kind: 'too-large'; status: number }
  /** The connection broke, or time ran out, when the request may already have arrived. */
  | { kind: 'lost'; reason: string; timedOut: boolean }
  /** The request was never sent; `isSlow` where finding that out took as long as an answer may. */
  | { kind: 'unreachable'; reason: string; isSlow: boolean };

/** Larger answers are cut off while reading (product.md 11). */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** Beyond this an answer is large. They are read a few at a time, so that a flood of them cannot fill the memory. */
const LARGE_BYTES = 1024 * 1024;
const largeAnswers = createGate(4);

const CONNECT_TIMEOUT = 'UND_ERR_CONNECT_TIMEOUT';
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  CONNECT_TIMEOUT,
  'ERR_INVALID_URL',
]);
const TLS_FAILURE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

class BodyTooLarge extends Error {}

export async function exchange(fetch: Fetch, request: VendorRequest): Promise<Exchange> {
  if (request.signal.aborted) return { kind: 'unreachable', reason: 'Stopped before it was sent.', isSlow: false };
  const controller = new AbortController();
  let timedOut = false;
  const stop = (): void => controller.abort();
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, request.timeoutMs);
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    return await send(fetch, request, controller.signal);
  } catch (error) {
    return failureOf(error, { timedOut, stopped: controller.signal.aborted });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', stop);
  }
}

async function send(fetch: Fetch, request: VendorRequest, signal: AbortSignal): Promise<Exchange> {
  const { method, url, headers, body } = request;
  // A redirect would carry the credentials and the patient's data to another host.
  const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
  const { status } = response;
  const retryAfterSeconds = retryAfterOf(response.headers);
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(response, signal);
  } catch (error) {
    if (error instanceof BodyTooLarge) return { kind: 'too-large', status };
    throw error;
  }
  const read = (request.read ?? readJson)(bytes, response.headers.get('content-type'));
  if ('body' in read) return { kind: 'answer', status, body: read.body, retryAfterSeconds };
  return { kind: 'unreadable', status, reason: `HTTP ${status} with ${read.unreadable}.`, retryAfterSeconds };
}

const readJson: ReadBody = (bytes, contentType) => {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return { body: null };
  if (!isJsonType(contentType)) return { unreadable: 'content that is not JSON' };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { unreadable: 'malformed JSON' };
  }
};

/** `application.json` is what one published description of a vendor says. */
function isJsonType(contentType: string | null): boolean {
  return contentType === null || /^(application\/([\w.+-]+\+)?json|application\.json|text\/json)\s*(;|$)/i.test(contentType.trim());
}

async function readBytes(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) {
    await response.body?.cancel();
    throw new BodyTooLarge();
  }
  if (response.body === null) return new Uint8Array();
  // Kept as bytes outside the heap, which are given back at once: as text a flood of overlong answers would stay for long.
  const parts: Uint8Array[] = [];
  let size = 0;
  let leave = (): void => undefined;
  try {
    // Leaving the loop by an exception cancels the stream, which closes the connection.
    for await (const chunk of response.body) {
      const wasLarge = size > LARGE_BYTES;
      size += chunk.byteLength;
      if (size > BODY_LIMIT_BYTES) throw new BodyTooLarge();
      if (size > LARGE_BYTES && !wasLarge) leave = await largeAnswers.enter(signal);
      parts.push(chunk);
    }
  } finally {
    leave();
  }
  return Buffer.concat(parts);
}

/** Given in seconds, or as a moment by the sender's own clock. */
function retryAfterOf(headers: Headers): number | null {
  const told = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(told)) return Number(told);
  // By the vendor's own clock where it tells one.
  const sentAt = headers.get('date');
  const seconds = (Date.parse(told) - (sentAt === null ? Date.now() : Date.parse(sentAt))) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), 999_999) : null;
}

function failureOf(error: unknown, state: { timedOut: boolean; stopped: boolean }): Exchange {
  if (state.timedOut) return { kind: 'lost', reason: 'No complete answer in time.', timedOut: true };
  if (state.stopped) return { kind: 'lost', reason: 'Stopped while waiting for the answer.', timedOut: true };
  const codes = errorCodes(error);
  const connectFailure = codes.find((code) => NEVER_CONNECTED.has(code) || TLS_FAILURE.test(code));
  if (connectFailure !== undefined)
    return { kind: 'unreachable', reason: `No connection (${connectFailure}).`, isSlow: connectFailure === CONNECT_TIMEOUT };
  return { kind: 'lost', reason: `The connection broke${codes[0] === undefined ? '' : ` (${codes[0]})`}.`, timedOut: false };
}

/** Codes of an error and its causes; an operating system's connect timeout counts as one of ours. */
function errorCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, syscall } = current as Error & { code?: unknown; syscall?: unknown };
    if (typeof code === 'string') codes.push(code === 'ETIMEDOUT' && syscall === 'connect' ? CONNECT_TIMEOUT : code);
    if (current instanceof AggregateError) codes.push(...current.errors.flatMap(errorCodes));
    current = current.cause;
  }
  return codes;
}
