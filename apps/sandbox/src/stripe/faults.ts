/** Failures on demand, in the words of the sandbox's fault switch. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { errorBody, StripeError } from './stripe-error.ts';

/** After the request was carried out: only the answer suffers, which is the worst moment for the caller. */
const lateKinds = new Set(['truncated', 'slow-drip', 'lost', 'late-hang']);
const dripMs = 50;
const dripBytes = 16;
const hugeBytes = 20 * 1024 * 1024;

/** Connections left without an answer, so that closing the server can end them. */
export type Hanging = Set<FastifyReply['raw']>;

/** Whether the request is carried out all the same. */
export function isLate(kind: string): boolean {
  return lateKinds.has(kind);
}

const canned: Readonly<Record<string, { status: number; type: string; body: () => string }>> = {
  '502': { status: 502, type: 'text/html', body: () => '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  '503': { status: 503, type: 'text/html', body: () => '<html><body><h1>503 Service Unavailable</h1></body></html>' },
  'wrong-json': { status: 200, type: 'application/json', body: () => '{"unexpected":{"shape":[1,2,3]}}' },
  malformed: { status: 200, type: 'application/json', body: () => '{"id": "sub_1", "items": [}' },
  'wrong-type': { status: 200, type: 'text/html', body: () => '<!doctype html><title>Sign in</title><p>Please sign in to the portal.</p>' },
  huge: { status: 200, type: 'application/json', body: () => `{"padding":"${'x'.repeat(hugeBytes)}"}` },
};

/** Answers in place of the endpoint; nothing has happened. Returns the status, 0 for none. */
export function sendEarlyFault(reply: FastifyReply, hanging: Hanging, kind: string, requestId: string): number {
  if (kind === '401' || kind === '429' || kind === '500') {
    const error = new StripeError(Number(kind), kind === '429' ? 'Request rate limit exceeded.' : 'An unknown error occurred.', {
      type: kind === '500' ? 'api_error' : 'invalid_request_error',
      code: kind === '429' ? 'rate_limit' : undefined,
    });
    void reply.code(error.status).header('request-id', requestId).send(errorBody(error, requestId));
    return error.status;
  }
  const text = canned[kind];
  if (text) {
    void reply.code(text.status).type(text.type).send(text.body());
    return text.status;
  }
  leaveWithoutAnswer(reply, hanging, kind === 'hang');
  return 0;
}

function leaveWithoutAnswer(reply: FastifyReply, hanging: Hanging, isSilent: boolean): void {
  reply.hijack();
  if (!isSilent) {
    reply.raw.destroy();
    return;
  }
  hanging.add(reply.raw);
  reply.raw.once('close', () => hanging.delete(reply.raw));
}

/** Spoils the answer to a request that was carried out. */
export async function sendLateFault(
  reply: FastifyReply,
  hanging: Hanging,
  kind: string,
  answer: { status: number; text: string },
): Promise<void> {
  if (kind === 'lost' || kind === 'late-hang') {
    leaveWithoutAnswer(reply, hanging, kind === 'late-hang');
    return;
  }
  const body = Buffer.from(answer.text);
  reply.hijack();
  reply.raw.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': String(body.length), connection: 'close' });
  if (kind === 'truncated') {
    reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
    return;
  }
  for (let at = 0; at < body.length && !reply.raw.destroyed; at += dripBytes) {
    reply.raw.write(body.subarray(at, at + dripBytes));
    await wait(dripMs);
  }
  reply.raw.end();
}
