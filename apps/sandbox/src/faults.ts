/** Faults on demand: POST /__fault orders them, the next requests of that vendor get them. */

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const VENDORS = ['availity', 'pverify', 'stripe', 'smtp'] as const;
export type Vendor = (typeof VENDORS)[number];

/** Before the request is worked on: nothing has happened at the vendor. */
const EARLY_FAULTS = ['hang', 'reset', '429', '401', '500', '502', '503', 'wrong-json', 'malformed', 'wrong-type', 'huge'] as const;
/** After it: the vendor has done its work, and only the answer suffers. */
const LATE_FAULTS = ['truncated', 'slow-drip', 'lost', 'late-hang'] as const;
export const FAULT_KINDS = [...EARLY_FAULTS, ...LATE_FAULTS] as const;
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
}

export interface Faults {
  order(fault: FaultOrder): void;
  clear(): void;
  pending(): FaultOrder[];
  /** The next fault that fits; it is used up by that. */
  take(vendor: Vendor, request: { method: string; path: string; body: string }): FaultKind | null;
}

export function createFaults(): Faults {
  let orders: FaultOrder[] = [];
  return {
    order(fault) {
      orders.push({ ...fault });
    },
    clear() {
      orders = [];
    },
    pending: () => orders.map((order) => ({ ...order })),
    take(vendor, request) {
      const order = orders.find((candidate) => candidate.vendor === vendor && fits(candidate, request));
      if (!order) return null;
      order.times -= 1;
      if (order.times <= 0) orders = orders.filter((other) => other !== order);
      return order.kind;
    },
  };
}

function fits(order: FaultOrder, request: { method: string; path: string; body: string }): boolean {
  if (order.method && order.method.toUpperCase() !== request.method) return false;
  if (order.body && !request.body.includes(order.body)) return false;
  if (!order.path) return true;
  const expression = /^\/(.+)\/(i?)$/.exec(order.path);
  if (expression?.[1]) return new RegExp(expression[1], expression[2]).test(request.path);
  return request.path.toLowerCase().startsWith(order.path.toLowerCase());
}

/** Makes every request of this Fastify scope subject to the vendor's faults. `asRefused` is the vendor's own body of a 401 or 500. */
export function applyFaults(scope: FastifyInstance, vendor: Vendor, faults: Faults, asRefused: (status: number) => unknown): void {
  scope.addHook('preHandler', async (request, reply) => {
    const kind = faults.take(vendor, { method: request.method, path: request.url.split('?')[0] ?? '', body: request.sandboxBody });
    request.sandboxFault = kind;
    if (kind === null || isLate(kind)) return;
    return sendEarlyFault(kind, request, reply, asRefused);
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    const kind = request.sandboxFault;
    return kind !== null && isLate(kind) ? spoil(kind, request, reply, payload) : payload;
  });
}

function isLate(kind: FaultKind): kind is (typeof LATE_FAULTS)[number] {
  return (LATE_FAULTS as readonly string[]).includes(kind);
}

async function sendEarlyFault(
  kind: Exclude<FaultKind, (typeof LATE_FAULTS)[number]>,
  request: FastifyRequest,
  reply: FastifyReply,
  asRefused: (status: number) => unknown,
): Promise<FastifyReply> {
  switch (kind) {
    case 'hang':
      return reply.hijack();
    case 'reset':
      request.raw.socket.resetAndDestroy();
      return reply.hijack();
    case '429':
      return reply.code(429).type('text/plain').send('Too Many Requests');
    case '401':
    case '500':
      return reply.code(Number(kind)).send(asRefused(Number(kind)));
    case '502':
    case '503':
      return reply.code(Number(kind)).type('text/html').send(`<html><body><h1>${kind} Gateway problem</h1></body></html>`);
    case 'wrong-json':
      return reply.code(200).type('application/json').send('{"unexpected":{"shape":[1,2,3]},"statusCode":{"no":"string"}}');
    case 'malformed':
      return reply.code(200).type('application/json').send('{"id": "1", "plans": [}');
    case 'wrong-type':
      return reply.code(200).type('text/html').send('<!doctype html><title>Sign in</title><p>Please sign in to the portal.</p>');
    case 'huge':
      return reply.code(200).type('application/json').send(Readable.from(hugeBody()));
  }
}

/** About 20 MB of well-formed JSON. */
function* hugeBody(): Generator<string> {
  yield '{"padding":[""';
  const chunk = `,"${'x'.repeat(1021)}"`.repeat(64);
  for (let i = 0; i < 320; i += 1) yield chunk;
  yield ']}';
}

async function spoil(kind: (typeof LATE_FAULTS)[number], request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : Buffer.from('{}');
  switch (kind) {
    case 'lost':
      request.raw.socket.resetAndDestroy();
      return payload;
    case 'late-hang':
      return new Promise(() => undefined);
    case 'truncated':
      reply.header('content-length', text.length);
      return Readable.from(halfThenCut(text, request));
    case 'slow-drip':
      reply.header('content-length', text.length);
      return Readable.from(drip(text));
  }
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
