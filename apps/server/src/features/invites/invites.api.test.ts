import type { Invite } from '@coverlight/contract/invites/invite.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser, newId, type User } from '../../../test/factories.ts';
import { linkOf, mailsTo } from '../../../test/outbox.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let t: TestApp;
let manager: User;
let token: string;
beforeAll(async () => {
  t = await startTestApp({ workers: true });
  const organization = await createOrganization(t.store, { name: 'Quillwood <Recovery> http://evil.test' });
  manager = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  token = await t.signIn(manager);
});
afterAll(async () => await t.close());

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  await t.call(token, { method, url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }) });
const invite = async (over: object = {}) => {
  const email = `${newId().toLowerCase()}@invited.test`;
  const reply = await call('POST', '/invites', { email, is_restricted: true, ...over });
  return { email, reply, id: reply.statusCode === 201 ? reply.json<{ invite: Invite }>().invite.id : '' };
};
const isOpen = async (code: string) => (await t.call(null, { method: 'GET', url: `/api/v1/invites/${code}` })).statusCode === 200;

test('an invitation is mailed with a link that opens it, and its id opens nothing', async () => {
  const { email, reply, id } = await invite();

  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({ invite: { email, accepted_at: null, revoked_at: null, user: { first_name: manager.first_name } } });
  const [mail] = await mailsTo(t, email);
  const code = linkOf(mail, '/register/');
  expect(code).toMatch(/^[0-9A-Z]{26}$/);
  expect(await isOpen(code)).toBe(true);
  expect(await isOpen(id)).toBe(false);
  expect(reply.body).not.toContain(code);
});

test('a name in a mail is text: no markup, no link of its own', async () => {
  const { email } = await invite();

  const [mail] = await mailsTo(t, email);

  expect(mail?.html).toContain('&lt;Recovery&gt;');
  expect(mail?.links.filter((link) => link.includes('evil.test'))).toEqual([]);
});

test('sent again, the new link works and the old one does not', async () => {
  const { email, id } = await invite();
  const first = linkOf((await mailsTo(t, email))[0], '/register/');

  const reply = await call('PUT', `/invites/${id}`, { resend: true });

  expect(reply.statusCode).toBe(200);
  const second = linkOf((await mailsTo(t, email, 2))[0], '/register/');
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
});

test('revoked, it is dead, and can be neither revoked nor sent again', async () => {
  const { email, id } = await invite();
  const code = linkOf((await mailsTo(t, email))[0], '/register/');

  const reply = await call('PUT', `/invites/${id}`, { revoke: true });

  expect(reply.json<{ invite: Invite }>().invite.revoked_at).not.toBeNull();
  expect(await isOpen(code)).toBe(false);
  const again = [await call('PUT', `/invites/${id}`, { revoke: true }), await call('PUT', `/invites/${id}`, { resend: true })];
  expect(again.map((other) => other.statusCode)).toEqual([409, 409]);
});

test.each([
  ['both levels', { is_manager: true, is_restricted: true }, 'is_restricted'],
  ['an admin', { is_admin: true }, 'is_admin'],
  ['another organization', { organization_id: newId() }, 'organization_id'],
  ['a malformed address', { email: 'nobody' }, 'email'],
])('inviting with %s is 422 under its field', async (_condition, over, field) => {
  const { reply } = await invite(over);

  expect([reply.statusCode, Object.keys(reply.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
});

test('an address that has a user, here or elsewhere, cannot be invited', async () => {
  const elsewhere = await createUser(t.store);

  const { reply } = await invite({ email: elsewhere.email.toUpperCase() });

  expect([reply.statusCode, Object.keys(reply.json<{ errors: object }>().errors)]).toEqual([422, ['email']]);
});

test('the list is paged, sorted, searched and counted, and holds no codes', async () => {
  await invite();
  const reply = await call('GET', '/invites?limit=2&page=1&sort=-created_at');
  const invites = reply.json<{ invites: Invite[] }>().invites;

  expect(invites).toHaveLength(2);
  expect(Number(reply.headers['x-total-count'])).toBeGreaterThan(2);
  expect((invites[0]?.created_at ?? '') >= (invites[1]?.created_at ?? '')).toBe(true);
  const found = await call('GET', `/invites?q=${invites[0]?.email.slice(0, 12) ?? ''}`);
  expect(found.json<{ invites: Invite[] }>().invites.map(({ email }) => email)).toContain(invites[0]?.email);
  expect((await call('GET', '/invites?sort=code_hash')).statusCode).toBe(422);
  expect((await call('GET', '/invites?limit=101')).statusCode).toBe(422);
});

test('while the mail server is away nothing is lost, and afterwards nothing comes twice', async () => {
  const fault = async (times: number) =>
    await fetch(`${t.sandboxUrl}/__fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vendor: 'smtp', kind: '502', times }),
    });
  await fault(3);
  const invited = [await invite(), await invite(), await invite()];
  const warnings = () => t.log.lines.filter((line) => line.includes('mail not sent')).length;
  await expect.poll(warnings, { timeout: 15_000 }).toBe(3);
  t.turnClock(60 * 60_000);
  token = await t.signIn(manager);

  const { sweepMails } = await import('../mail/send-mail.ts');
  await Promise.all([sweepMails(t.deps), sweepMails(t.deps), sweepMails(t.deps)]);

  for (const { email } of invited) expect(await mailsTo(t, email)).toHaveLength(1);
  const unsent = async () =>
    (await t.deps.db.asAdmin(async (tx) => await tx.queryOnce('SELECT 1 FROM outgoing_mails WHERE sent_at IS NULL', []))).length;
  await expect.poll(unsent, { timeout: 15_000 }).toBe(0);
  for (const { email } of invited) expect(await mailsTo(t, email)).toHaveLength(1);
  const secrets = await t.deps.db.asAdmin(async (tx) => await tx.queryOnce('SELECT 1 FROM outgoing_mails WHERE secret IS NOT NULL', []));
  expect(secrets).toEqual([]);
});
