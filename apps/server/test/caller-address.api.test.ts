/** Whose address counts as the caller's: the counters of failed logins and the audit log rest on it (docs/product.md 16.2). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

const PROXY = '10.20.0.5';
const OUTSIDE = '203.0.113.9';
let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ env: { TRUST_PROXY: '10.20.0.0/16', LOGIN_PER_ADDRESS: '2' } });
});
afterAll(async () => await t.close());

let people = 0;
async function fail(remoteAddress: string, forwardedFor: string): Promise<number> {
  people += 1;
  const payload = { email: `nobody${people}@harbor.test`, password: 'not the right one at all' };
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress, headers })).statusCode;
}

test('who reaches the port itself cannot choose its address', async () => {
  expect([await fail(OUTSIDE, '198.51.100.1'), await fail(OUTSIDE, '198.51.100.2'), await fail(OUTSIDE, '198.51.100.3')]).toEqual([
    422, 422, 429,
  ]);
});

test('behind the proxy each caller counts for itself, and what a caller claims before the proxy adds the truth counts nothing', async () => {
  expect([await fail(PROXY, '192.0.2.1'), await fail(PROXY, '192.0.2.2'), await fail(PROXY, '192.0.2.3')]).toEqual([422, 422, 422]);
  expect([
    await fail(PROXY, '1.1.1.1, 192.0.2.7'),
    await fail(PROXY, '2.2.2.2, 192.0.2.7'),
    await fail(PROXY, '3.3.3.3, 192.0.2.7'),
  ]).toEqual([422, 422, 429]);
});
