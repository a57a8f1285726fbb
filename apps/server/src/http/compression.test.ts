import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCompression } from './compression.ts';

const ROWS = Array.from({ length: 200 }, (_row, index) => ({ index, words: 'the same words in each row' }));
const TEXT = JSON.stringify(ROWS);

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await registerCompression(app);
  app.get('/api/v1/inquiries', async () => ROWS);
  app.get('/api/v1/inquiries/one', async () => ROWS.slice(0, 1));
  app.get('/api/v1/inquiries/pdf', async (_request, reply) => await reply.type('application/pdf').send(Buffer.from(TEXT)));
  app.get('/api/v1/auth/second-factors', async () => ROWS);
  app.post('/api/v1/inquiries', async (request) => ({ got: request.body }));
});
afterAll(async () => await app.close());

const get = async (url: string, encodings?: string) =>
  await app.inject({ method: 'GET', url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

test('JSON goes as small as the browser takes it, and says that this depends on the browser', async () => {
  const br = await get('/api/v1/inquiries', 'gzip, deflate, br');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TEXT);

  const gzip = await get('/api/v1/inquiries', 'gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(TEXT);

  expect((await get('/api/v1/inquiries')).payload).toBe(TEXT);
});

test.each([
  ['of less than 1 kB', '/api/v1/inquiries/one'],
  ['that is compressed in itself', '/api/v1/inquiries/pdf'],
  ['that may tell a secret', '/api/v1/auth/second-factors'],
])('a reply %s goes as it is', async (_what, url) => {
  const reply = await get(url, 'gzip, deflate, br');
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, undefined]);
});

test('a compressed body is not unpacked', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/inquiries',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from('{"a":1}'),
  });
  expect(reply.json()).toEqual({ got: { a: 1 } });
});
