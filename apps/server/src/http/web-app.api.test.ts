import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { eventually } from '../../test/billing.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let t: TestApp;
let app: FastifyInstance;
let root = '';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'web-app-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>The application</title><style nonce="%CSP_NONCE%"></style>');
  writeFileSync(join(root, 'assets/a.js'), '1');
  writeFileSync(join(root, 'assets/b.js'), 'as it is');
  writeFileSync(join(root, 'assets/b.js.br'), 'for br');
  writeFileSync(join(root, 'assets/b.js.gz'), 'for gzip');
  cpSync(fileURLToPath(new URL('../../../web/public', import.meta.url)), root, { recursive: true });
  t = await startTestApp();
  app = await buildApp({ deps: t.deps, asking: t.asking, sealWatch: t.sealWatch, webRoot: root });
});
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(root, { recursive: true });
});

test.each([
  '/assets/%00',
  '/assets/a.js%00',
  '/assets/%ff',
  '/assets/%c0%ae%c0%ae/x',
  '/assets/%',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%0d%0aSet-Cookie:x',
  '/%00',
  '/%ff',
  '/inquiries/%zz',
  '/api/v1/inquiries/%00',
  '/api/v1/%ff',
])('%s is not found', async (url) => {
  const reply = await app.inject({ method: 'GET', url });

  expect([reply.statusCode, reply.json()]).toEqual([404, { errors: { NOFIELD: ['Not found.'] } }]);
});

test('files and screens are served as before', async () => {
  expect((await app.inject({ method: 'GET', url: '/assets/a.js' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'GET', url: '/inquiries?q=%F0%9F%8C%8A' })).body).toContain('The application');
});

test('a page may load files of its own alone, runs no script that stands in it, and styles itself by a word that is new each time', async () => {
  const pages = [await app.inject({ method: 'GET', url: '/' }), await app.inject({ method: 'GET', url: '/' })];

  const words = pages.map(({ body }) => /nonce="([^"]{16,})"/.exec(body)?.[1] ?? '');
  expect(new Set(words).size).toBe(2);
  for (const [index, { headers }] of pages.entries()) {
    expect(String(headers['content-security-policy']).split('; ').toSorted()).toEqual(
      [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${words[index] ?? ''}'`,
      ].toSorted(),
    );
  }
});

test.each([
  ['gzip, deflate, br', 'br', 'for br'],
  ['gzip', 'gzip', 'for gzip'],
  ['identity', undefined, 'as it is'],
])('a built file is there for a browser that takes %s, and is kept by it for ever', async (takes, encoding, body) => {
  const ask = async (headers: Record<string, string>) =>
    await app.inject({ method: 'GET', url: '/assets/b.js', headers: { 'accept-encoding': takes, ...headers } });

  const reply = await ask({});
  expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, encoding, body]);
  expect(reply.headers).toMatchObject({
    'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const tag = String(reply.headers.etag);
  expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304);
});

test('robots are told to stay away, in a text', async () => {
  const reply = await app.inject({ method: 'GET', url: '/robots.txt' });

  expect(reply.headers['content-type']).toMatch(/^text\/plain/);
  expect(reply.body).toBe('User-agent: *\nDisallow: /\n');
});

test('a server that is too busy for calls still answers with its pages and files, and to probes', async () => {
  // Any delay of the event loop at all is too long.
  const busy = await buildApp({
    deps: t.deps,
    asking: t.asking,
    sealWatch: t.sealWatch,
    webRoot: root,
    maxEventLoopDelayMs: Number.EPSILON,
  });
  try {
    await eventually(async () => {
      const refused = await busy.inject({ method: 'GET', url: '/api/v1/payers' });
      expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
        503,
        '5',
        { errors: { NOFIELD: ['The service is busy. Please try again in a moment.'] } },
      ]);
    });
    const served = await Promise.all(
      ['/inquiries', '/assets/a.js', '/healthz'].map(async (url) => await busy.inject({ method: 'GET', url })),
    );
    expect(served.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  } finally {
    await busy.close();
  }
});
