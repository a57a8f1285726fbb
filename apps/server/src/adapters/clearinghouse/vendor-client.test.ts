import { expect, test } from 'vitest';
import { callVendor } from './vendor-client.ts';
import type { VendorCall } from './vendor-client.ts';
import type { Fetch } from './vendor-http.ts';

function failing(code: string, extra: object = {}): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code, ...extra }) });
}

/** Calls with a fetch that runs these in turn; the last repeats. */
async function callWith(steps: (() => Promise<Response>)[], change: Partial<VendorCall> = {}) {
  let calls = 0;
  const fetch: Fetch = async () => {
    const step = steps[Math.min(calls, steps.length - 1)];
    calls += 1;
    return (await step?.()) ?? new Response();
  };
  const reply = await callVendor(
    {
      fetch,
      tokens: { get: () => Promise.resolve({ kind: 'token', token: 't', expiresInSeconds: 300 }), drop: () => undefined },
      now: () => new Date(),
      sleep: () => Promise.resolve(),
      random: () => 0,
      headers: {},
      vendorCodeOf: () => null,
    },
    {
      operation: 'ask',
      method: 'POST',
      url: 'https://vendor.invalid/x',
      repeatable: true,
      timeoutMs: 500,
      signal: new AbortController().signal,
      ...change,
    },
  );
  return { reply, calls };
}

const fails = (error: Error) => () => Promise.reject(error);
const answers =
  (status: number, body = '{}', type = 'application/json') =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));

test.each([
  ['ECONNREFUSED', {}, 'unreachable', 3],
  ['ENOTFOUND', {}, 'unreachable', 3],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', {}, 'unreachable', 3],
  ['UND_ERR_CONNECT_TIMEOUT', {}, 'unreachable', 1],
  ['ETIMEDOUT', { syscall: 'connect' }, 'unreachable', 1],
  ['ETIMEDOUT', { syscall: 'read' }, 'uncertain', 3],
  ['ECONNRESET', {}, 'uncertain', 3],
  ['UND_ERR_SOCKET', {}, 'uncertain', 3],
])('a connection that fails with %s %j is %s after %i attempts', async (code, extra, kind, attempts) => {
  const { reply, calls } = await callWith([fails(failing(code, extra))]);
  expect(reply.kind).toBe(kind);
  expect(calls).toBe(attempts);
});

test('what must not be repeated is sent once, whatever happens', async () => {
  for (const step of [fails(failing('ECONNRESET')), fails(failing('ECONNREFUSED')), answers(503), answers(429), answers(200, '{"a')]) {
    expect((await callWith([step], { repeatable: false })).calls).toBe(1);
  }
});

test('once a question may have arrived, a refused connection does not make it unasked', async () => {
  const { reply } = await callWith([fails(failing('ECONNRESET')), fails(failing('ECONNREFUSED'))]);
  expect(reply.kind).toBe('uncertain');
});

test('a repeat that succeeds is the reply', async () => {
  const { reply, calls } = await callWith([answers(503), answers(202, '{"id":"1"}')]);
  expect(reply).toEqual({ kind: 'reply', status: 202, body: { id: '1' } });
  expect(calls).toBe(2);
});

test.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'application.json', 'text/json'])(
  'content type %s is read as JSON',
  async (type) => {
    expect((await callWith([answers(200, '{"a":1}', type)])).reply).toMatchObject({ body: { a: 1 } });
  },
);
