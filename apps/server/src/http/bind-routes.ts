/** Binds the endpoints of a contract to handlers: the same checks, shapes and order of refusals for every call. */
import type { Readable } from 'node:stream';
import { API_BASE } from '@coverlight/contract/endpoint.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyInput } from '@coverlight/contract/endpoint.ts';
import { NOFIELD, type FieldErrors } from '@coverlight/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { checkAccess, type AccessOptions } from './access.ts';
import { AppError, invalid, notFound } from './app-error.ts';
import { BODY_TOO_LARGE, WRONG_TYPE } from './error-handler.ts';
import type { Viewer } from './viewer.ts';

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** Of an endpoint that takes forms, too, undefined where one came. */
  body: E['consumes'] extends 'multipart' ? BodyOf<E> | undefined : BodyOf<E>;
  viewer: E['access'] extends 'public' ? Viewer | null : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** `download` is an answer that is not JSON. */
export type Answer<E extends Endpoint> = {
  [S in keyof E['replies']]: {
    status: S;
    body: ReplyInput<E, S>;
    headers?: Record<string, string>;
    download?: Readable | Buffer;
  };
}[keyof E['replies']];

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> };

/** Every endpoint needs its handler and no handler may be without endpoint: both are type errors. */
export function bindRoutes<C extends Record<string, Endpoint>>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  access: AccessOptions,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    // The mapped type above holds the pairing; a loop over it cannot express the link between key and handler.
    const handler = handlers[name] as unknown as (call: Call<Endpoint>) => Promise<LooseAnswer>;
    bind(app, endpoint, handler, access);
  }
}

interface LooseAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  download?: Readable | Buffer;
}

function bind(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (call: Call<Endpoint>) => Promise<LooseAnswer>,
  access: AccessOptions,
): void {
  app.route({
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    exposeHeadRoute: false,
    ...(endpoint.largestBody === undefined ? {} : takingUpTo(endpoint.largestBody)),
    onRequest: async (request) => {
      await checkAccess(endpoint, request, access);
    },
    handler: async (request, reply) => {
      // The form parser takes any form as it comes; only an upload reads one.
      const isForm = request.isMultipart();
      if (endpoint.body && isForm && endpoint.consumes !== 'multipart') throw new AppError('unsupported-type', { [NOFIELD]: [WRONG_TYPE] });
      if (endpoint.body && hidesMethods(request.body)) throw new AppError('unreadable', { [NOFIELD]: ['The request cannot be read.'] });
      const query = parse(endpoint.query ?? z.strictObject({}), request.query);
      const body = endpoint.body && !isForm ? parse(endpoint.body, request.body === undefined ? {} : request.body) : undefined;
      const params = endpoint.params ? parseParams(endpoint.params, request.params) : undefined;
      const call = { params, query, body, viewer: request.viewer, request, reply } as Call<Endpoint>;
      const answer = await handler(call);
      if (answer.headers) reply.headers(answer.headers);
      reply.status(answer.status);
      if (answer.download) return reply.send(answer.download);
      const schema = endpoint.replies[answer.status as keyof Endpoint['replies']];
      // Parsing what leaves drops every key the contract does not name.
      return reply.send(schema ? z.parse(schema, answer.body) : undefined);
    },
  });
}

/** What is too large is refused at its field, as everything else that is wrong with it. */
const takingUpTo = ({ bytes, field, words }: NonNullable<Endpoint['largestBody']>) => ({
  bodyLimit: bytes,
  // Rethrown, it is answered as ever.
  errorHandler: (error: FastifyError) => {
    throw error.code === BODY_TOO_LARGE ? invalid({ [field]: [words] }) : error;
  },
});

/** Whether an object of it has a `toString` or `valueOf` that is none: a check that compares or prints such a value throws. */
function hidesMethods(body: unknown): boolean {
  // A list of what is to be looked at, not a call in a call: a body may be a hundred thousand deep.
  const open = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) return true;
    for (const each of Object.values(value)) open.push(each);
  }
  return false;
}

function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value, { error: wordsFor });
  if (result.success) return result.data;
  throw invalid(fieldErrors(result.error.issues));
}

/** A malformed id is a thing that is not there. */
function parseParams(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw notFound();
}

const wordsFor: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.';
  return 'This value is not valid.';
};

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // A map: a key that a caller made up may be called as what every object inherits.
  const errors = new Map<string, string[]>();
  const add = (field: string, message: string) => {
    const messages = errors.get(field) ?? [];
    if (!messages.includes(message)) messages.push(message);
    errors.set(field, messages);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') issue.keys.forEach((key) => add(key, 'This field is not known.'));
    else add(issue.path.length > 0 ? String(issue.path[0]) : NOFIELD, issue.message);
  }
  return Object.fromEntries(errors);
}

/** How many rows there are in all, beside one page of them. */
export const totalHeader = (total: number): Record<string, string> => ({ 'x-total-count': String(total) });
