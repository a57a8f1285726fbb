import type { LightMyRequestResponse } from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#features/auth/passwords.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { createOrganization, createUser, newId, type User } from '../../../test/factories.ts';
import { linkOf, mailsTo } from '../../../test/outbox.ts';
import { softAuthenticator } from '../../../test/soft-authenticator.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';

const mine = { current_password: 'the kettle sings at nine' };
let t: TestApp;
/** Holds the locks of what is to happen in one moment. */
let owner: Client;
let passwordHash: string;
let manager: User;
let standard: User;
let token: string;
beforeAll(async () => {
  t = await startTestApp({ workers: true });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  passwordHash = await hashPassword(mine.current_password);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});
beforeEach(async () => {
  const { id: organization_id } = await createOrganization(t.store);
  manager = await createUser(t.store, { organization_id, is_manager: true, password_hash: passwordHash });
  standard = await createUser(t.store, { organization_id, password_hash: passwordHash });
  token = await t.signIn(manager);
});

const anAddress = () => `${newId().toLowerCase()}@new.test`;
const put = async (as: string, id: string, payload: object) => await t.call(as, { method: 'PUT', url: `/api/v1/users/${id}`, payload });
const post = async (url: string, payload: object) => await t.call(null, { method: 'POST', url: `/api/v1${url}`, payload });
const isAlive = async (as: string) => (await t.call(as, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode === 200;
const fieldsOf = (reply: LightMyRequestResponse) => Object.keys(reply.json<{ errors: object }>().errors);
const emailOf = async (user: User) =>
  (await t.call(token, { method: 'GET', url: `/api/v1/users/${user.id}` })).json<{
    user: { email: string; pending_email: string | null };
  }>().user;
/** Who did what to this person's address, oldest first. */
const logOf = async (user: User) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ action: string; actor_user_id: string; outcome: string }>(
        `SELECT action, actor_user_id, outcome FROM audit_events
         WHERE organization_id = $1 AND (action LIKE 'email.%' OR action IN ('user.update', 'password.confirm-failed')) ORDER BY id`,
        [user.organization_id],
      ),
  );

test('a new email counts once it was confirmed by its button; the old address can take it back for 7 days', async () => {
  const own = await t.signIn(standard);
  const next = `${newId().toLowerCase()}@new.test`;

  const reply = await put(own, standard.id, { email: next, ...mine });

  expect(reply.json()).toMatchObject({ user: { email: standard.email, pending_email: next } });
  const [confirmMail] = await mailsTo(t, next);
  const [undoMail] = await mailsTo(t, standard.email);
  const confirm = { token: linkOf(confirmMail, '/email/confirm/') };
  const undo = { token: linkOf(undoMail, '/email/undo/') };
  expect((await post('/auth/email/undo', confirm)).statusCode).toBe(422);
  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(204);
  expect(await emailOf(standard)).toMatchObject({ email: next, pending_email: null });
  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(422);
  expect((await post('/auth/email/undo', undo)).statusCode).toBe(204);
  expect((await emailOf(standard)).email).toBe(standard.email);
  expect(await isAlive(own)).toBe(false);
  expect((await post('/auth/email/undo', undo)).statusCode).toBe(422);
});

const NEW_PASSWORD = 'a lantern on the harbor wall';
/** `mails`: so many this person has by then. */
async function askForReset(user: User, mails: number): Promise<() => Promise<LightMyRequestResponse>> {
  await post('/auth/password/reset', { email: user.email });
  const [mail] = await mailsTo(t, user.email, mails);
  const [user_id, resetToken] = linkOf(mail, '/password-reset/').split('/');
  const body = { user_id, token: resetToken, new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };
  return async () => await post('/auth/password/reset/confirm', body);
}

test('a reset of the password ends a change that a stranger in the account asked for before', async () => {
  const next = anAddress();
  await put(await t.signIn(standard), standard.id, { email: next, ...mine });
  const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };

  const reset = await askForReset(standard, 2);
  expect((await reset()).statusCode).toBe(204);

  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(422);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('a change that is confirmed in the moment of a reset waits for it, and is refused', async () => {
  const next = anAddress();
  await put(await t.signIn(standard), standard.id, { email: next, ...mine });
  const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };
  const reset = await askForReset(standard, 2);

  await owner.query('BEGIN');
  await owner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [standard.id]);
  const resetting = reset();
  await untilWaiting(t.deps.db, 1);
  const confirming = post('/auth/email/confirm', confirm);
  await untilWaiting(t.deps.db, 2);
  await owner.query('COMMIT');

  expect([(await resetting).statusCode, (await confirming).statusCode]).toEqual([204, 422]);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('a change whose password was confirmed in the moment of a reset does not begin', async () => {
  const next = anAddress();
  const reset = await askForReset(standard, 1);
  const own = await t.signIn(standard);

  await owner.query('BEGIN');
  await owner.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [standard.organization_id]);
  const asking = put(own, standard.id, { email: next, ...mine });
  await untilWaiting(t.deps.db, 1);
  expect((await reset()).statusCode).toBe(204);
  await owner.query('COMMIT');

  expect((await asking).statusCode).toBe(401);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('a change that is agreed to in the moment of a reset ends with it', async () => {
  const next = anAddress();
  await put(token, standard.id, { email: next, current_password: mine.current_password });
  const approve = { token: linkOf((await mailsTo(t, standard.email))[0], '/email/approve/') };
  const reset = await askForReset(standard, 2);

  // What is done for a person is written down last.
  await owner.query('BEGIN; LOCK TABLE audit_events IN SHARE MODE');
  const agreeing = post('/auth/email/approve', approve);
  await untilWaiting(t.deps.db, 1);
  const resetting = reset();
  await untilWaiting(t.deps.db, 2);
  await owner.query('COMMIT');

  expect([(await agreeing).statusCode, (await resetting).statusCode]).toEqual([204, 204]);
  const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };
  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(422);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('a change taken back before it was confirmed never happens', async () => {
  const next = `${newId().toLowerCase()}@new.test`;
  await put(await t.signIn(standard), standard.id, { email: next, ...mine });
  const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };
  const undo = { token: linkOf((await mailsTo(t, standard.email))[0], '/email/undo/') };

  expect((await post('/auth/email/undo', undo)).statusCode).toBe(204);
  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(422);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('an address that somebody has is refused under email, in whatever case', async () => {
  const other = await createUser(t.store);

  const reply = await put(token, standard.id, { email: other.email.toUpperCase(), ...mine });

  expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, ['email']]);
});

test('a change of one’s own email in its writing only needs no mail', async () => {
  const reply = await put(token, standard.id, { email: standard.email.toUpperCase() });

  expect(reply.json()).toMatchObject({ user: { email: standard.email.toUpperCase(), pending_email: null } });
});

test('a change of email needs the current password of who asks, whoever that is, and nothing else does', async () => {
  const own = await t.signIn(standard);
  const next = anAddress();
  const wrong = { current_password: 'not the password at all' };

  const asked = [
    await put(own, standard.id, { email: next }),
    await put(own, standard.id, { email: next, ...wrong }),
    await put(token, standard.id, { email: next }),
    await put(token, standard.id, { email: next, ...wrong }),
  ];

  expect(asked.map((reply) => [reply.statusCode, fieldsOf(reply)])).toEqual(asked.map(() => [422, ['current_password']]));
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
  expect(await logOf(standard)).toEqual([
    { action: 'password.confirm-failed', actor_user_id: standard.id, outcome: 'refused' },
    { action: 'password.confirm-failed', actor_user_id: manager.id, outcome: 'refused' },
  ]);
  expect((await put(own, standard.id, { first_name: 'Petra', email: standard.email })).statusCode).toBe(200);
});

test('guessing the password through a change of email is slowed down', async () => {
  const own = await t.signIn(standard);
  const guess = async () => await put(own, standard.id, { email: anAddress(), current_password: 'not the password at all' });

  for (let tries = 0; tries < 5; tries += 1) expect((await guess()).statusCode).toBe(422);
  const refused = await guess();

  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('a passkey counts as well as the password, and each answer of it once', async () => {
  let own = await t.signIn(standard);
  const key = softAuthenticator(t.deps.config.publicUrl);
  const ask = async (url: string, payload?: object) =>
    await t.call(own, { method: 'POST', url: `/api/v1/auth/${url}`, ...(payload === undefined ? {} : { payload }) });
  expect((await ask('identity/options')).json()).toEqual({ passkey_options: null });
  const { passkey_options: creation } = (await ask('second-factors/passkey/options')).json<{ passkey_options: { challenge: string } }>();
  const enrolled = await ask('second-factors/passkey', { name: 'A key', credential: key.create(creation) });
  expect(enrolled.statusCode).toBe(201);
  own = enrolled.cookies.find(({ name }) => name === 'sid')?.value ?? '';
  const next = anAddress();

  const { passkey_options: request } = (await ask('identity/options')).json<{ passkey_options: { challenge: string } }>();
  const passkey = key.get(request);
  const stranger = softAuthenticator(t.deps.config.publicUrl).get(request);

  expect(fieldsOf(await put(own, standard.id, { email: next, passkey: stranger }))).toEqual(['passkey']);
  // What was asked is used up by the wrong answer, too.
  expect(fieldsOf(await put(own, standard.id, { email: next, passkey }))).toEqual(['passkey']);
  const { passkey_options: again } = (await ask('identity/options')).json<{ passkey_options: { challenge: string } }>();
  expect((await put(own, standard.id, { email: next, passkey: key.get(again) })).json()).toMatchObject({ user: { pending_email: next } });
});

test.each([
  ['a member', false],
  ['another manager', true],
])(
  'what a manager asks for %s counts only once its owner agreed at the old address and the new one was confirmed',
  async (_, is_manager) => {
    const other = await createUser(t.store, { organization_id: manager.organization_id, is_manager, password_hash: passwordHash });
    const next = anAddress();

    const asked = await put(token, other.id, { email: next, ...mine });

    expect(asked.json()).toMatchObject({ user: { email: other.email, pending_email: next, pending_email_waits_for: 'owner' } });
    const [mail] = await mailsTo(t, other.email);
    const approve = { token: linkOf(mail, '/email/approve/') };
    // Nothing has gone to the new address: its holder could not confirm it.
    expect((await post('/auth/email/confirm', approve)).statusCode).toBe(422);
    expect((await post('/auth/email/undo', approve)).statusCode).toBe(422);
    expect((await post('/auth/email/approve', approve)).statusCode).toBe(204);
    expect((await post('/auth/email/approve', approve)).statusCode).toBe(422);
    expect(await emailOf(other)).toMatchObject({ email: other.email, pending_email: next, pending_email_waits_for: 'new_address' });
    const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };
    expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(204);
    expect(await emailOf(other)).toMatchObject({ email: next, pending_email: null });
    expect((await logOf(other)).map(({ action, actor_user_id }) => [action, actor_user_id])).toEqual([
      ['user.update', manager.id],
      ['email.approve', other.id],
      ['email.change.approved-by-owner', other.id],
    ]);
    const undo = (await mailsTo(t, other.email, 2)).find(({ subject }) => subject.includes('is being changed'));
    expect((await post('/auth/email/undo', { token: linkOf(undo, '/email/undo/') })).statusCode).toBe(204);
    expect((await emailOf(other)).email).toBe(other.email);
  },
);

test('an owner who does not agree keeps the address, and an agreement given too late or replaced is none', async () => {
  const [first, second] = [anAddress(), anAddress()];
  await put(token, standard.id, { email: first, ...mine });
  const replaced = { token: linkOf((await mailsTo(t, standard.email))[0], '/email/approve/') };
  await put(token, standard.id, { email: second, ...mine });
  const newest = (await mailsTo(t, standard.email, 2))
    .map((mail) => linkOf(mail, '/email/approve/'))
    .find((link) => link !== replaced.token);

  expect((await post('/auth/email/approve', replaced)).statusCode).toBe(422);
  t.turnClock(7 * 24 * 3_600_000 + 1000);
  expect((await post('/auth/email/approve', { token: newest })).statusCode).toBe(422);
  token = await t.signIn(manager);
  expect(await emailOf(standard)).toMatchObject({ email: standard.email, pending_email: null });
});

test('a platform admin changes the own address in the admin area like everybody else', async () => {
  const admin = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true, password_hash: passwordHash });
  const next = anAddress();

  const reply = await t.call(await t.signIn(admin), {
    method: 'PUT',
    url: `/api/v1/admin/users/${admin.id}`,
    payload: { email: next, ...mine },
  });

  expect(reply.json()).toMatchObject({ user: { email: admin.email, pending_email: next } });
  expect((await mailsTo(t, admin.email))[0]?.subject).toContain('is being changed');
});

test('a platform admin changes an address without the old one, with their own password, and the log says so', async () => {
  const admin = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true, password_hash: passwordHash });
  const own = await t.signIn(admin);
  const next = anAddress();
  const change = async (payload: object) => await t.call(own, { method: 'PUT', url: `/api/v1/admin/users/${standard.id}`, payload });

  expect(fieldsOf(await change({ email: next }))).toEqual(['current_password']);
  expect((await change({ email: next, ...mine })).json()).toMatchObject({ user: { email: standard.email, pending_email: next } });
  const confirm = { token: linkOf((await mailsTo(t, next))[0], '/email/confirm/') };
  expect((await post('/auth/email/confirm', confirm)).statusCode).toBe(204);

  expect((await emailOf(standard)).email).toBe(next);
  expect((await logOf(standard)).map(({ action }) => action)).toEqual(['user.update', 'email.change.by-admin']);
  expect((await mailsTo(t, standard.email))[0]?.subject).toContain('is being changed');
});
