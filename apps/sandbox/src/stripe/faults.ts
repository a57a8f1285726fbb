/** Failures on demand. Those of the line strike after the request was carried out: the worst moment for the caller. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { StripeError } from './stripe-error.ts';

const dripMs = 100;
const dripBytes = 16;

/** A fault that refuses the request before anything has happened, if `kind` is one. */
export function refusalOf(kind: string): StripeError | undefined {
  if (kind === '429') return new StripeError(429, 'Request rate limit exceeded.', { code: 'rate_limit' });
  const status = /^5\d\d$/.test(kind) ? Number(kind) : undefined;
  return status === undefined ? undefined : new StripeError(status, 'An unknown error occurred.', { type: 'api_error' });
}

async function drip(reply: FastifyReply, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && !reply.raw.destroyed; at += dripBytes) {
    reply.raw.write(body.subarray(at, at + dripBytes));
    await wait(dripMs);
  }
  reply.raw.end();
}

/** Connections left hanging, so that closing the server can end them. */
export type Hanging = Set<FastifyReply['raw']>;

/** Sends `text` the way the fault says. Unknown kinds break the connection. */
export async function sendFaulty(
  reply: FastifyReply,
  hanging: Hanging,
  kind: string,
  { status, text }: { status: number; text: string },
): Promise<void> {
  const body = Buffer.from(text);
  reply.hijack();
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  if (kind === 'hang') {
    hanging.add(reply.raw);
    reply.raw.once('close', () => hanging.delete(reply.raw));
    return;
  }
  if (kind === 'truncated' || kind === 'truncate') {
    reply.raw.writeHead(status, headers);
    reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
    return;
  }
  if (kind === 'wrong-json') {
    reply.raw.writeHead(200, { 'content-type': 'application/json' });
    reply.raw.end('{"unexpected":["shape"]}');
    return;
  }
  if (kind === 'slow-drip' || kind === 'slow') {
    reply.raw.writeHead(status, headers);
    await drip(reply, body);
    return;
  }
  reply.raw.destroy();
}

/** `truncated body`, `Truncated_Body` and `truncated` are one kind. */
export function faultKind(asked: string): string {
  return asked
    .toLowerCase()
    .replaceAll(/[_ ]/g, '-')
    .replace(/-(body|answer)$/, '');
}
