/** Compresses on the way what the server makes itself. The browser's files are compressed by the build (decision 069). */
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which a reply fits into one packet anyway. */
const THRESHOLD = 1024;
/** JSON and pages. A PDF, a picture or a file to download is sent as it is. */
const COMPRESSED_TYPES = /^(?:application\/json|text\/html)\b/;

/**
 * What tells a secret, as a new second factor, is never compressed: whoever can put words of their own beside it could learn it from
 * the length of the reply.
 */
const HOLDS_SECRETS = /^\/api\/v1\/auth\//;

/** Before any route is registered. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (HOLDS_SECRETS.test(route.url)) route.compress = false;
  });
  await app.register(fastifyCompress, {
    threshold: THRESHOLD,
    customTypes: COMPRESSED_TYPES,
    encodings: ['br', 'gzip'],
    // The best one takes far longer, for few bytes less.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    // No client sends compressed bodies, and a few bytes can hold a gigabyte.
    globalDecompression: false,
  });
}
