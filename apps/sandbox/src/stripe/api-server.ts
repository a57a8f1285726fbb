/** `/v1`: who asks, in which version, with which key; then the endpoint, and the answer in the API's form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRoute } from './api-route.ts';
import { expandAnswer } from './expand.ts';
import { isLate, sendEarlyFault, sendLateFault, type Hanging } from './faults.ts';
import { decodeForm, type FormObject } from './form-body.ts';
import { createIdempotencyStore, fingerprintOf, type Answer, type IdempotencyStore } from './idempotency.ts';
import { newId } from './identifiers.ts';
import { apiVersion, type StripeState } from './state.ts';
import { errorBody, invalidRequest, StripeError } from './stripe-error.ts';
import type { Timeline } from './timeline.ts';

/** `status` 0: the request was left without an answer on purpose. */
export type JournalEntry = { vendor: 'stripe'; method: string; path: string; status: number; refused?: string; detail?: unknown };
type ApiDeps = {
  state: StripeState;
  timeline: Timeline;
  journal: { record: (entry: JournalEntry) => void };
  faults: { next: (vendor: 'stripe', path: string) => string | undefined };
};
type Asked = {
  method: string;
  path: string;
  sent: string;
  key: string | undefined;
  requestId: string;
  ids: string[];
  request: FastifyRequest;
};

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function checkKey(request: FastifyRequest): void {
  const authorization = header(request, 'authorization') ?? '';
  const basic = /^Basic (.+)$/i.exec(authorization)?.[1];
  const key =
    /^Bearer (.+)$/i.exec(authorization)?.[1] ?? (basic === undefined ? '' : (Buffer.from(basic, 'base64').toString().split(':')[0] ?? ''));
  if (key === '') {
    throw new StripeError(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  }
  if (!/^(sk|rk)_test_\w+$/.test(key))
    throw new StripeError(401, 'Invalid API Key provided: the sandbox takes test keys only (sk_test_...).');
}

function checkVersion(request: FastifyRequest): void {
  const version = header(request, 'stripe-version');
  if (version !== undefined && version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion}.`);
  }
}

/** What a request with a bad parameter answers is not kept: the corrected request may use the key again. */
function isKept(error: StripeError | undefined): boolean {
  if (!error) return true;
  return error.status !== 401 && error.status !== 429 && error.details.code?.startsWith('parameter_') !== true;
}

function runRoute(deps: ApiDeps, route: ApiRoute, asked: Asked, params: FormObject): { answer: Answer; error?: StripeError } {
  const { state } = deps;
  try {
    const result = state.runFor({ id: asked.requestId, idempotency_key: asked.key ?? null }, () => route.run(params, asked.ids));
    return { answer: { status: 200, body: expandAnswer(state, result.body, result.expand), requestId: asked.requestId } };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { answer: { status: error.status, body: errorBody(error, asked.requestId), requestId: asked.requestId }, error };
  }
}

function answerRequest(
  deps: ApiDeps,
  keys: IdempotencyStore,
  route: ApiRoute,
  asked: Asked,
): { answer: Answer; error?: StripeError; isReplay: boolean } {
  try {
    checkKey(asked.request);
    checkVersion(asked.request);
    deps.timeline.catchUp();
    const fingerprint = fingerprintOf(asked.method, asked.path, asked.sent);
    const before = asked.key === undefined ? undefined : keys.find(asked.key, fingerprint);
    if (before) return { answer: before, isReplay: true };
    const done = runRoute(deps, route, asked, decodeForm(asked.sent));
    if (asked.key !== undefined && isKept(done.error)) keys.keep(asked.key, fingerprint, done.answer);
    return { ...done, isReplay: false };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return {
      answer: { status: error.status, body: errorBody(error, asked.requestId), requestId: asked.requestId },
      error,
      isReplay: false,
    };
  }
}

function readRequest(request: FastifyRequest): Asked {
  const [path = '', query = ''] = request.url.split('?');
  const body = typeof request.body === 'string' ? request.body : '';
  const isPost = request.method === 'POST';
  return {
    method: request.method,
    path,
    sent: isPost ? body : [query, body].filter(Boolean).join('&'),
    // Only POST takes keys; on other methods they mean nothing.
    key: isPost ? header(request, 'idempotency-key') : undefined,
    requestId: newId('req', 14),
    ids: typeof request.params === 'object' && request.params !== null ? Object.values(request.params).map(String) : [],
    request,
  };
}

type Noted = { status: number; refused?: string; isReplay?: boolean; fault?: string };

function note(deps: ApiDeps, asked: Asked, { status, refused, isReplay, fault }: Noted): void {
  deps.journal.record({
    vendor: 'stripe',
    method: asked.method,
    path: asked.path,
    status,
    ...(refused === undefined ? {} : { refused }),
    detail: {
      params: Object.fromEntries(new URLSearchParams(asked.sent)),
      stripe_version: header(asked.request, 'stripe-version') ?? null,
      idempotency_key: header(asked.request, 'idempotency-key') ?? null,
      ...(isReplay ? { replayed: true } : {}),
      ...(fault === undefined ? {} : { fault }),
    },
  });
}

type Server = { deps: ApiDeps; keys: IdempotencyStore; hanging: Hanging };

async function handle(server: Server, route: ApiRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { deps, keys } = server;
  deps.timeline.noteRequest();
  const asked = readRequest(request);
  const fault = deps.faults.next('stripe', asked.path);
  if (fault !== undefined && !isLate(fault)) {
    note(deps, asked, { status: sendEarlyFault(reply, server.hanging, fault, asked.requestId), fault });
    return reply;
  }
  const { answer, error, isReplay } = answerRequest(deps, keys, route, asked);
  note(deps, asked, { status: answer.status, refused: error && (error.details.code ?? error.message), isReplay, fault });
  if (fault !== undefined) {
    await sendLateFault(reply, server.hanging, fault, { status: answer.status, text: JSON.stringify(answer.body) });
    return reply;
  }
  void reply.headers({
    'request-id': asked.requestId,
    'stripe-version': apiVersion,
    ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key, 'original-request': answer.requestId }),
    ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
  });
  return reply.code(answer.status).send(answer.body);
}

/** Registers the endpoints on a scope of their own, which reads forms as text. */
export function serveApi(scope: FastifyInstance, deps: ApiDeps, routes: readonly ApiRoute[]): void {
  const server: Server = { deps, keys: createIdempotencyStore(() => deps.state.now()), hanging: new Set() };
  scope.addHook('preClose', (done) => {
    for (const connection of server.hanging) connection.destroy();
    done();
  });
  scope.setErrorHandler((error, _request, reply) => {
    // A mistake of the sandbox itself: the caller gets the API's form, whoever runs it gets the cause.
    console.error('payment sandbox failed', error);
    return reply.code(500).send(errorBody(new StripeError(500, 'The sandbox failed.', { type: 'api_error' }), newId('req', 14)));
  });
  for (const route of routes) {
    scope.route({ method: route.method, url: route.path, handler: (request, reply) => handle(server, route, request, reply) });
  }
  const unknown: ApiRoute = {
    method: 'GET',
    path: '/v1/*',
    run: () => {
      throw new StripeError(
        404,
        'Unrecognized request URL. Please see https://stripe.com/docs, or the sandbox does not have this endpoint.',
      );
    },
  };
  scope.all('/v1/*', (request, reply) => handle(server, unknown, request, reply));
}
