/** The connection to Stripe: pinned version, limits, and failures in the words of the port. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { Refusal } from '#ports/billing-gateway.ts';

export interface StripeOptions {
  secretKey: string;
  /** One, or two while the endpoint's secret is rolled. */
  webhookSecrets: readonly string[];
  /** Null: Stripe itself. */
  apiBase: string | null;
}

export const API_VERSION = '2026-10-28.endive';
/** A person waits for most of these calls: two fit into what people wait. */
const TIMEOUT_MS = 10_000;
const STRIPE_HOST = 'api.stripe.com';

/** Throws for settings under which a live key could leave for another host, or a key travel in the clear. */
export function openStripe({ secretKey, apiBase }: StripeOptions): Stripe {
  const base = new URL(apiBase ?? `https://${STRIPE_HOST}`);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(base.hostname);
  if (/^[sr]k_live_/.test(secretKey) && base.hostname !== STRIPE_HOST) {
    throw new Error('A live key of the payment provider is never sent to another host: check STRIPE_API_BASE.');
  }
  if (base.protocol === 'http:' && !isLocal) throw new Error('STRIPE_API_BASE must begin with https: unless it is this machine.');
  const isSecure = base.protocol === 'https:';
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: base.hostname,
    port: base.port === '' ? (isSecure ? 443 : 80) : Number(base.port),
    protocol: isSecure ? 'https' : 'http',
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
}

/** No usable answer: whether anything happened is unknown. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly vendor = 'stripe';
  /** Sure that nothing happened. */
  readonly isHarmless: boolean;
  /** Given up since whoever asked had waited long enough. */
  readonly isTooSlow: boolean;
  /** Something that was to be changed may have been changed all the same. */
  mayHaveChanged = false;
  constructor(message: string, options: { cause?: unknown; isHarmless?: boolean; isTooSlow?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isHarmless = options.isHarmless ?? false;
    this.isTooSlow = options.isTooSlow ?? false;
  }
}

/** What one person waits for; nobody is waited for in the background. */
interface Patience {
  /** Rejects when the time is over. */
  over: Promise<never>;
  /** A change has left and may have arrived. */
  hasWritten: boolean;
}
const patience = new AsyncLocalStorage<Patience>();

/** One limit for all exchanges of `work`, with their repetitions: what is unanswered then is given up. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const over = sleep(ms, undefined, { signal: ended.signal }).then(() => {
    throw new UpstreamError('too slow', { isTooSlow: true });
  });
  // Nobody may be listening at that moment.
  over.catch(() => undefined);
  const store: Patience = { over, hasWritten: false };
  try {
    return await patience.run(store, work);
  } catch (error) {
    if (error instanceof UpstreamError) error.mayHaveChanged = store.hasWritten;
    throw error;
  } finally {
    ended.abort();
  }
}

async function inTime<T>(exchange: () => Promise<T>): Promise<T> {
  const over = patience.getStore()?.over;
  return over === undefined ? await exchange() : await Promise.race([exchange(), over]);
}

/** Runs one exchange. What Stripe understood and declined is returned; everything else that fails is an UpstreamError. */
export async function ask<T>(exchange: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await inTime(exchange);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) return refusal;
    throw translate(error);
  }
}

/** The same for what changes something: without a sure answer it may have happened. */
export async function askToChange<T>(exchange: () => Promise<T>): Promise<T | Refusal> {
  const store = patience.getStore();
  if (store !== undefined) store.hasWritten = true;
  try {
    const answer = await ask(exchange);
    if (store !== undefined && isRefusal(answer)) store.hasWritten = false;
    return answer;
  } catch (error) {
    if (store !== undefined && error instanceof UpstreamError && error.isHarmless) store.hasWritten = false;
    throw error;
  }
}

/** The same where a refusal would be our own mistake. */
export async function demand<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await inTime(exchange);
  } catch (error) {
    throw translate(error);
  }
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'refused';

/** What a missing thing means to the caller. */
export function unless<T, F>(answer: T | Refusal, fallback: F): T | F {
  return isRefusal(answer) ? fallback : answer;
}

/** An answer of another shape comes through the SDK as if it were a success. */
export function checked<T extends { object: string }>(answer: T, object: T['object']): T {
  if (answer.object !== object) throw new UpstreamError('an answer of another shape');
  return answer;
}

/** Also true where Stripe says that the identifier is known. */
export function isKnownIdentifier(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'duplicate_meter_event' || /already exists with identifier/.test(error.message))
  );
}

export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Stripe.errors.StripeCardError) return { kind: 'refused', reason: 'other' };
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  const where = `${error.param ?? ''} ${error.code ?? ''}`;
  if (/discount|promotion|coupon/.test(where)) return { kind: 'refused', reason: 'promotion' };
  return { kind: 'refused', reason: error.code === 'resource_missing' ? 'gone' : 'other' };
}

/** Words of Stripe's may name what was sent, so only its codes are kept. */
function translate(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) return new UpstreamError('an unusable answer', { cause: error });
  const isHarmless = error.statusCode !== undefined && error.statusCode < 500;
  const words = [error.type, error.code, error.statusCode, error.requestId].filter((word) => word !== undefined).join(' ');
  return new UpstreamError(`stripe: ${words}`, { cause: new Error(words), isHarmless: isHarmless || neverConnected(error) });
}

function neverConnected(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeConnectionError)) return false;
  const { detail } = error;
  return detail instanceof Error && 'code' in detail && (detail.code === 'ECONNREFUSED' || detail.code === 'ENOTFOUND');
}
