/**
 * The one way to the server, typed by the contract. Knows the wire; not screens, not the router:
 * a refused session is an event, which the app listens to.
 */
import { API_BASE, type BodyInput, type Endpoint, type ParamsOf, type QueryInput, type ReplyOf } from '@coverlight/contract/endpoint.ts';
import { errorBodySchema, NOFIELD, type FieldErrors } from '@coverlight/contract/errors.ts';
import type * as z from 'zod/mini';
import { endSession, noteActivity } from './session.ts';

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Messages by field; empty where the server gave none. */
  readonly errors: FieldErrors;
  /** The parsed body, for the few refusals that carry more than errors. */
  readonly body: unknown;
  /** Under which the server's log knows the call; null where it sent none. */
  readonly requestId: string | null;

  constructor(status: number, errors: FieldErrors = {}, body: unknown = null, more: { cause?: unknown; requestId?: string | null } = {}) {
    super(`The call failed with status ${status}.`, { cause: more.cause });
    this.name = 'ApiFailure';
    this.status = status;
    this.errors = errors;
    this.body = body;
    this.requestId = more.requestId ?? null;
  }
}

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Nobody asked for this call, so it does not keep the session alive. */
  background?: boolean;
  /** The caller deals with a 401 itself; the session's end is not announced. */
  expectSignedOut?: boolean;
}
type Has<Key extends string, Value> = [Value] extends [undefined] ? unknown : Record<Key, Value>;
type May<Key extends string, Value> = [Value] extends [undefined] ? unknown : Partial<Record<Key, Value>>;
export type CallInput<E extends Endpoint> = CallOptions &
  Has<'params', ParamsOf<E>> &
  May<'query', QueryInput<E>> &
  Has<'body', BodyInput<E>>;

type LooseInput = CallOptions & {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

export function urlOf(endpoint: Endpoint, input: Pick<LooseInput, 'params' | 'query'>): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`;
}

async function send(endpoint: Endpoint, input: LooseInput): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (input.background) headers['x-background'] = '1';
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'include', signal: input.signal ?? null };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  try {
    return await fetch(urlOf(endpoint, input), init);
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw new ApiFailure(0, {}, null, { cause });
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  return failureFrom(response.status, body, response.headers.get('x-request-id'));
}

/** What a proxy in between says of itself comes as a page of its own: told in our words. */
const WORDS_FOR_PROXY: Readonly<Record<number, string>> = {
  413: 'This is too large to send. Please send less, or a smaller file.',
  502: 'The server cannot be reached right now. Please try again in a minute.',
  503: 'The server cannot be reached right now. Please try again in a minute.',
  504: 'The server took too long to answer. Please look whether it was done before you try again.',
};

/** The failure that a refusal's parsed body tells of. */
export function failureFrom(status: number, body: unknown, requestId: string | null): ApiFailure {
  const parsed = errorBodySchema.safeParse(body);
  const words = WORDS_FOR_PROXY[status];
  const errors: FieldErrors = words === undefined ? {} : { [NOFIELD]: [words] };
  return new ApiFailure(status, parsed.success ? parsed.data.errors : errors, body, { requestId });
}

async function answer(endpoint: Endpoint, input: LooseInput): Promise<Response> {
  let response = await send(endpoint, input);
  // While it was on its way, another tab may have changed the password and, with it, the cookie. What is only read can be asked again.
  if (response.status === 401 && endpoint.method === 'GET') response = await send(endpoint, input);
  if (response.status === 401 && !input.expectSignedOut) endSession();
  if (!response.ok) throw await failureOf(response);
  if (!input.background) noteActivity();
  return response;
}

async function parse<E extends Endpoint>(endpoint: E, response: Response): Promise<ReplyOf<E>> {
  const schema = endpoint.replies[response.status as keyof E['replies'] & keyof Endpoint['replies']] as z.ZodMiniType | null | undefined;
  if (schema === undefined) throw new ApiFailure(response.status);
  if (schema === null) return null as ReplyOf<E>;
  return schema.parse(await response.json()) as ReplyOf<E>;
}

/** Answers the parsed body; throws ApiFailure for everything but a success. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  return await parse(endpoint, await answer(endpoint, input as LooseInput));
}

/** Like `call`, for lists: `total` counts the rows of all pages. */
export async function callList<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<{ reply: ReplyOf<E>; total: number }> {
  const response = await answer(endpoint, input);
  return { reply: await parse(endpoint, response), total: Number(response.headers.get('x-total-count') ?? 0) };
}

/** For what is not JSON: PDF and CSV. */
export async function callBlob<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<{ blob: Blob; fileName: string | null }> {
  const response = await answer(endpoint, { ...(input as LooseInput), headers: { ...input.headers, accept: '*/*' } });
  const disposition = response.headers.get('content-disposition') ?? '';
  return { blob: await response.blob(), fileName: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null };
}
