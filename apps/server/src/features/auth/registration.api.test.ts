import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNpi, createOrganization, createUser, newId } from '../../../test/factories.ts';
import { createInvite } from '../../../test/invites.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { hashToken } from '../../http/session.ts';
import { insertRegistrationInfo } from './registration-infos.repository.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { LOGIN_PER_ADDRESS: '100000' } });
});
afterAll(async () => await t.close());

const PASSWORD = 'seven quiet boats at dawn';
const anEmail = () => `${newId().toLowerCase()}@register.test`;
const registration = (over: Record<string, unknown> = {}) => ({
  organization_name: 'Fennimore Recovery',
  first_name: 'Nora',
  last_name: 'Fennimore',
  email: anEmail(),
  phone: '(555) 010-0199',
  password: PASSWORD,
  provider_name: 'Fennimore House',
  provider_npi: aNpi(),
  provider_tax_id: '12-3456789',
  agree: true,
  ...over,
});
const post = async (url: string, payload: object, token: string | null = null) =>
  await t.call(token, { method: 'POST', url: `/api/v1${url}`, payload });
const sid = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
const errorsOf = (reply: LightMyRequestResponse) => reply.json<{ errors: Record<string, string[]> }>().errors;
const count = async (sql: string, values: unknown[]) =>
  (await t.deps.db.asAdmin(async (tx) => await tx.queryOnce<{ n: number }>(sql, values)))[0]?.n;

test('a practice registers with its facility, is signed in as its manager and is welcomed by mail', async () => {
  const body = registration();

  const reply = await post('/auth/register', body);

  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    user: { email: body.email, is_organization_manager: true, is_admin: false, has_current_tos: true, has_active_subscription: false },
  });
  const token = sid(reply);
  expect((await t.call(token, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode).toBe(200);
  const providers = (await t.call(token, { method: 'GET', url: '/api/v1/providers' })).json<{ providers: unknown[] }>().providers;
  expect(providers).toMatchObject([{ name: 'Fennimore House', npi: body.provider_npi, tax_id: '123456789', is_active: true }]);
  const [mail] = await mailsTo(t, body.email);
  expect(mail?.subject).toBe('Welcome to Coverlight');
  // Nobody gives this to oneself, and at first there is nobody else.
  expect(reply.json()).toMatchObject({ user: { perm_reimbursements: true } });
  const kept = await count(
    `SELECT count(*)::int AS n FROM terms_acceptances a JOIN users u ON u.id = a.user_id
     WHERE u.email = $1 AND a.version = u.tos_version AND a.address IS NOT NULL`,
    [body.email],
  );
  expect(kept).toBe(1);
});

test.each([
  ['a wrong check digit', { provider_npi: '1234567890' }, 'provider_npi'],
  ['a short tax id', { provider_tax_id: '1234' }, 'provider_tax_id'],
  ['a short phone', { phone: '555' }, 'phone'],
  ['a short password', { password: 'short' }, 'password'],
  ['a password that is the name of the organization', { password: 'fennimore recovery' }, 'password'],
  ['a common password', { password: 'passwordpassword' }, 'password'],
  ['terms not agreed to', { agree: false }, 'agree'],
  ['a key that makes an admin', { is_admin: true }, 'is_admin'],
  ['an organization of somebody else', { organization_id: '01JDEM0HARB0R0000000000001' }, 'organization_id'],
  ['an id', { id: '01JDEM0HARB0R0000000000001' }, 'id'],
])('registering with %s is refused under its field and stores nothing', async (_condition, over, field) => {
  const body = registration(over);

  const reply = await post('/auth/register', body);

  expect(reply.statusCode).toBe(422);
  expect(Object.keys(errorsOf(reply))).toEqual([field]);
  expect(await count('SELECT count(*)::int AS n FROM users WHERE lower(email) = lower($1)', [body.email])).toBe(0);
});

test('an address that has a user cannot register again, in whatever case, and nothing half done stays', async () => {
  const user = await createUser(t.store);
  const name = `Twice ${newId()}`;

  const reply = await post('/auth/register', registration({ email: user.email.toUpperCase(), organization_name: name }));

  expect(reply.statusCode).toBe(422);
  expect(Object.keys(errorsOf(reply))).toEqual(['email']);
  expect(await count('SELECT count(*)::int AS n FROM organizations WHERE name = $1', [name])).toBe(0);
});

test('of 20 registrations of one address at once exactly one succeeds, and one organization is there', async () => {
  const name = `Rush ${newId()}`;
  const body = registration({ organization_name: name });

  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => await post('/auth/register', { ...body, provider_npi: aNpi() })),
  );

  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
  expect(await count('SELECT count(*)::int AS n FROM organizations WHERE name = $1', [name])).toBe(1);
});

test('saved registration info is read as often as wanted, used up by the registration, and ignored when dead', async () => {
  const code = newId();
  const info = {
    first_name: 'Nora',
    last_name: null,
    email: null,
    phone: '5550100199',
    organization_name: 'Fennimore Recovery',
    provider_name: null,
    provider_npi: null,
    provider_tax_id: null,
  };
  const keys = await t.deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
  await t.deps.db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await insertRegistrationInfo(tx, keys, { id: newId(), codeHash: hashToken(code), info, now: t.deps.clock() });
  });
  const read = async () => await t.call(null, { method: 'GET', url: `/api/v1/auth/register/info/${code}` });

  expect((await read()).json()).toEqual({ registration_info: info });
  expect((await read()).statusCode).toBe(200);
  expect((await post('/auth/register', registration({ registration_id: code }))).statusCode).toBe(201);
  expect((await read()).statusCode).toBe(404);
  expect((await post('/auth/register', registration({ registration_id: code }))).statusCode).toBe(201);
  expect((await post('/auth/register', registration({ registration_id: 'no such code' }))).statusCode).toBe(201);
});

const byInvite = (code: string, over: Record<string, unknown> = {}) => ({
  first_name: 'Otis',
  last_name: 'Marchbanks',
  password: PASSWORD,
  phone: '5550100177',
  invite_id: code,
  agree: true,
  ...over,
});

test('an invited person registers with the level of the invite and nobody else learns of the link', async () => {
  const invite = await createInvite(t.store, { is_restricted: false, perm_reimbursements: true });
  const shown = await t.call(null, { method: 'GET', url: `/api/v1/invites/${invite.code}` });

  const reply = await post(`/auth/register/${invite.code}`, byInvite(invite.code));

  expect(Object.keys(shown.json<{ invite: object }>().invite).toSorted()).toEqual([
    'accepted_at',
    'created_at',
    'email',
    'revoked_at',
    'user',
  ]);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    user: { email: invite.email, is_organization_manager: false, is_restricted: false, perm_reimbursements: true },
  });
  expect(reply.json<{ user: { organization: { id: string } } }>().user.organization.id).toBe(invite.organization_id);
});

test('50 uses of one invite at once make exactly one user', async () => {
  const invite = await createInvite(t.store);

  const replies = await Promise.all(
    Array.from({ length: 50 }, async () => await post(`/auth/register/${invite.code}`, byInvite(invite.code))),
  );

  const statuses = replies.map((reply) => reply.statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([201, 404]));
  expect(await count('SELECT count(*)::int AS n FROM users WHERE email = $1', [invite.email])).toBe(1);
});

test('unknown, revoked, expired, used and replaced codes, and the id, all answer the same', async () => {
  const manager = await createUser(t.store, { organization_id: (await createOrganization(t.store)).id, is_manager: true });
  const token = await t.signIn(manager);
  const at = { organization_id: manager.organization_id };
  const [revoked, replaced, used] = [await createInvite(t.store, at), await createInvite(t.store, at), await createInvite(t.store, at)];
  const expired = await createInvite(t.store, { ...at, now: new Date(Date.now() - 15 * 86_400_000) });
  const put = async (id: string, payload: object) => await t.call(token, { method: 'PUT', url: `/api/v1/invites/${id}`, payload });
  expect((await put(revoked.id, { revoke: true })).statusCode).toBe(200);
  expect((await put(replaced.id, { resend: true })).statusCode).toBe(200);
  expect((await post(`/auth/register/${used.code}`, byInvite(used.code))).statusCode).toBe(201);

  const answers = [];
  for (const code of [newId(), revoked.code, expired.code, used.code, replaced.code, replaced.id, 'malformed']) {
    const shown = await t.call(null, { method: 'GET', url: `/api/v1/invites/${code}` });
    const registered = await post(`/auth/register/${code}`, byInvite(code));
    answers.push(`${shown.statusCode} ${shown.body} ${registered.statusCode} ${registered.body}`);
  }

  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^404 .* 404 /);
});

test('an invite for an address that has got a user meanwhile leaves that account untouched', async () => {
  const invite = await createInvite(t.store);
  const victim = await createUser(t.store, { email: invite.email.toUpperCase(), password_hash: 'kept as it is' });

  const reply = await post(`/auth/register/${invite.code}`, byInvite(invite.code));

  expect(reply.statusCode).toBe(422);
  expect(
    await count(`SELECT count(*)::int AS n FROM users WHERE id = $1 AND password_hash = 'kept as it is' AND organization_id = $2`, [
      victim.id,
      victim.organization_id,
    ]),
  ).toBe(1);
  expect(await count('SELECT count(*)::int AS n FROM users WHERE lower(email) = lower($1)', [invite.email])).toBe(1);
});

test.each([
  ['an invite_id that is another’s', { invite_id: '0'.repeat(26) }, 'invite_id'],
  ['a level', { is_manager: true }, 'is_manager'],
  ['another address', { email: 'someone@else.test' }, 'email'],
  ['terms not agreed to', { agree: false }, 'agree'],
])('registering by invite with %s is 422 and leaves the invite open', async (_condition, over, field) => {
  const invite = await createInvite(t.store);

  const reply = await post(`/auth/register/${invite.code}`, byInvite(invite.code, over));

  expect(reply.statusCode).toBe(422);
  expect(Object.keys(errorsOf(reply))).toEqual([field]);
  expect((await t.call(null, { method: 'GET', url: `/api/v1/invites/${invite.code}` })).statusCode).toBe(200);
});

test('no code, token or password of a registration stands in the log', async () => {
  const invite = await createInvite(t.store);
  await post(`/auth/register/${invite.code}`, byInvite(invite.code));

  const log = t.log.lines.join('\n');

  expect(log).toContain('/api/v1/auth/register/:id');
  expect(log).not.toContain(invite.code);
  expect(log).not.toContain(PASSWORD);
});

test.each([
  ['a character that turns the direction of writing', 'Nora\u202Ennef'],
  ['an isolate', 'Nora\u2066x\u2069'],
  ['a control character', 'No\u0007ra'],
  ['half a character', 'Nora \uD800'],
])('a name with %s is refused under its field', async (_, name) => {
  const fields = ['organization_name', 'first_name', 'last_name', 'provider_name'];

  const reply = await post('/auth/register', registration(Object.fromEntries(fields.map((field) => [field, name]))));

  expect(reply.statusCode).toBe(422);
  expect(Object.keys(errorsOf(reply)).toSorted()).toEqual(fields.toSorted());
});
