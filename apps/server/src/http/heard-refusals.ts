/**
 * A refusal that is known before the whole request has come. It goes out at once; but a connection closed while its other end still
 * writes is reset, and whoever reads only after writing would never see why (docs/product.md 5.4).
 */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long the rest of a refused request is thrown away before its connection may end. */
const REST_MS = 10_000;

export function registerHeardRefusals(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !isStillComing(request)) return payload;
    // With its length told, the answer is whole for whoever reads it now.
    reply.header('content-length', Buffer.byteLength(payload));
    return Readable.from(payloadThenRest(Buffer.from(payload), request), { objectMode: false });
  });
}

const isStillComing = ({ raw }: FastifyRequest): boolean =>
  !raw.readableEnded &&
  !raw.destroyed &&
  (Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined);

async function* payloadThenRest(payload: Buffer, { raw }: FastifyRequest): AsyncGenerator<Buffer> {
  yield payload;
  raw.unpipe();
  raw.resume();
  // However it ends, and be it too late: the answer has been written.
  await finished(raw, { writable: false, signal: AbortSignal.timeout(REST_MS) }).catch(() => undefined);
}
