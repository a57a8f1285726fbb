/** Faults on demand: POST /__fault orders them, the next requests of that vendor get them. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const VENDORS = ['availity', 'pverify', 'core', 'stripe', 'smtp'] as const;
export type Vendor = (typeof VENDORS)[number];

/** Before the request is worked on: nothing has happened at the vendor. */
const EARLY_FAULTS = [
  'hang',
  'reset',
  '429',
  '401',
  '404',
  '500',
  '502',
  '503',
  'error-body',
  'wrong-json',
  'malformed',
  'wrong-type',
  'huge',
] as const;
/** After it: the vendor has done its work, and only the answer suffers. */
const LATE_FAULTS = ['truncated', 'slow-drip', 'lost', 'late-hang', 'late-huge'] as const;
/** Of the CORE gateway alone: its work is done, and it answers something else than the answer. */
export const CORE_FAULTS = [
  'soap-fault',
  'empty-payload',
  'escaped-payload',
  'ack-999',
  'ack-ta1',
  'wrong-numbers',
  'two-transactions',
  'cut-x12',
] as const;
export const FAULT_KINDS = [...EARLY_FAULTS, ...LATE_FAULTS, ...CORE_FAULTS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultOrder {
  vendor: Vendor;
  kind: FaultKind;
  times: number;
  /** A prefix of the path without query, or a regular expression between slashes. */
  path?: string;
  /** Text that the request's body must hold. */
  body?: string;
  /** POST, GET ... */
  method?: string;
  /** Only each so-manieth request that fits; every one without it. */
  every?: number;
  /** Seconds, sent as Retry-After with whatever status the fault has. */
  retryAfter?: number;
}

interface FaultedRequest {
  /** null where the vendor does not tell it; then an order for one method fits. */
  method: string | null;
  /** Without query. */
  path: string;
  body: string;
}

export interface Faults {
  order(fault: FaultOrder): void;
  clear(): void;
  pending(): FaultOrder[];
  /** The next fault that fits; it is used up by that. */
  take(vendor: Vendor, request: FaultedRequest): Pick<FaultOrder, 'kind' | 'retryAfter'> | null;
}

export function createFaults(): Faults {
  let orders: (FaultOrder & { seen: number })[] = [];
  return {
    order(fault) {
      orders.push({ ...fault, seen: 0 });
    },
    clear() {
      orders = [];
    },
    pending: () => orders.map(({ seen: _seen, ...order }) => order),
    take(vendor, request) {
      const fitting = orders.filter((candidate) => candidate.vendor === vendor && fits(candidate, request));
      for (const candidate of fitting) candidate.seen += 1;
      const order = fitting.find(({ seen, every = 1 }) => seen % every === 0);
      if (!order) return null;
      order.times -= 1;
      if (order.times <= 0) orders = orders.filter((other) => other !== order);
      return order;
    },
  };
}

function fits(order: FaultOrder, request: FaultedRequest): boolean {
  if (order.method && request.method && order.method.toUpperCase() !== request.method) return false;
  if (order.body && !request.body.includes(order.body)) return false;
  if (!order.path) return true;
  const expression = /^\/(.+)\/(i?)$/.exec(order.path);
  if (expression?.[1]) return new RegExp(expression[1], expression[2]).test(request.path);
  return request.path.toLowerCase().startsWith(order.path.toLowerCase());
}

/** Makes every request of this Fastify scope subject to the vendor's faults. `asRefused` is the vendor's own body of a 401, 404 or 500. */
export function applyFaults(scope: FastifyInstance, vendor: Vendor, faults: Faults, asRefused: (status: number) => unknown): void {
  scope.addHook('preHandler', async (request, reply) => {
    const order = faults.take(vendor, { method: request.method, path: request.url.split('?')[0] ?? '', body: request.sandboxBody });
    const kind = order?.kind ?? null;
    request.sandboxFault = kind;
    if (order?.retryAfter !== undefined) reply.header('retry-after', order.retryAfter);
    if (kind === null || !isEarly(kind)) return undefined;
    return sendEarlyFault(kind, request, reply, asRefused);
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    const kind = request.sandboxFault;
    return kind !== null && isLate(kind) ? spoil(kind, request, reply, payload) : payload;
  });
}

type EarlyFault = (typeof EARLY_FAULTS)[number];
type LateFault = (typeof LATE_FAULTS)[number];

function isEarly(kind: FaultKind): kind is EarlyFault {
  return EARLY_FAULTS.some((early) => early === kind);
}

function isLate(kind: FaultKind): kind is LateFault {
  return LATE_FAULTS.some((late) => late === kind);
}

/** A body that is sent as it stands. */
const CANNED: Readonly<
  Record<
    Exclude<EarlyFault, 'hang' | 'reset' | '401' | '404' | '500' | 'error-body'>,
    { status: number; type: string; body: () => string | Readable }
  >
> = {
  '429': { status: 429, type: 'text/plain', body: () => 'Too Many Requests' },
  '502': { status: 502, type: 'text/html', body: () => '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  '503': { status: 503, type: 'text/html', body: () => '<html><body><h1>503 Service Unavailable</h1></body></html>' },
  'wrong-json': { status: 200, type: 'application/json', body: () => '{"unexpected":{"shape":[1,2,3]},"statusCode":{"no":"string"}}' },
  malformed: { status: 200, type: 'application/json', body: () => '{"id": "1", "plans": [}' },
  'wrong-type': { status: 200, type: 'text/html', body: () => '<!doctype html><title>Sign in</title><p>Please sign in to the portal.</p>' },
  huge: { status: 200, type: 'application/json', body: () => Readable.from(hugeBody()) },
};

function sendEarlyFault(
  kind: EarlyFault,
  request: FastifyRequest,
  reply: FastifyReply,
  asRefused: (status: number) => unknown,
): FastifyReply {
  if (kind === 'hang' || kind === 'reset') {
    if (kind === 'reset') request.raw.socket.resetAndDestroy();
    return reply.hijack();
  }
  // The vendor's own words for a failure, in a reply that says by its status that all is well.
  if (kind === 'error-body') return reply.code(200).send(asRefused(500));
  if (kind === '401' || kind === '404' || kind === '500') return reply.code(Number(kind)).send(asRefused(Number(kind)));
  const canned = CANNED[kind];
  return reply.code(canned.status).type(canned.type).send(canned.body());
}

/** About 20 MB of well-formed JSON. */
function* hugeBody(): Generator<string> {
  yield '{"padding":[""';
  const chunk = `,"${'x'.repeat(1021)}"`.repeat(64);
  for (let i = 0; i < 320; i += 1) yield chunk;
  yield ']}';
}

function spoil(kind: LateFault, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (kind === 'late-hang') return new Promise(() => undefined);
  if (kind === 'lost') {
    request.raw.socket.resetAndDestroy();
    return payload;
  }
  if (kind === 'late-huge') {
    reply.removeHeader('content-length');
    return Readable.from(hugeBody());
  }
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : Buffer.from('{}');
  reply.header('content-length', text.length);
  return Readable.from(kind === 'truncated' ? halfThenCut(text, request) : drip(text));
}

async function* halfThenCut(text: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield text.subarray(0, Math.floor(text.length / 2));
  await pause(30);
  request.raw.socket.destroy();
}

async function* drip(text: Buffer): AsyncGenerator<Buffer> {
  for (const byte of text) {
    yield Buffer.of(byte);
    await pause(200);
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
