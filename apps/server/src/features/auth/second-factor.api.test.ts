import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser, type User } from '../../../test/factories.ts';
import { createInvite } from '../../../test/invites.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { softAuthenticator } from '../../../test/soft-authenticator.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { hashToken, newToken } from '../../http/session.ts';
import { setPassword } from './accounts.repository.ts';
import { hashPassword } from './passwords.ts';
import { lockUser } from './second-factors.repository.ts';
import { endSessionsOf, rememberDevice } from './sessions.repository.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { ADMIN_SECOND_FACTOR: 'true', LOGIN_PER_ADDRESS: '100000' } });
});
afterAll(async () => await t.close());

const PASSWORD = 'the kettle sings at nine';
const post = async (url: string, payload: object | undefined, token: string | null = null) =>
  await t.call(token, { method: 'POST', url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }) });
const get = async (url: string, token: string) => await t.call(token, { method: 'GET', url: `/api/v1${url}` });
const anAccount = async (over: Parameters<typeof createUser>[1] = {}) =>
  await createUser(t.store, { password_hash: await hashPassword(PASSWORD), ...over });
const sid = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
const logIn = async (user: User, password = PASSWORD) => await post('/auth/login', { email: user.email, password });
const dueOf = (reply: LightMyRequestResponse) => reply.json<{ second_factor: SecondFactorDue }>().second_factor;
const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.deps.clock().getTime() + stepsAhead * 30_000 });
const errorsOf = (reply: LightMyRequestResponse) => Object.keys(reply.json<{ errors: object }>().errors);

interface Enrolled {
  enrolled: { factor: { id: string }; recovery_codes: string[] | null };
}

async function enrolTotp(token: string): Promise<{ secret: string; token: string; codes: string[]; id: string }> {
  const { totp } = (await post('/auth/second-factors/totp', undefined, token)).json<{ totp: { secret: string } }>();
  const reply = await post('/auth/second-factors/totp/confirm', { code: codeOf(totp.secret) }, token);
  expect(reply.statusCode).toBe(201);
  const { enrolled } = reply.json<Enrolled>();
  return { secret: totp.secret, token: sid(reply), codes: enrolled.recovery_codes ?? [], id: enrolled.factor.id };
}

test('a sign-in with an authenticator app needs its code, and until then opens nothing', async () => {
  const user = await anAccount();
  const { secret } = await enrolTotp(await t.signIn(user));
  t.turnClock(60_000);

  const login = await logIn(user);
  const half = sid(login);
  const closed = [await get('/auth/refresh', half), await get('/inquiries', half), await get('/auth/second-factors', half)];
  const wrong = await post('/auth/second-factor', { method: 'totp', code: '000000' }, half);
  const right = await post('/auth/second-factor', { method: 'totp', code: codeOf(secret) }, half);

  expect(login.statusCode).toBe(200);
  expect(login.json()).toEqual({ second_factor: { methods: ['totp', 'recovery_code'] } });
  expect(closed.map((reply) => reply.statusCode)).toEqual([401, 401, 401]);
  expect([wrong.statusCode, errorsOf(wrong)]).toEqual([422, ['code']]);
  expect(right.json()).toMatchObject({ user: { id: user.id } });
  expect((await get('/auth/refresh', sid(right))).statusCode).toBe(200);
  expect((await get('/auth/refresh', half)).statusCode).toBe(401);
});

test('a code works once, and an earlier one never again', async () => {
  const user = await anAccount();
  const { secret } = await enrolTotp(await t.signIn(user));
  t.turnClock(90_000);
  const code = codeOf(secret);
  const give = async (given: string) =>
    (await post('/auth/second-factor', { method: 'totp', code: given }, sid(await logIn(user)))).statusCode;

  expect([await give(code), await give(code), await give(codeOf(secret, -1)), await give(codeOf(secret, 1))]).toEqual([200, 422, 422, 200]);
});

test.each(['recovery_code', 'totp'] as const)('of 50 uses of one code at once, a %s, exactly one signs in', async (method) => {
  const user = await anAccount();
  const { codes, secret } = await enrolTotp(await t.signIn(user));
  t.turnClock(60_000);
  const code = method === 'totp' ? codeOf(secret) : (codes[0] ?? '');
  // From browsers of their own that signed in before, so that no counter stands in the way.
  const halves = await Promise.all(
    Array.from({ length: 50 }, async () => ({ sid: await t.signIn(user, { isFactorPending: true }), device: await aKnownDevice(user) })),
  );

  const replies = await Promise.all(
    halves.map(
      async (cookies) => await t.app.inject({ method: 'POST', url: '/api/v1/auth/second-factor', payload: { method, code }, cookies }),
    ),
  );

  const statuses = replies.map((reply) => reply.statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(49);
});

async function aKnownDevice(user: User): Promise<string> {
  const device = newToken();
  await t.deps.db.asOrganization(user.organization_id, async (tx) => await rememberDevice(tx, user.id, hashToken(device), t.deps.clock()));
  return device;
}

test('recovery codes are ten, work once in any writing, and are replaced by new ones', async () => {
  const user = await anAccount();
  const { codes, token } = await enrolTotp(await t.signIn(user));
  const give = async (code: string) =>
    (await post('/auth/second-factor', { method: 'recovery_code', code }, sid(await logIn(user)))).statusCode;

  expect(codes).toHaveLength(10);
  expect([await give((codes[0] ?? '').toLowerCase().replaceAll('-', ' ')), await give(codes[0] ?? '')]).toEqual([200, 422]);
  const renewed = await post('/auth/second-factors/recovery-codes', { password: PASSWORD }, token);
  const [fresh = ''] = renewed.json<{ recovery_codes: string[] }>().recovery_codes;
  expect([renewed.statusCode, await give(codes[1] ?? ''), await give(fresh)]).toEqual([201, 422, 200]);
  const left = (await get('/auth/second-factors', token)).json<{ recovery_codes_left: number }>().recovery_codes_left;
  expect(left).toBe(9);
});

test('guesses of a code are slowed', async () => {
  const user = await anAccount();
  await enrolTotp(await t.signIn(user));
  const half = sid(await logIn(user));

  const statuses = [];
  for (let guess = 0; guess < 7; guess += 1) {
    statuses.push((await post('/auth/second-factor', { method: 'totp', code: String(100_000 + guess) }, half)).statusCode);
  }

  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
});

test('who guessed codes away from a lost factor does not keep its owner from a new one', async () => {
  const organization = await createOrganization(t.store);
  const manager = await anAccount({ organization_id: organization.id, is_manager: true });
  const user = await anAccount({ organization_id: organization.id });
  await enrolTotp(await t.signIn(user));
  const guess = async () => (await post('/auth/second-factor', { method: 'totp', code: '000000' }, sid(await logIn(user)))).statusCode;
  for (let tries = 0; tries < 6; tries += 1) await guess();
  expect(await guess()).toBe(429);

  await post(`/users/${user.id}/second-factor/reset`, undefined, await t.signIn(manager));
  const { secret } = await enrolTotp(await t.signIn(user));
  t.turnClock(60_000);

  const given = await post('/auth/second-factor', { method: 'totp', code: codeOf(secret) }, sid(await logIn(user)));
  expect(given.statusCode).toBe(200);
});

test('a passkey is made and signs in; an answer to another challenge does not', async () => {
  const user = await anAccount();
  const token = await t.signIn(user);
  const key = softAuthenticator(t.deps.config.publicUrl);
  const stranger = softAuthenticator(t.deps.config.publicUrl);
  const { passkey_options: options } = (await post('/auth/second-factors/passkey/options', undefined, token)).json<{
    passkey_options: { challenge: string };
  }>();
  const foreign = await post('/auth/second-factors/passkey', { name: 'Desk', credential: key.create({ challenge: 'b3RoZXI' }) }, token);
  const again = (await post('/auth/second-factors/passkey/options', undefined, token)).json<{ passkey_options: { challenge: string } }>();
  const made = await post('/auth/second-factors/passkey', { name: 'Desk', credential: key.create(again.passkey_options) }, token);
  expect([foreign.statusCode, made.statusCode]).toEqual([422, 201]);
  expect(options.challenge).not.toBe(again.passkey_options.challenge);

  const login = await logIn(user);
  const due = dueOf(login);
  expect(due.methods).toEqual(['passkey', 'recovery_code']);
  const challenge = due.passkey_options?.challenge ?? '';
  const wrongKey = await post('/auth/second-factor', { method: 'passkey', credential: stranger.get({ challenge }) }, sid(login));
  // The challenge is spent with the first answer.
  const spent = await post('/auth/second-factor', { method: 'passkey', credential: key.get({ challenge }) }, sid(login));
  const anew = await logIn(user);
  const credential = key.get({ challenge: dueOf(anew).passkey_options?.challenge ?? '' });
  const right = await post('/auth/second-factor', { method: 'passkey', credential }, sid(anew));

  expect([wrongKey.statusCode, spent.statusCode, right.statusCode]).toEqual([422, 422, 200]);
});

test('where the organization demands a factor, a sign-in without one leads to making one', async () => {
  const organization = await createOrganization(t.store);
  const manager = await anAccount({ organization_id: organization.id, is_manager: true });
  const user = await anAccount({ organization_id: organization.id });
  const put = await t.call(await t.signIn(manager), {
    method: 'PUT',
    url: '/api/v1/organizations/current',
    payload: { require_second_factor: true },
  });
  expect(put.json()).toMatchObject({ organization: { require_second_factor: true } });

  const login = await logIn(user);
  const half = sid(login);
  const [other, closed] = [sid(await logIn(user)), await get('/auth/refresh', half)];
  const { token, id } = await enrolTotp(half);

  expect(dueOf(login)).toEqual({ methods: [], enrol: true });
  expect(closed.statusCode).toBe(401);
  expect((await get('/auth/refresh', token)).statusCode).toBe(200);
  // Another sign-in that began before may not add a factor of its own now.
  expect((await post('/auth/second-factors/totp', undefined, other)).statusCode).toBe(401);
  const removal = await post(`/auth/second-factors/${id}/remove`, { password: PASSWORD }, token);
  expect(removal.statusCode).toBe(409);
});

test('a demand holds for running sessions at once: they reach the making of a factor and nothing else', async () => {
  const organization = await createOrganization(t.store);
  const at = { organization_id: organization.id };
  const [manager, member, enrolled] = [await anAccount({ ...at, is_manager: true }), await anAccount(at), await anAccount(at)];
  const [boss, running] = [await t.signIn(manager), await t.signIn(member)];
  const { token: proved, secret } = await enrolTotp(await t.signIn(enrolled));
  const unproved = await t.signIn(enrolled);
  const reach = async (token: string) => [
    (await get('/auth/refresh', token)).statusCode,
    (await get('/inquiries', token)).statusCode,
    (await get('/auth/second-factors', token)).statusCode,
  ];
  const before = [await reach(running), await reach(unproved), await reach(proved)];

  await t.call(boss, { method: 'PUT', url: '/api/v1/organizations/current', payload: { require_second_factor: true } });

  expect(before).toEqual([
    [200, 200, 200],
    [200, 200, 200],
    [200, 200, 200],
  ]);
  expect(await reach(running)).toEqual([401, 401, 200]);
  expect(await reach(boss)).toEqual([401, 401, 200]);
  // Who has one gives it; who gave it in this session goes on.
  expect(await reach(unproved)).toEqual([401, 401, 401]);
  expect(await reach(proved)).toEqual([200, 200, 200]);
  t.turnClock(60_000);
  const given = await post('/auth/second-factor', { method: 'totp', code: codeOf(secret) }, unproved);
  expect([given.statusCode, await reach(sid(given))]).toEqual([200, [200, 200, 200]]);
  const made = await enrolTotp(running);
  expect(await reach(made.token)).toEqual([200, 200, 200]);
});

test('who registers by invite where a factor is demanded makes one before anything else', async () => {
  const organization = await createOrganization(t.store, { require_second_factor: true });
  const invite = await createInvite(t.store, { organization_id: organization.id });
  const person = { first_name: 'Otis', last_name: 'Marchbanks', password: PASSWORD, phone: '5550100177', agree: true };

  const reply = await post(`/auth/register/${invite.code}`, { ...person, invite_id: invite.code });

  expect([reply.statusCode, reply.json()]).toEqual([201, { second_factor: { methods: [], enrol: true } }]);
  expect((await get('/inquiries', sid(reply))).statusCode).toBe(401);
  const { token } = await enrolTotp(sid(reply));
  expect((await get('/auth/refresh', token)).json()).toMatchObject({ user: { email: invite.email } });
});

test('the platform’s demand holds for the running session of an admin', async () => {
  const admin = await anAccount({ organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });
  const token = await t.signIn(admin);

  expect([(await get('/admin/organizations', token)).statusCode, (await get('/auth/refresh', token)).statusCode]).toEqual([401, 401]);
  const made = await enrolTotp(token);
  expect((await get('/admin/organizations', made.token)).statusCode).toBe(200);
});

test('the platform demands one of its admins', async () => {
  const admin = await anAccount({ organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });

  expect(dueOf(await logIn(admin))).toEqual({ methods: [], enrol: true });
});

test('who removes the last factor replaces a short password in the same step, and is told by mail', async () => {
  const user = await anAccount();
  const { token, id } = await enrolTotp(await t.signIn(user));
  const change = { old_password: PASSWORD, new_password1: 'sky kites', new_password2: 'sky kites' };
  const changed = await post('/auth/password/change', change, token);
  expect(changed.statusCode).toBe(204);
  const here = sid(changed);
  const remove = async (more: object) => await post(`/auth/second-factors/${id}/remove`, { password: 'sky kites', ...more }, here);

  const bare = await remove({});
  const wrong = await post(`/auth/second-factors/${id}/remove`, { password: 'not this one' }, here);
  const full = await remove({ new_password1: PASSWORD, new_password2: PASSWORD });

  expect(errorsOf(bare)).toEqual(['new_password1']);
  expect(errorsOf(wrong)).toEqual(['password']);
  expect(full.statusCode).toBe(204);
  expect((await logIn(user)).json()).toMatchObject({ user: { id: user.id } });
  const subjects = (await mailsTo(t, user.email, 3)).map((mail) => mail.subject);
  expect(subjects).toContain('A second factor of your Coverlight account was removed');
});

/** A reset is done once the call waits for the user's row: what it verified before is not so any more. */
async function resetDuring(user: User, call: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const another = await hashPassword('an owl under the bridge');
  const { calling } = await t.deps.db.asOrganization(user.organization_id, async (tx) => {
    await lockUser(tx, user.id);
    const reply = call();
    await untilWaiting(t.deps.db, 1);
    await setPassword(tx, user.id, another);
    await endSessionsOf(tx, user.id, null, t.deps.clock());
    return { calling: reply };
  });
  return await calling;
}

test('who verified the old password before a reset neither takes a factor away after it nor gets recovery codes', async () => {
  const user = await anAccount();
  const { token, id } = await enrolTotp(await t.signIn(user));
  const password = { password: PASSWORD };

  const removed = await resetDuring(user, async () => await post(`/auth/second-factors/${id}/remove`, password, token));
  const again = await anAccount();
  const { token: other } = await enrolTotp(await t.signIn(again));
  const renewed = await resetDuring(again, async () => await post('/auth/second-factors/recovery-codes', password, other));

  const refusal = [422, { errors: { password: ['This password is incorrect.'] } }];
  expect([removed.statusCode, removed.json()]).toEqual(refusal);
  expect([renewed.statusCode, renewed.json()]).toEqual(refusal);
  expect(dueOf(await logIn(user, 'an owl under the bridge'))).toEqual({ methods: ['totp', 'recovery_code'] });
});

test('a code that is given while a reset ends the session signs nobody in and is not used up', async () => {
  const user = await anAccount();
  const { codes } = await enrolTotp(await t.signIn(user));
  const half = sid(await logIn(user));
  const [code] = codes;

  const given = await resetDuring(user, async () => await post('/auth/second-factor', { method: 'recovery_code', code }, half));

  expect([given.statusCode, given.cookies]).toEqual([401, []]);
  const next = sid(await logIn(user, 'an owl under the bridge'));
  expect((await post('/auth/second-factor', { method: 'recovery_code', code }, next)).statusCode).toBe(200);
});

test('a factor that is made while a reset ends the session is not there afterwards', async () => {
  const user = await anAccount();
  const token = await t.signIn(user);
  const { totp } = (await post('/auth/second-factors/totp', undefined, token)).json<{ totp: { secret: string } }>();

  const made = await resetDuring(user, async () => await post('/auth/second-factors/totp/confirm', { code: codeOf(totp.secret) }, token));

  expect(made.statusCode).toBe(401);
  expect((await logIn(user, 'an owl under the bridge')).json()).toMatchObject({ user: { id: user.id } });
});

test('a manager takes a member’s factors away: the sessions end and the owner is told', async () => {
  const organization = await createOrganization(t.store);
  const manager = await anAccount({ organization_id: organization.id, is_manager: true });
  const other = await anAccount({ organization_id: organization.id, is_manager: true });
  const user = await anAccount({ organization_id: organization.id });
  const { token } = await enrolTotp(await t.signIn(user));
  const reset = async (id: string) => (await post(`/users/${id}/second-factor/reset`, undefined, await t.signIn(manager))).statusCode;

  expect([await reset(user.id), await reset(other.id), await reset(manager.id)]).toEqual([204, 403, 403]);
  expect((await get('/auth/refresh', token)).statusCode).toBe(401);
  expect((await logIn(user)).json()).toMatchObject({ user: { id: user.id } });
  const [mail] = await mailsTo(t, user.email);
  expect(mail?.subject).toBe('A second factor of your Coverlight account was removed');
});

test('a password reset does not lead around the second factor', async () => {
  const user = await anAccount();
  await enrolTotp(await t.signIn(user));
  await post('/auth/password/reset', { email: user.email });
  const [mail] = await mailsTo(t, user.email);
  const [user_id = '', token = ''] = (mail?.links[0] ?? '').split('/').slice(-2);
  // Eight characters are enough beside a second factor.
  const reply = await post('/auth/password/reset/confirm', { user_id, token, new_password1: 'sky kites', new_password2: 'sky kites' });

  expect(reply.statusCode).toBe(204);
  expect(dueOf(await logIn(user, 'sky kites')).methods).toEqual(['totp', 'recovery_code']);
});

test('own sessions are listed and ended, one or all; a stranger’s is not there', async () => {
  const [user, stranger] = [await anAccount(), await anAccount()];
  const [here, there, foreign] = [await t.signIn(user), await t.signIn(user), await t.signIn(stranger)];
  const list = async (token: string) =>
    (await get('/auth/sessions', token)).json<{ sessions: { id: string; is_current: boolean }[] }>().sessions;
  const end = async (path: string, token: string) =>
    (await t.call(token, { method: 'DELETE', url: `/api/v1/auth/sessions${path}` })).statusCode;
  const other = (await list(here)).find((session) => !session.is_current)?.id ?? '';
  const foreignId = (await list(foreign))[0]?.id ?? '';

  expect([await end(`/${foreignId}`, here), await end(`/${other}`, here), await end(`/${other}`, here)]).toEqual([404, 204, 404]);
  expect((await get('/auth/refresh', there)).statusCode).toBe(401);
  expect(await end('', here)).toBe(204);
  expect([(await get('/auth/refresh', here)).statusCode, (await get('/auth/refresh', foreign)).statusCode]).toEqual([401, 200]);
});
