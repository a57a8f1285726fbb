import { hash } from '@node-rs/argon2';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser, newId, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Tx } from '../../db/client.ts';
import { setPassword } from './accounts.repository.ts';
import { hashPassword } from './passwords.ts';
import { lockUser } from './second-factors.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => await t.close());

const PASSWORD = 'the kettle sings at nine';
const anAccount = async (over: Parameters<typeof createUser>[1] = {}) =>
  await createUser(t.store, { password_hash: passwordHash, ...over });
let addresses = 0;
/** Each call from an address of its own, unless told otherwise. */
async function logIn(email: string, { password = PASSWORD, device = '', address = `198.51.100.${(addresses += 1)}` } = {}) {
  return await t.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password },
    remoteAddress: address,
    ...(device === '' ? {} : { cookies: { device } }),
  });
}
const wrong = { password: 'not the right one at all' };
const deviceOf = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'device')?.value ?? '';
const fail = async (user: Pick<User, 'email'>, times: number, options = {}) => {
  const replies = [];
  for (let attempt = 0; attempt < times; attempt += 1) replies.push(await logIn(user.email, { ...wrong, ...options }));
  return replies;
};

test('a wrong password and an unknown address answer in the same words', async () => {
  const user = await anAccount();

  const [known, unknown] = [await logIn(user.email, wrong), await logIn(`${newId()}@nobody.test`, wrong)];

  expect([known.statusCode, known.json()]).toEqual([422, { errors: { NOFIELD: ['The email or password is incorrect.'] } }]);
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
});

test('only the right password learns that an account, or its organization, is deactivated', async () => {
  const closed = await createOrganization(t.store, { is_active: false });
  const [user, member] = [await anAccount({ is_active: false }), await anAccount({ organization_id: closed.id })];
  const words = (reply: LightMyRequestResponse) => reply.json<{ errors: { NOFIELD: string[] } }>().errors.NOFIELD;

  expect(words(await logIn(user.email))).toEqual(['This account is deactivated. Please ask your manager.']);
  expect(words(await logIn(member.email))).toEqual(['This account is deactivated. Please contact support.']);
  expect(words(await logIn(user.email, wrong))).toEqual(['The email or password is incorrect.']);
});

test.each(['a known address', 'an unknown address'])('after five failures %s has to wait, longer each time', async (whose) => {
  const email = whose === 'a known address' ? (await anAccount()).email : `${newId()}@nobody.test`;
  const statuses = (await fail({ email }, 5)).map((reply) => reply.statusCode);

  const blocked = await logIn(email);
  const first = Number(blocked.headers['retry-after']);
  t.turnClock((first + 1) * 1000);
  const sixth = await logIn(email, wrong);
  const second = Number((await logIn(email)).headers['retry-after']);

  expect(statuses).toEqual([422, 422, 422, 422, 422]);
  expect(blocked.statusCode).toBe(429);
  expect([first > 0 && first <= 30, sixth.statusCode, second > 30 && second <= 60]).toEqual([true, 422, true]);
});

test('a stranger’s failures do not keep the owner out of a browser that signed in before', async () => {
  const user = await anAccount();
  const device = deviceOf(await logIn(user.email));
  await fail(user, 6);

  expect((await logIn(user.email)).statusCode).toBe(429);
  expect((await logIn(user.email, { device })).statusCode).toBe(200);
  // And that success opens nothing for the stranger.
  expect((await logIn(user.email)).statusCode).toBe(429);
});

test('failures in the own browser do not count against another', async () => {
  const user = await anAccount();
  const [desk, phone] = [deviceOf(await logIn(user.email)), deviceOf(await logIn(user.email))];
  await fail(user, 6, { device: desk });

  expect((await logIn(user.email, { device: desk })).statusCode).toBe(429);
  expect((await logIn(user.email, { device: phone })).statusCode).toBe(200);
});

test('of guesses that arrive together no more than five are checked', async () => {
  const user = await anAccount();

  const replies = await Promise.all(Array.from({ length: 30 }, async () => await logIn(user.email, wrong)));

  expect(replies.filter((reply) => reply.statusCode === 422).length).toBeLessThanOrEqual(5);
  expect(replies.every((reply) => [422, 429].includes(reply.statusCode))).toBe(true);
});

test('an address of the network that fails with many accounts has to wait', async () => {
  const address = '203.0.113.9';
  const attempt = async () => (await logIn(`${newId()}@nobody.test`, { ...wrong, address })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 100 }, attempt));

  expect(new Set(statuses)).toEqual(new Set([422]));
  expect(await attempt()).toBe(429);
});

test('each sign-in gets a token of its own, in a cookie that scripts and other sites cannot use', async () => {
  const user = await anAccount();

  const [one, two] = [await logIn(user.email), await logIn(user.email)];

  const cookies = [one, two].map((reply) => reply.cookies.find(({ name }) => name === 'sid'));
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(cookies[0]?.value).toMatch(/^[\w-]{43}$/);
  expect(cookies[0]?.value).not.toBe(cookies[1]?.value);
});

test('signing in ends the session that this browser had, whoever it was', async () => {
  const [first, second] = [await anAccount(), await anAccount()];
  const sidOf = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
  const isAlive = async (sid: string) => (await t.call(sid, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode === 200;
  const elsewhere = sidOf(await logIn(first.email));
  const former = sidOf(await logIn(first.email));
  const login = async (payload: object) => await t.call(former, { method: 'POST', url: '/api/v1/auth/login', payload });

  // A failed attempt ends nothing.
  expect((await login({ email: second.email, ...wrong })).statusCode).toBe(422);
  expect(await isAlive(former)).toBe(true);
  const next = sidOf(await login({ email: second.email, password: PASSWORD }));

  expect([await isAlive(former), await isAlive(next), await isAlive(elsewhere)]).toEqual([false, true, true]);
});

test('while an account of the demo is still being made, a login with it says so and not that the password is wrong', async () => {
  const email = `${newId().toLowerCase()}@demo.test`;
  t.deps.loadingAccounts.add(email);

  const reply = await logIn(email.toUpperCase());
  t.deps.loadingAccounts.clear();

  expect([reply.statusCode, reply.json()]).toEqual([503, { errors: { NOFIELD: ['Demo data are still loading.'] } }]);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await logIn(email)).statusCode).toBe(422);
});

test('people at one address who sign in at the same moment, some to the same account, do not get into each other’s way', async () => {
  const [first, second] = [await anAccount(), await anAccount()];
  const signIn = async ({ email }: User) => (await logIn(email, { address: '203.0.113.40' })).statusCode;

  const answers: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    answers.push(...(await Promise.all([first, second, first, second, first, second].map(signIn))));
  }

  expect(new Set(answers)).toEqual(new Set([200]));
});

/** What `change` does is done once so many sign-ins of the user have verified the password and are about to open their sessions. */
async function logInDuring(user: User, change: (tx: Tx) => Promise<void>, count = 1): Promise<LightMyRequestResponse[]> {
  const { replies } = await t.deps.db.asOrganization(user.organization_id, async (tx) => {
    await lockUser(tx, user.id);
    const signingIn = Array.from({ length: count }, async () => await logIn(user.email));
    await untilWaiting(t.deps.db, count);
    await change(tx);
    // Within an object, or the transaction would wait for those who wait for it.
    return { replies: Promise.all(signingIn) };
  });
  return await replies;
}

const sessionsOf = async ({ id, organization_id }: User) =>
  await t.deps.db.asOrganization(organization_id, async (tx) => await tx.queryOnce('SELECT id FROM sessions WHERE user_id = $1', [id]));

test('a sign-in that verified the old password opens no session after a reset', async () => {
  const user = await anAccount();
  const another = await hashPassword('a lantern on the harbor wall');

  const [reply] = await logInDuring(user, async (tx) => {
    await setPassword(tx, user.id, another);
    await endSessionsOf(tx, user.id, null, t.deps.clock());
  });

  expect([reply?.statusCode, reply?.json(), reply?.cookies]).toEqual([
    422,
    { errors: { NOFIELD: ['The email or password is incorrect.'] } },
    [],
  ]);
  expect(await sessionsOf(user)).toEqual([]);
});

test('nor does one of somebody who is deactivated meanwhile', async () => {
  const user = await anAccount();

  const [reply] = await logInDuring(user, async (tx) => {
    await tx.queryOnce('UPDATE users SET is_active = false WHERE organization_id = $1 AND id = $2', [user.organization_id, user.id]);
  });

  expect(reply?.statusCode).toBe(422);
  expect(await sessionsOf(user)).toEqual([]);
});

test('a sign-in and a manager’s change of the same person do not get into each other’s way', async () => {
  const user = await anAccount();
  const manager = await t.signIn(await anAccount({ organization_id: user.organization_id, is_manager: true }));
  const put = { method: 'PUT' as const, url: `/api/v1/users/${user.id}`, payload: { first_name: 'Petra' } };

  const both: Promise<LightMyRequestResponse>[] = [];
  const [signedIn] = await logInDuring(user, async () => {
    both.push((async () => await t.call(manager, put))());
    await untilWaiting(t.deps.db, 2);
  });
  const [changed] = await Promise.all(both);

  expect([signedIn?.statusCode, changed?.statusCode]).toEqual([200, 200]);
});

test('two sign-ins at once of which one hashes the password anew are both let in', async () => {
  const weaker = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const user = await anAccount({ password_hash: weaker });

  const replies = await logInDuring(user, async () => undefined, 2);

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
  expect(await sessionsOf(user)).toHaveLength(2);
});
