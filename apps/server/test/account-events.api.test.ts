/** Every event of an account leaves its row in the log: driven one by one, and compared with the list of words (product.md 12.4). */
import { AUDIT_ACTIONS, type AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { aNpi, createOrganization, createUser, newId, type User } from './factories.ts';
import { linkOf, mailsTo } from './outbox.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const PASSWORD = 'the kettle sings at nine';
const NEW = 'a lantern on the harbor wall';
let t: TestApp;
let organizationId: string;
let manager: User;
let boss: string;
const seen = new Set<string>();

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { LOGIN_PER_ADDRESS: '100000' } });
  organizationId = (await createOrganization(t.store)).id;
  manager = await aMember({ is_manager: true });
  boss = await t.signIn(manager);
});
afterAll(async () => await t.close());

const aMember = async (over: Parameters<typeof createUser>[1] = {}) =>
  await createUser(t.store, { organization_id: organizationId, password_hash: await hashPassword(PASSWORD), ...over });
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, token: string | null = null) => {
  const request: InjectOptions = { method, url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }) };
  return await t.call(token, request);
};
const sid = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
const logIn = async (user: User, password = PASSWORD) => await send('POST', '/auth/login', { email: user.email, password });

/** The words recorded while `work` runs, in order. */
async function recorded(work: () => Promise<unknown>): Promise<string[]> {
  const newest = async () =>
    (
      await t.deps.db.asAdmin(
        async (tx) => await tx.queryOnce<{ id: string }>('SELECT coalesce(max(id), 0)::text AS id FROM audit_events', []),
      )
    )[0]?.id ?? '0';
  const before = await newest();
  await work();
  const rows = await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce<{ action: string }>('SELECT action FROM audit_events WHERE id > $1 ORDER BY id', [before]),
  );
  for (const { action } of rows) seen.add(action);
  return rows.map(({ action }) => action);
}

test('signing in, failing, being locked, and signing out', async () => {
  const user = await aMember();
  const closed = await aMember({ is_active: false });
  let token = '';

  expect(await recorded(async () => (token = sid(await logIn(user))))).toEqual(['login']);
  expect(await recorded(async () => await logIn(user, 'not this one at all'))).toEqual(['login.failed']);
  expect(await recorded(async () => await send('POST', '/auth/login', { email: `${newId()}@nobody.test`, password: NEW }))).toEqual([
    'login.failed',
  ]);
  expect(await recorded(async () => await logIn(closed))).toEqual(['login.deactivated']);
  expect(
    await recorded(async () => {
      for (let tries = 0; tries < 6; tries += 1) await logIn(user, 'not this one at all');
    }),
  ).toEqual(['login.failed', 'login.failed', 'login.failed', 'login.failed', 'login.locked']);
  expect(await recorded(async () => await send('POST', '/auth/logout', undefined, token))).toEqual(['logout']);
});

test('sessions that are ended', async () => {
  const user = await aMember();
  const [here, there] = [await t.signIn(user), await t.signIn(user)];
  const { sessions } = (await send('GET', '/auth/sessions', undefined, here)).json<{ sessions: { id: string; is_current: boolean }[] }>();
  const other = sessions.find((session) => !session.is_current)?.id ?? '';

  expect(there).not.toBe(here);
  expect(await recorded(async () => await send('DELETE', `/auth/sessions/${other}`, undefined, here))).toEqual(['session.end']);
  expect(await recorded(async () => await send('DELETE', '/auth/sessions', undefined, here))).toEqual(['session.end-all']);
});

test('registering, by invite too, and everything about invites', async () => {
  const person = { first_name: 'Nora', last_name: 'Fennimore', phone: '5550100199', password: PASSWORD, agree: true };
  const facility = { provider_name: 'Fennimore House', provider_npi: aNpi(), provider_tax_id: '12-3456789' };
  const practice = { ...person, ...facility, organization_name: 'Fennimore Recovery', email: `${newId().toLowerCase()}@events.test` };
  const email = `${newId().toLowerCase()}@invited.test`;
  let id = '';

  expect(await recorded(async () => await send('POST', '/auth/register', practice))).toEqual(['organization.register', 'terms.accept']);
  expect(
    await recorded(async () => {
      const { invite } = (await send('POST', '/invites', { email }, boss)).json<{ invite: { id: string } }>();
      id = invite.id;
    }),
  ).toEqual(['invite.create']);
  // Two mails on their way at once may arrive in either order.
  await mailsTo(t, email);
  expect(await recorded(async () => await send('PUT', `/invites/${id}`, { resend: true }, boss))).toEqual(['invite.resend']);
  const code = linkOf((await mailsTo(t, email, 2))[0], '/register/');
  expect(await recorded(async () => await send('POST', `/auth/register/${code}`, { ...person, invite_id: code }))).toEqual([
    'invite.accept',
    'terms.accept',
  ]);
  const other = (await send('POST', '/invites', { email: `${newId().toLowerCase()}@invited.test` }, boss)).json<{
    invite: { id: string };
  }>();
  expect(await recorded(async () => await send('PUT', `/invites/${other.invite.id}`, { revoke: true }, boss))).toEqual(['invite.revoke']);
});

test('passwords: changed, refused, forgotten and set anew', async () => {
  const user = await aMember();
  const token = await t.signIn(user);
  const change = { old_password: PASSWORD, new_password1: NEW, new_password2: NEW };

  expect(await recorded(async () => await send('POST', '/auth/password/change', { ...change, old_password: NEW }, token))).toEqual([
    'password.confirm-failed',
  ]);
  expect(await recorded(async () => await send('POST', '/auth/password/change', change, token))).toEqual(['password.change']);
  expect(await recorded(async () => await send('POST', '/auth/password/reset', { email: user.email }))).toEqual(['password.reset-asked']);
  const mail = (await mailsTo(t, user.email, 2)).find(({ subject }) => subject.startsWith('Set a new'));
  const [user_id = '', link = ''] = linkOf(mail, '/password-reset/').split('/');
  const confirm = { user_id, token: link, new_password1: PASSWORD, new_password2: PASSWORD };
  expect(await recorded(async () => await send('POST', '/auth/password/reset/confirm', confirm))).toEqual(['password.reset']);
});

test('an email asked for, confirmed and taken back; 50 presses of either button at once count once', async () => {
  const user = await aMember();
  const next = `${newId().toLowerCase()}@next.test`;
  const press = async (path: string, token: string) => {
    const replies = await Promise.all(Array.from({ length: 50 }, async () => await send('POST', path, { token })));
    return replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b);
  };
  const once = [204, ...Array.from({ length: 49 }, () => 422)];
  const statuses: number[][] = [];

  const wish = { email: next, current_password: PASSWORD };
  expect(await recorded(async () => await send('PUT', `/users/${user.id}`, wish, await t.signIn(user)))).toEqual(['user.update']);
  const confirm = linkOf((await mailsTo(t, next))[0], '/email/confirm/');
  const undo = linkOf((await mailsTo(t, user.email))[0], '/email/undo/');
  expect(await recorded(async () => statuses.push(await press('/auth/email/confirm', confirm)))).toEqual(['email.change']);
  expect(await recorded(async () => statuses.push(await press('/auth/email/undo', undo)))).toEqual(['email.undo']);
  expect(statuses).toEqual([once, once]);
});

test('an email asked for by a manager, agreed to by its owner and confirmed', async () => {
  const user = await aMember();
  const next = `${newId().toLowerCase()}@next.test`;
  const press = async (path: string, token: string) => await send('POST', path, { token });

  const wish = { email: next, current_password: PASSWORD };
  expect(await recorded(async () => await send('PUT', `/users/${user.id}`, wish, boss))).toEqual(['user.update']);
  const approve = linkOf((await mailsTo(t, user.email))[0], '/email/approve/');
  expect(await recorded(async () => await press('/auth/email/approve', approve))).toEqual(['email.approve']);
  const confirm = linkOf((await mailsTo(t, next))[0], '/email/confirm/');
  expect(await recorded(async () => await press('/auth/email/confirm', confirm))).toEqual(['email.change.approved-by-owner']);
});

test('second factors: made, given, refused, renewed, removed and taken away', async () => {
  const user = await aMember();
  let token = await t.signIn(user);
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.deps.clock().getTime() });
  const enrol = async () => {
    const { totp } = (await send('POST', '/auth/second-factors/totp', undefined, token)).json<{ totp: { secret: string } }>();
    const reply = await send('POST', '/auth/second-factors/totp/confirm', { code: codeOf(totp.secret) }, token);
    token = sid(reply);
    return { secret: totp.secret, id: reply.json<{ enrolled: { factor: { id: string } } }>().enrolled.factor.id };
  };
  let factor = { secret: '', id: '' };

  expect(await recorded(async () => (factor = await enrol()))).toEqual(['second-factor.create']);
  t.turnClock(60_000);
  let half = '';
  expect(await recorded(async () => (half = sid(await logIn(user))))).toEqual(['login.password']);
  const give = async (code: string) => await send('POST', '/auth/second-factor', { method: 'totp', code }, half);
  expect(await recorded(async () => await give('000000'))).toEqual(['login.second-factor-failed']);
  expect(await recorded(async () => await give(codeOf(factor.secret)))).toEqual(['login']);
  expect(await recorded(async () => await send('POST', '/auth/second-factors/recovery-codes', { password: PASSWORD }, token))).toEqual([
    'second-factor.recovery-codes',
  ]);
  const removal = `/auth/second-factors/${factor.id}/remove`;
  expect(await recorded(async () => await send('POST', removal, { password: PASSWORD }, token))).toEqual(['second-factor.remove']);
  await enrol();
  expect(await recorded(async () => await send('POST', `/users/${user.id}/second-factor/reset`, undefined, boss))).toEqual([
    'second-factor.reset',
  ]);
});

test('what a manager changes of people, facilities and the practice, and looking at the log itself', async () => {
  const user = await aMember({ tos_version: null });
  const facility = { name: 'Quiet Cove', npi: aNpi(), tax_id: '12-3456789' };
  let id = '';

  expect(await recorded(async () => await send('PUT', `/users/${user.id}`, { is_restricted: true, is_active: true }, boss))).toEqual([
    'user.update',
  ]);
  expect(await recorded(async () => await send('PUT', `/users/${user.id}/terms`, { agree: true }, await t.signIn(user)))).toEqual([
    'terms.accept',
  ]);
  expect(
    await recorded(async () => (id = (await send('POST', '/providers', facility, boss)).json<{ provider: { id: string } }>().provider.id)),
  ).toEqual(['provider.create']);
  expect(await recorded(async () => await send('PUT', `/providers/${id}`, { is_active: false }, boss))).toEqual(['provider.update']);
  expect(await recorded(async () => await send('PUT', '/organizations/current', { require_second_factor: false }, boss))).toEqual([
    'organization.update',
  ]);
  expect(await recorded(async () => await send('GET', '/audit', undefined, boss))).toEqual(['audit.list']);
  expect(await recorded(async () => await send('GET', '/audit/export', undefined, boss))).toEqual(['audit.export']);
});

test('no word of an account is left that nothing here has recorded', () => {
  const isOfAccounts = (action: AuditAction) =>
    /^(login|logout|session|invite|password|email|second-factor|terms|user|organization|provider|audit)/.test(action);
  const missing = Object.values(AUDIT_ACTIONS)
    .flat()
    .filter((action) => isOfAccounts(action) && !seen.has(action));

  // An admin's; tested beside what admins do.
  expect(missing).toEqual(['user.export', 'email.change.by-admin']);
});

test('who is made restricted sees no more than that at the next call of the running session', async () => {
  const other = await aMember();
  const token = await t.signIn(other);
  const seenPeople = async () =>
    (await send('GET', '/users', undefined, token)).json<{ users: { id: string }[] }>().users.map(({ id }) => id);

  expect((await seenPeople()).length).toBeGreaterThan(1);
  expect((await send('PUT', `/users/${other.id}`, { is_restricted: true }, boss)).statusCode).toBe(200);
  expect(await seenPeople()).toEqual([other.id]);
});
