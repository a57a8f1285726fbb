import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, newId, type User } from '../../../test/factories.ts';
import { linkOf, mailsTo } from '../../../test/outbox.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { hashToken } from '../../http/session.ts';
import { insertLink, RESET_MS } from './account-links.repository.ts';
import { setPassword } from './accounts.repository.ts';
import { prepareReset } from './password-reset.ts';
import { hashPassword } from './passwords.ts';
import { lockUser } from './second-factors.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { LOGIN_PER_ADDRESS: '100000' } });
});
afterAll(async () => await t.close());

const OLD = 'the kettle sings at nine';
const NEW = 'a lantern on the harbor wall';
const post = async (url: string, payload: object, token: string | null = null) =>
  await t.call(token, { method: 'POST', url: `/api/v1${url}`, payload });
const anAccount = async () => await createUser(t.store, { password_hash: await hashPassword(OLD) });
const logIn = async (user: User, password: string) => (await post('/auth/login', { email: user.email, password })).statusCode;
const isAlive = async (token: string) => (await t.call(token, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode === 200;

async function resetLink(user: User, mails = 1): Promise<{ user_id: string; token: string }> {
  expect((await post('/auth/password/reset', { email: user.email })).statusCode).toBe(204);
  const [mail] = await mailsTo(t, user.email, mails);
  const [user_id = '', token = ''] = linkOf(mail, '/password-reset/').split('/');
  return { user_id, token };
}
const confirm = async (link: object, over: object = {}) =>
  await post('/auth/password/reset/confirm', { ...link, new_password1: NEW, new_password2: NEW, ...over });
const nofield = (reply: LightMyRequestResponse) => reply.json<{ errors: { NOFIELD?: string[] } }>().errors.NOFIELD?.length;

test('a reset sets the password, ends every session, signs nobody in and is told to the owner', async () => {
  const user = await anAccount();
  const token = await t.signIn(user);

  const reply = await confirm(await resetLink(user));

  expect(reply.statusCode).toBe(204);
  expect(reply.cookies).toEqual([]);
  expect(await isAlive(token)).toBe(false);
  expect([await logIn(user, OLD), await logIn(user, NEW)]).toEqual([422, 200]);
  const mails = await mailsTo(t, user.email, 2);
  expect(mails[0]?.subject).toBe('Your Coverlight password has been reset');
});

test('50 uses of one link at once reset exactly once', async () => {
  const link = await resetLink(await anAccount());

  const replies = await Promise.all(Array.from({ length: 50 }, async () => await confirm(link)));

  const statuses = replies.map((reply) => reply.statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(49);
});

test('only the newest link works', async () => {
  const user = await anAccount();
  const first = await resetLink(user);
  const second = await resetLink(user, 2);

  expect((await confirm(first)).statusCode).toBe(422);
  expect((await confirm(second)).statusCode).toBe(204);
});

const liveLinks = async ({ id, organization_id }: User) =>
  await t.deps.db.asOrganization(
    organization_id,
    async (tx) => await tx.queryOnce('SELECT id FROM account_links WHERE user_id = $1 AND ended_at IS NULL', [id]),
  );

test('of two links that are made in one moment one works', async () => {
  const user = await anAccount();
  const wish = { organizationId: user.organization_id, userId: user.id };

  const { both } = await t.deps.db.asOrganization(user.organization_id, async (tx) => {
    await lockUser(tx, user.id);
    const preparing = [prepareReset(t.deps, wish), prepareReset(t.deps, wish)];
    await untilWaiting(t.deps.db, 2);
    return { both: preparing };
  });
  await Promise.all(both);

  expect(await liveLinks(user)).toHaveLength(1);
});

test('a reset ends whatever other link there is', async () => {
  const user = await anAccount();
  const link = await resetLink(user);
  const now = t.deps.clock();
  const another = { id: newId(), userId: user.id, tokenHash: hashToken('another'), email: null, changeId: null, askedBy: null };
  await t.deps.db.asOrganization(
    user.organization_id,
    async (tx) => await insertLink(tx, { ...another, purpose: 'password-reset', now, expiresAt: new Date(now.getTime() + RESET_MS) }),
  );

  expect((await confirm(link)).statusCode).toBe(204);
  expect(await liveLinks(user)).toEqual([]);
});

test('a bad, foreign, used and old link is refused without a field', async () => {
  const [user, other] = [await anAccount(), await anAccount()];
  const link = await resetLink(user);

  const bad = await confirm({ ...link, token: 'nonsense' });
  const foreign = await confirm({ ...link, user_id: other.id });
  expect((await confirm(link)).statusCode).toBe(204);
  const used = await confirm(link);

  expect([bad, foreign, used].map((reply) => [reply.statusCode, nofield(reply)])).toEqual([
    [422, 1],
    [422, 1],
    [422, 1],
  ]);
});

test('a refused password leaves the link usable', async () => {
  const user = await anAccount();
  const link = await resetLink(user);

  const short = await confirm(link, { new_password1: 'short', new_password2: 'short' });
  const unequal = await confirm(link, { new_password2: 'something else entirely' });

  expect(Object.keys(short.json<{ errors: object }>().errors)).toEqual(['new_password1']);
  expect(Object.keys(unequal.json<{ errors: object }>().errors)).toEqual(['new_password2']);
  expect((await confirm(link)).statusCode).toBe(204);
});

test('asking answers the same for an unknown address, and mails nobody', async () => {
  const email = `${newId().toLowerCase()}@nobody.test`;
  const user = await anAccount();

  const unknown = await post('/auth/password/reset', { email });
  const known = await post('/auth/password/reset', { email: user.email });

  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  await mailsTo(t, user.email);
  await expect(mailsTo({ sandboxUrl: t.sandboxUrl }, email, 0)).resolves.toEqual([]);
});

test('no token of a link stands in the database or the log', async () => {
  const user = await anAccount();
  const { token } = await resetLink(user);

  const rows = await t.deps.db.asAdmin(async (tx) => [
    ...(await tx.queryOnce(`SELECT l::text AS row FROM account_links l WHERE l.user_id = $1`, [user.id])),
    ...(await tx.queryOnce(`SELECT m::text AS row FROM outgoing_mails m WHERE m.recipient = $1`, [user.email])),
  ]);

  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(t.log.lines.join('\n')).not.toContain(token);
});

test('changing the password ends the other sessions, renews this one and is told to the owner', async () => {
  const user = await anAccount();
  const [here, there] = [await t.signIn(user), await t.signIn(user)];
  const change = { old_password: OLD, new_password1: NEW, new_password2: NEW };

  const wrong = await post('/auth/password/change', { ...change, old_password: 'not this one' }, here);
  const reply = await post('/auth/password/change', change, here);

  expect(Object.keys(wrong.json<{ errors: object }>().errors)).toEqual(['old_password']);
  expect(reply.statusCode).toBe(204);
  const renewed = reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
  expect([await isAlive(renewed), await isAlive(here), await isAlive(there)]).toEqual([true, false, false]);
  const [mail] = await mailsTo(t, user.email);
  expect(mail?.subject).toBe('Your Coverlight password has been changed');
});

test('a change that verified the old password does not undo a reset', async () => {
  const user = await anAccount();
  const token = await t.signIn(user);
  const reset = await hashPassword('an owl under the bridge');

  const { changing } = await t.deps.db.asOrganization(user.organization_id, async (tx) => {
    await lockUser(tx, user.id);
    const change = post('/auth/password/change', { old_password: OLD, new_password1: NEW, new_password2: NEW }, token);
    await untilWaiting(t.deps.db, 1);
    await setPassword(tx, user.id, reset);
    await endSessionsOf(tx, user.id, null, t.deps.clock());
    return { changing: change };
  });
  const reply = await changing;

  expect([reply.statusCode, reply.json(), reply.cookies]).toEqual([422, { errors: { old_password: ['This password is incorrect.'] } }, []]);
  expect([await logIn(user, NEW), await logIn(user, 'an owl under the bridge')]).toEqual([422, 200]);
});

test('a link whose mail was held up for an hour lives its hour from then', async () => {
  const user = await anAccount();
  await fetch(`${t.sandboxUrl}/__fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'smtp', kind: '502', times: 1 }),
  });
  expect((await post('/auth/password/reset', { email: user.email })).statusCode).toBe(204);
  await waitForLog('mail not sent, it will be tried again');
  t.turnClock(70 * 60_000);
  const { sweepMails } = await import('../mail/send-mail.ts');
  await sweepMails(t.deps);
  const [mail] = await mailsTo(t, user.email);
  const [user_id = '', token = ''] = linkOf(mail, '/password-reset/').split('/');
  await waitForSent(user.email);

  expect((await confirm({ user_id, token })).statusCode).toBe(204);
});

async function waitForLog(words: string): Promise<void> {
  await expect.poll(() => t.log.lines.some((line) => line.includes(words)), { timeout: 10_000 }).toBe(true);
}

async function waitForSent(email: string): Promise<void> {
  const sent = async () =>
    (
      await t.deps.db.asAdmin(
        async (tx) => await tx.queryOnce('SELECT 1 FROM outgoing_mails WHERE recipient = $1 AND sent_at IS NOT NULL', [email]),
      )
    ).length;
  await expect.poll(sent, { timeout: 10_000 }).toBeGreaterThan(0);
}
