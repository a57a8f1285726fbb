import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, newId, type Organization, type User } from '../../../../test/factories.ts';
import { linkOf, mailsTo } from '../../../../test/outbox.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import { hashPassword } from '#features/auth/passwords.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { lockOrganization } from '#features/organizations/organizations.repository.ts';

const PASSWORD = 'the kettle sings at nine';
let t: TestApp;
let admin: User;
let token: string;
let home: Organization;

beforeAll(async () => {
  t = await startTestApp({
    workers: true,
    env: { PLATFORM_PROVIDER_NAME: 'Coverlight Verification', PLATFORM_PROVIDER_NPI: '1234567893', PLATFORM_PROVIDER_TAX_ID: '12-3456789' },
  });
  admin = await createUser(t.store, {
    organization_id: INTERNAL_ORGANIZATION_ID,
    is_admin: true,
    first_name: 'Ada',
    last_name: 'Winslow',
    password_hash: await hashPassword(PASSWORD),
  });
  token = await t.signIn(admin);
  home = await createOrganization(t.store, { name: 'Quarry Hill Recovery' });
});
afterAll(async () => await t.close());

const get = async (path: string) => await t.call(token, { method: 'GET', url: `/api/v1${path}` });
const put = async (path: string, payload: object) => await t.call(token, { method: 'PUT', url: `/api/v1${path}`, payload });
const post = async (path: string, payload?: object) =>
  await t.call(token, { method: 'POST', url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
const audited = async (action: string, organizationId: string) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ actor_role: string; object_ids: string[]; changed_fields: string[] }>(
        'SELECT actor_role, object_ids, changed_fields FROM audit_events WHERE action = $1 AND organization_id = $2 ORDER BY id',
        [action, organizationId],
      ),
  );

test('organizations are listed with their subscriptions, found by part of a name, and parted into active and deactivated', async () => {
  const closed = await createOrganization(t.store, { name: 'Quarry Bay Closed', is_active: false, subscription: null });

  const all = await get('/admin/organizations?q=quarry&sort=-name');
  const active = await get('/admin/organizations?q=quarry&is_active=true');
  const internal = await get('/admin/organizations?q=coverlight');

  expect(all.headers['x-total-count']).toBe('2');
  expect(all.json().organizations.map((row: { id: string }) => row.id)).toEqual([home.id, closed.id]);
  expect(active.json().organizations).toMatchObject([{ id: home.id, has_active_subscription: true, has_cancelled: false }]);
  expect(all.json().organizations[1]).toMatchObject({ is_active: false, has_active_subscription: false });
  expect(internal.json().organizations).toMatchObject([{ id: INTERNAL_ORGANIZATION_ID, has_active_subscription: true }]);
  expect((await get('/admin/organizations?sort=secret')).statusCode).toBe(422);
});

test('a deactivated organization loses its sessions at once and for good', async () => {
  const organization = await createOrganization(t.store);
  const member = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  const theirs = await t.signIn(member);
  const refresh = async () => (await t.call(theirs, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode;
  expect(await refresh()).toBe(200);

  const off = await put(`/admin/organizations/${organization.id}`, { is_active: false });
  const during = await refresh();
  const on = await put(`/admin/organizations/${organization.id}`, { is_active: true });

  expect([off.statusCode, off.json().organization.is_active]).toEqual([200, false]);
  expect(during).toBe(401);
  expect(on.json().organization.is_active).toBe(true);
  expect(await refresh()).toBe(401);
  expect(await audited('organization.update', organization.id)).toMatchObject([
    { actor_role: 'admin', object_ids: [organization.id], changed_fields: ['is_active'] },
    { changed_fields: ['is_active'] },
  ]);
});

test('Coverlight itself cannot be deactivated', async () => {
  const answer = await put(`/admin/organizations/${INTERNAL_ORGANIZATION_ID}`, { is_active: false });

  expect(answer.statusCode).toBe(409);
  expect((await get('/admin/organizations')).statusCode).toBe(200);
});

test('overrides of an organization are switched one by one, and unknown keys refused', async () => {
  const reimbursement = await put(`/admin/organizations/${home.id}`, { has_override_reimbursement: true });
  const provider = await put(`/admin/organizations/${home.id}`, { perm_provider_override: true });

  expect(reimbursement.json().organization).toMatchObject({ has_override_reimbursement: true, perm_provider_override: false });
  expect(provider.json().organization).toMatchObject({ has_override_reimbursement: true, perm_provider_override: true });
  expect((await get(`/admin/organizations/${home.id}`)).json()).toMatchObject({ has_platform_provider: true });
  expect((await put(`/admin/organizations/${home.id}`, { name: 'Other' })).json()).toEqual({
    errors: { name: ['This field is not known.'] },
  });
  expect((await put(`/admin/organizations/${newId()}`, { is_active: true })).statusCode).toBe(404);
});

test('subscriptions are told with their plan', async () => {
  const none = await createOrganization(t.store, { subscription: null });

  const current = await get(`/admin/organizations/${home.id}/current-subscription`);
  const list = await get(`/admin/subscriptions?organization_id=${home.id}`);

  expect(current.json().subscription).toMatchObject({
    status: 'active',
    is_active: true,
    plan_name: 'Standard',
    organization: { id: home.id },
  });
  expect(list.json().subscriptions).toEqual([current.json().subscription]);
  expect(list.headers['x-total-count']).toBe('1');
  expect((await get(`/admin/organizations/${none.id}/current-subscription`)).json()).toEqual({ subscription: null });
  expect((await get(`/admin/organizations/${newId()}/current-subscription`)).statusCode).toBe(404);
});

test('people are found in every organization, by name, email and organization', async () => {
  const person = await createUser(t.store, { organization_id: home.id, first_name: 'Imogen', last_name: 'Farrow', is_manager: true });

  const found = await get('/admin/users?q=gen%20farr');
  const ofHome = await get(`/admin/users?organization_id=${home.id}&sort=-last_login`);

  expect(found.json().users).toMatchObject([
    { id: person.id, email: person.email, organization: { id: home.id, name: home.name }, membership: { is_manager: true } },
  ]);
  expect(ofHome.headers['x-total-count']).toBe('1');
  expect((await get(`/admin/users/${person.id}`)).json().user).toMatchObject({ id: person.id, has_second_factor: false });
  expect((await get(`/admin/users/${newId()}`)).statusCode).toBe(404);
});

test('an admin changes a member under the rules of its organization', async () => {
  const organization = await createOrganization(t.store);
  const manager = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  const member = await createUser(t.store, { organization_id: organization.id });
  const theirs = await t.signIn(member);

  const changed = await put(`/admin/users/${member.id}`, { first_name: 'Wren', is_restricted: true, perm_reimbursements: true });
  const both = await put(`/admin/users/${member.id}`, { is_manager: true });
  const last = await put(`/admin/users/${manager.id}`, { is_active: false });
  const off = await put(`/admin/users/${member.id}`, { is_active: false });

  expect(changed.json().user).toMatchObject({ first_name: 'Wren', membership: { is_restricted: true, perm_reimbursements: true } });
  expect([both.statusCode, last.statusCode, off.statusCode]).toEqual([422, 409, 200]);
  expect((await t.call(theirs, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode).toBe(401);
  expect((await put(`/admin/users/${member.id}`, { email: manager.email, current_password: PASSWORD })).json().errors.email).toHaveLength(
    1,
  );
  expect((await put(`/admin/users/${member.id}`, { is_admin: true })).statusCode).toBe(422);
  expect((await put(`/admin/users/${admin.id}`, { is_active: false })).statusCode).toBe(403);
  expect((await audited('user.update', organization.id)).map((row) => row.changed_fields)).toContainEqual([
    'first_name',
    'is_restricted',
    'perm_reimbursements',
  ]);
});

test('of the last two active admins who deactivate each other in one moment, one stays', async () => {
  const second = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });
  const theirs = await t.signIn(second);
  await t.deps.db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await tx.queryOnce('UPDATE users SET is_active = false WHERE organization_id = $1 AND id <> ALL ($2)', [
      INTERNAL_ORGANIZATION_ID,
      [admin.id, second.id],
    ]);
  });
  const deactivate = async (who: string, by: string) =>
    await t.call(by, { method: 'PUT', url: `/api/v1/admin/users/${who}`, payload: { is_active: false } });

  // Both are past the question who they are before either may go on.
  const answers = await t.deps.db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await lockOrganization(tx);
    const both = [deactivate(second.id, token), deactivate(admin.id, theirs)];
    await untilWaiting(t.deps.db, 2);
    return { both };
  });
  const [ofFirst, ofSecond] = await Promise.all(answers.both);

  expect([ofFirst?.statusCode, ofSecond?.statusCode].toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 409]);
  const refused = ofFirst?.statusCode === 409 ? ofFirst : ofSecond;
  expect(refused?.json()).toEqual({ errors: { NOFIELD: ['The platform needs at least one active admin.'] } });
  await t.deps.db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await tx.queryOnce('UPDATE users SET is_active = true WHERE organization_id = $1', [INTERNAL_ORGANIZATION_ID]);
  });
  token = await t.signIn(admin);
});

test('a reset link is mailed for an active member and refused for a deactivated one', async () => {
  const member = await createUser(t.store, { organization_id: home.id });
  const gone = await createUser(t.store, { organization_id: home.id, is_active: false });

  expect((await post(`/admin/users/${member.id}/password-reset`)).statusCode).toBe(204);
  expect((await post(`/admin/users/${gone.id}/password-reset`)).statusCode).toBe(409);
  expect((await post(`/admin/users/${newId()}/password-reset`)).statusCode).toBe(404);
  const [mail] = await mailsTo(t, member.email, 1);
  expect(linkOf(mail, `/password-reset/${member.id}/`)).not.toBe('');
});

test('second factors of a manager are taken away by an admin, one’s own are not', async () => {
  const manager = await createUser(t.store, { organization_id: home.id, is_manager: true });
  await t.deps.db.asOrganization(home.id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO second_factors (organization_id, id, user_id, kind, name, created_at, confirmed_at, secret)
       VALUES ($1, $2, $3, 'totp', 'Phone', now(), now(), '\\x00')`,
      [home.id, newId(), manager.id],
    );
  });
  expect((await get(`/admin/users/${manager.id}`)).json().user.has_second_factor).toBe(true);

  expect((await post(`/admin/users/${manager.id}/second-factor/reset`)).statusCode).toBe(204);
  expect((await post(`/admin/users/${admin.id}/second-factor/reset`)).statusCode).toBe(403);

  expect((await get(`/admin/users/${manager.id}`)).json().user.has_second_factor).toBe(false);
  expect(await audited('second-factor.reset', home.id)).toMatchObject([{ actor_role: 'admin', object_ids: [manager.id] }]);
});

test('the export quotes every cell, defuses formulas and is audited', async () => {
  await createUser(t.store, { organization_id: home.id, first_name: '=HYPERLINK("x")', last_name: 'O"Hare, Jr', is_restricted: true });

  const answer = await get('/admin/users/export');

  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
  const [heading, ...lines] = answer.body.trimEnd().split('\r\n');
  expect(heading).toMatch(/^"Id","First name"/);
  expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(
    /^"[0-9A-Z]{26}","'=HYPERLINK\(""x""\)","O""Hare, Jr",.*"restricted user"/,
  );
  expect(lines.every((line) => /^("([^"]|"")*",?)+$/.test(line))).toBe(true);
  expect(await audited('user.export', INTERNAL_ORGANIZATION_ID)).toHaveLength(1);
});

test('an admin invites managers or standard users of an organization, under his own name', async () => {
  const answer = await post('/admin/invites', { email: 'new.manager@practice.test', organization_id: home.id, is_manager: true });

  expect(answer.statusCode).toBe(201);
  const { invite } = answer.json();
  expect(invite).toMatchObject({
    email: 'new.manager@practice.test',
    organization: { id: home.id, name: home.name },
    user: { first_name: 'Ada', last_name: 'Winslow' },
    revoked_at: null,
  });
  const [mail] = await mailsTo(t, 'new.manager@practice.test', 1);
  expect(linkOf(mail, '/register/')).toMatch(/^[0-9A-Z]{26}$/);
  expect((await get(`/admin/invites?organization_id=${home.id}`)).json().invites).toEqual([invite]);

  expect((await put(`/admin/invites/${invite.id}`, { resend: true })).statusCode).toBe(200);
  expect(await mailsTo(t, 'new.manager@practice.test', 2)).toHaveLength(2);
  expect((await put(`/admin/invites/${invite.id}`, { revoke: true })).json().invite.revoked_at).not.toBeNull();
  expect((await put(`/admin/invites/${invite.id}`, { resend: true })).statusCode).toBe(409);
  expect((await put(`/admin/invites/${newId()}`, { revoke: true })).statusCode).toBe(404);
  expect((await put(`/admin/invites/${invite.id}`, { revoke: false })).statusCode).toBe(422);
});

test('an invite into no, a deactivated or the platform’s own organization is refused, as is a known address', async () => {
  const closed = await createOrganization(t.store, { is_active: false });
  const invite = async (payload: object) => (await post('/admin/invites', { email: 'someone@practice.test', ...payload })).json();

  for (const organization_id of [newId(), closed.id, INTERNAL_ORGANIZATION_ID])
    expect(Object.keys((await invite({ organization_id })).errors)).toEqual(['organization_id']);
  expect(Object.keys((await invite({ organization_id: home.id, email: admin.email.toUpperCase() })).errors)).toEqual(['email']);
  expect(Object.keys((await invite({ organization_id: home.id, is_restricted: true })).errors)).toEqual(['is_restricted']);
});

test('providers of every organization are listed, and asked under the platform’s provider where switched so', async () => {
  const provider = await createProvider(t.store, { organization_id: home.id, name: 'Quarry Detox' });

  const found = await get('/admin/providers?q=quarry%20detox&sort=-organization');
  const on = await put(`/admin/providers/${provider.id}`, { is_override: true });

  expect(found.json()).toMatchObject({
    has_platform_provider: true,
    providers: [{ id: provider.id, is_override: false, organization: { name: home.name } }],
  });
  expect(on.json().provider).toMatchObject({ id: provider.id, is_override: true });
  expect((await put(`/admin/providers/${newId()}`, { is_override: true })).statusCode).toBe(404);
  expect((await put(`/admin/providers/${provider.id}`, { name: 'x' })).statusCode).toBe(422);
  expect(await audited('provider.update', home.id)).toMatchObject([{ object_ids: [provider.id], changed_fields: ['is_override'] }]);
});

test('a prefilled registration is reached by its link and kept as ciphertext', async () => {
  const answer = await post('/admin/auth/register/info', {
    first_name: 'Odette',
    email: 'odette@practice.test',
    phone: '(555) 010-0177',
    organization_name: 'Larkspur House',
    provider_npi: '1234567893',
    provider_tax_id: '',
  });

  expect(answer.statusCode).toBe(201);
  const url = new URL(answer.json().register_url);
  expect([url.origin, url.pathname]).toEqual([new URL(t.deps.config.publicUrl).origin, '/register']);
  const read = await t.call(null, { method: 'GET', url: `/api/v1/auth/register/info/${url.searchParams.get('id')}` });
  expect(read.json().registration_info).toMatchObject({
    first_name: 'Odette',
    phone: '5550100177',
    provider_npi: '1234567893',
    provider_tax_id: null,
  });
  const [row] = await t.deps.db.asAdmin(async (tx) => await tx.queryOnce<{ info: Buffer }>('SELECT info FROM registration_infos', []));
  expect(row?.info.includes('Odette')).toBe(false);
});

test('what is not well formed or says nothing is no prefilled registration', async () => {
  const bad = await post('/admin/auth/register/info', {
    email: 'nobody',
    phone: '12',
    provider_npi: '1234567890',
    provider_tax_id: '1',
    x: 1,
  });
  const wrong = await post('/admin/auth/register/info', { email: 'nobody', phone: '12', provider_npi: '1234567890', provider_tax_id: '1' });

  expect(bad.json()).toEqual({ errors: { x: ['This field is not known.'] } });
  expect(Object.keys(wrong.json().errors).toSorted()).toEqual(['email', 'phone', 'provider_npi', 'provider_tax_id']);
  expect((await post('/admin/auth/register/info', { first_name: ' ' })).statusCode).toBe(422);
});

test('the failure on purpose is a 500 with the request’s id and nothing internal', async () => {
  const answer = await post('/admin/error');

  expect(answer.statusCode).toBe(500);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9A-Z]{26}$/);
  expect(answer.json()).toEqual({ errors: { NOFIELD: ['There seems to be an issue. Please try again later.'] } });
});

test('without a platform provider nothing is switched on, and what is on can be switched off', async () => {
  const bare = await startTestApp();
  const by = await bare.signIn(await createUser(bare.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  const organization = await createOrganization(bare.store, { perm_provider_override: true });
  const provider = await createProvider(bare.store, { organization_id: organization.id });
  const send = async (path: string, payload: object) => await bare.call(by, { method: 'PUT', url: `/api/v1/admin${path}`, payload });

  const on = await send(`/providers/${provider.id}`, { is_override: true });
  expect(on.statusCode).toBe(409);
  expect(on.json().errors.NOFIELD).toEqual(['The platform provider is not set, so nothing can be asked under it.']);
  expect((await send(`/organizations/${organization.id}`, { perm_provider_override: true })).statusCode).toBe(409);
  expect((await send(`/organizations/${organization.id}`, { perm_provider_override: false })).statusCode).toBe(200);
  const read = await bare.call(by, { method: 'GET', url: `/api/v1/admin/organizations/${organization.id}` });
  expect(read.json().has_platform_provider).toBe(false);
  await bare.close();
});
