/** Settings of accounts: each is listed where operators look, and each does what it says (product.md 9.3, 16.2). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { createUser, newId, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const PASSWORD = 'the kettle sings at nine';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  t = await startTestApp({
    env: {
      LOGIN_FAILURES: '2',
      LOGIN_WINDOW_MINUTES: '10',
      LOGIN_WAIT_SECONDS_MIN: '70',
      LOGIN_WAIT_SECONDS_MAX: '100',
      LOGIN_FAILURES_IN_A_ROW: '4',
      LOGIN_PER_ADDRESS: '3',
      SESSION_IDLE_MINUTES: '2',
      SESSION_HOURS: '1',
      DATABASE_CONNECTIONS: '6',
    },
  });
});
afterAll(async () => await t.close());

let addresses = 0;
async function logIn(email: string, password = PASSWORD, address = `198.51.100.${(addresses += 1)}`): Promise<LightMyRequestResponse> {
  return await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password }, remoteAddress: address });
}
const fail = async ({ email }: Pick<User, 'email'>, address?: string) => {
  const reply = await logIn(email, 'not the right one at all', address);
  if (reply.statusCode !== 429) return reply.statusCode;
  // 70 s at first, then 140 s cut to 100; on a busy machine some of it has passed.
  return Number(reply.headers['retry-after']) > 70 ? 'the longest wait' : 'the shortest wait';
};
const anAccount = async () => await createUser(t.store, { password_hash: passwordHash });

test('two failures fill a counter; its waits begin with the shortest, grow to the longest, and end for good after four in a row', async () => {
  const user = await anAccount();

  expect([await fail(user), await fail(user), await fail(user)]).toEqual([422, 422, 'the shortest wait']);
  t.turnClock(71 * SECOND);
  expect([await fail(user), await fail(user)]).toEqual([422, 'the longest wait']);
  t.turnClock(101 * SECOND);
  expect(await fail(user)).toBe(422);
  t.turnClock(60 * MINUTE);
  expect((await logIn(user.email)).statusCode).toBe(429);
});

test('a failure is forgotten after the window', async () => {
  const user = await anAccount();

  expect(await fail(user)).toBe(422);
  t.turnClock(10 * MINUTE + SECOND);
  // The wait grows with the failures in a row, which no window ends.
  expect([await fail(user), await fail(user), await fail(user)]).toEqual([422, 422, 'the longest wait']);
});

test('three failures from one address of the network make it wait, whomever they were for', async () => {
  const someone = () => ({ email: `${newId()}@nobody.test` });
  const address = '203.0.113.40';

  expect([await fail(someone(), address), await fail(someone(), address), await fail(someone(), address)]).toEqual([422, 422, 422]);
  expect(await fail(someone(), address)).toBe('the shortest wait');
});

test('an address of the network that is full does not keep people out of browsers that signed in before', async () => {
  const [user, other] = [await anAccount(), await anAccount()];
  const address = '203.0.113.41';
  const device = (await logIn(user.email, PASSWORD, address)).cookies.find(({ name }) => name === 'device')?.value ?? '';
  const payload = { email: user.email, password: PASSWORD };
  const someone = () => ({ email: `${newId()}@nobody.test` });

  expect([await fail(someone(), address), await fail(someone(), address), await fail(someone(), address)]).toEqual([422, 422, 422]);

  expect((await logIn(other.email, PASSWORD, address)).statusCode).toBe(429);
  const known = await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress: address, cookies: { device } });
  expect(known.statusCode).toBe(200);
});

test('three registrations from one address of the network make it wait, although they succeed', async () => {
  const register = async () => {
    const payload = {
      organization_name: 'Fennimore Recovery',
      first_name: 'Nora',
      last_name: 'Fennimore',
      email: `${newId().toLowerCase()}@register.test`,
      phone: '5550100199',
      password: PASSWORD,
      provider_name: 'Fennimore House',
      provider_npi: '1234567893',
      provider_tax_id: '123456789',
      agree: true,
    };
    return (await t.app.inject({ method: 'POST', url: '/api/v1/auth/register', payload, remoteAddress: '203.0.113.42' })).statusCode;
  };

  expect([await register(), await register(), await register(), await register()]).toEqual([201, 201, 201, 429]);
});

test('a session ends after two idle minutes, and after an hour however busy', async () => {
  const user = await anAccount();
  const signIn = async () => (await logIn(user.email)).cookies.find(({ name }) => name === 'sid')?.value ?? '';
  const status = async (token: string) => (await t.call(token, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode;
  const idle = await signIn();
  t.turnClock(2 * MINUTE + SECOND);
  expect(await status(idle)).toBe(401);

  const busy = await signIn();
  for (let minute = 1; minute < 60; minute += 1) {
    t.turnClock(MINUTE);
    expect(await status(busy)).toBe(200);
  }
  t.turnClock(MINUTE);
  expect(await status(busy)).toBe(401);
});

test('refreshes in the background do not keep a session, and each says how much of it is left', async () => {
  const user = await anAccount();
  const token = (await logIn(user.email)).cookies.find(({ name }) => name === 'sid')?.value ?? '';
  const refresh = async (headers: Record<string, string> = {}) => {
    const reply = await t.call(token, { method: 'GET', url: '/api/v1/auth/refresh', headers });
    return reply.statusCode === 200 ? reply.json<{ user: SessionUser }>().user.session.idle_seconds_left : reply.statusCode;
  };
  const inBackground = { 'x-background': '1' };

  t.turnClock(MINUTE);
  expect(await refresh()).toBeCloseTo(120, -1);
  t.turnClock(MINUTE);
  expect(await refresh(inBackground)).toBeCloseTo(60, -1);
  t.turnClock(40 * SECOND);
  expect(await refresh(inBackground)).toBeCloseTo(20, -1);
  t.turnClock(20 * SECOND);
  expect(await refresh(inBackground)).toBe(401);
});

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

test('a server keeps so many connections to the database, and who comes when all are in use waits', async () => {
  const asked = Array.from({ length: 9 }, async () => await t.deps.db.lookup('wait', 'SELECT pg_sleep(0.5)', []));
  await expect.poll(() => t.deps.db.poolUse().used).toBe(6);
  expect(t.deps.db.poolUse().waiting).toBe(3);
  await Promise.all(asked);
});

test('what is not set is as the rules have it, and as .env.example shows it', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'settings-'));
  const shown = Object.fromEntries(
    [...read('.env.example').matchAll(/^([A-Z_]+)=([^#\n]*)/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );

  const { sandbox: _sandbox, ...unset } = readConfig({ NODE_ENV: 'development', DATA_DIR });
  const { sandbox: _shownSandbox, ...asShown } = readConfig({ ...shown, DATA_DIR });
  rmSync(DATA_DIR, { recursive: true });

  expect(asShown).toEqual(unset);
  expect(unset).toMatchObject({
    port: 3000,
    databaseConnections: 20,
    inquiryWaitSeconds: 45,
    session: { idleMinutes: 30, hours: 12 },
    login: { failures: 5, windowMinutes: 15, waitSecondsMin: 30, waitSecondsMax: 900, failuresInARow: 100, perAddress: 100 },
    adminSecondFactor: false,
    platformProvider: null,
    logLevel: 'info',
  });
});

test('every setting stands in .env.example, and nothing else does', () => {
  const listed = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const known = [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name);

  expect(known.length).toBeGreaterThan(30);
  expect(listed.toSorted()).toEqual(known.toSorted());
});
