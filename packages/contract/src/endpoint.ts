/** One endpoint of the API as data. The server binds a handler to it, the browser calls it; both are typed by it. */
import type * as z from 'zod/mini';

export const API_BASE = '/api/v1';

/**
 * Who may call: 'public' needs no session; 'self' is for the user whose id stands in the path and for managers; it, 'manager' and
 * 'admin' answer 403 to everybody else (product.md 6).
 */
export type Access = 'public' | 'user' | 'self' | 'manager' | 'admin';

/** Reply bodies by status. `null` is an answer without a body (204) or one that is not JSON (PDF, CSV). 422: a refusal that says more than `errors`. */
export type Replies = Partial<Record<200 | 201 | 202 | 204 | 422, z.core.$ZodType | null>>;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** 402 without an active subscription. */
  readonly needsSubscription?: boolean;
  /** Open to users who have not accepted the current terms; all else answers them 403 (product.md 6). */
  readonly beforeTerms?: boolean;
  /** Open to a session whose second factor is still due; all else answers it 401 (product.md 13). */
  readonly beforeSecondFactor?: boolean;
  /** Open to a session whose owner has to make a second factor first (product.md 13). */
  readonly whileEnrolling?: boolean;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** Of a JSON body, where it may be larger than 1 MB. Beyond `bytes` it is 422 with `words` under `field` (product.md 5.6). */
  readonly largestBody?: { readonly bytes: number; readonly field: string; readonly words: string };
  /** 'multipart' takes a form with one file or text part, and , where there is one, as JSON instead; 'raw' hands over the unparsed bytes (webhooks). */
  readonly consumes?: 'json' | 'multipart' | 'raw';
  /** 'stream' marks an answer that is not JSON: a download or an event stream. */
  readonly produces?: 'json' | 'stream';
  readonly replies: Replies;
}

/** Declares an endpoint, keeping the exact types of its shapes. */
export function endpoint<const E extends Endpoint>(e: E): E {
  return e;
}

type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined;

export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
/** What a caller may put in a body, before defaults and trimming. */
export type BodyInput<E extends Endpoint> = In<E['body']>;
/** What a caller may put in the query; numbers and booleans are written as text. */
export type QueryInput<E extends Endpoint> = E['query'] extends z.core.$ZodType
  ? { [K in keyof z.input<E['query']>]?: z.input<E['query']>[K] | number | boolean | undefined }
  : undefined;
/** The body of a successful answer; `null` where there is none. */
export type ReplyOf<E extends Endpoint> = {
  [S in Exclude<keyof E['replies'], 422>]: E['replies'][S] extends z.core.$ZodType ? z.output<E['replies'][S]> : null;
}[Exclude<keyof E['replies'], 422>];
/** What a handler hands over for one status, before unknown keys are dropped. */
export type ReplyInput<E extends Endpoint, S extends keyof E['replies']> = E['replies'][S] extends z.core.$ZodType
  ? z.input<E['replies'][S]>
  : null;
