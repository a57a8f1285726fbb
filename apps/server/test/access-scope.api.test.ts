/** What lists and answers hold of other people's objects: statuses alone cannot tell (product.md 6). */
import { api } from '@coverlight/contract/api.ts';
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noObjects } from './access-objects.ts';
import { accessRequests } from './access-requests.ts';
import { aCoverage } from './coverages.ts';
import { createInquiry, createOrganization, createPayer, createProvider, createUser, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
let payerId: string;
let manager: User;
let standard: User;
let restricted: User;
let stranger: User;

beforeAll(async () => {
  t = await startTestApp();
  payerId = (await createPayer(t.store)).id;
  const home = await createOrganization(t.store);
  const at = async (organization_id: string, over: Parameters<typeof createUser>[1]) =>
    await createUser(t.store, { organization_id, ...over });
  manager = await at(home.id, { is_manager: true });
  standard = await at(home.id, { perm_reimbursements: false });
  restricted = await at(home.id, { is_restricted: true });
  stranger = await at((await createOrganization(t.store)).id, { is_manager: true });
});
afterAll(async () => await t.close());

async function inquiryOf(owner: User, over: Parameters<typeof createInquiry>[1] = {}): Promise<string> {
  const { organization_id } = owner;
  const provider = await createProvider(t.store, { organization_id });
  const { id } = await createInquiry(t.store, {
    organization_id,
    user_id: owner.id,
    provider_id: provider.id,
    payer_id: payerId,
    status: 'complete',
    coverage: aCoverage(),
    ...over,
  });
  return id;
}

async function get(user: User, path: string) {
  const reply = await t.call(await t.signIn(user), { method: 'GET', url: `/api/v1${path}` });
  return { status: reply.statusCode, total: reply.headers['x-total-count'], body: reply.json<Record<string, { id: string }[]>>() };
}

test('a restricted user’s list, total, search and attention line hold its own inquiries only', async () => {
  const submission = { patientLastName: 'Scopewright' };
  const own = await inquiryOf(restricted, { submission });
  const ownRefused = await inquiryOf(restricted, { status: 'error', submission, coverage: undefined });
  await inquiryOf(standard, { submission });
  await inquiryOf(standard, { status: 'error', submission, coverage: undefined });
  await inquiryOf(stranger, { submission });

  const found = await get(restricted, '/inquiries?patient_last_name=scopewright');
  expect(found.body.inquiries?.map(({ id }) => id).toSorted()).toEqual([own, ownRefused].toSorted());
  expect(found.total).toBe('2');
  expect((await get(restricted, '/inquiries')).total).toBe('2');
  expect((await get(restricted, '/inquiries/attention')).body.inquiries?.map(({ id }) => id)).toEqual([ownRefused]);
  expect((await get(standard, '/inquiries?patient_last_name=scopewright')).total).toBe('4');
});

test('hidden inquiries are shown to managers who ask for them, and to nobody else', async () => {
  const hidden = await inquiryOf(standard);
  await t.call(await t.signIn(manager), { method: 'PUT', url: '/api/v1/inquiries', payload: { inquiry_ids: [hidden], is_hidden: true } });
  const sees = async (user: User, query: string) => {
    const { status, body } = await get(user, `/inquiries${query}`);
    return status === 200 ? body.inquiries?.some(({ id }) => id === hidden) : status;
  };

  expect(
    await Promise.all([sees(manager, '?is_hidden=true'), sees(manager, ''), sees(standard, '?is_hidden=true'), sees(standard, '')]),
  ).toEqual([true, false, 403, false]);
});

test('an answer from before is offered only to who could open it', async () => {
  const memberId = 'SCOPE7741';
  const recent = async (user: User) => {
    const payload = { payer_id: payerId, memberId };
    const reply = await t.call(await t.signIn(user), { method: 'POST', url: '/api/v1/inquiries/recent', payload });
    return reply.json<{ recent: { id: string } | null }>().recent?.id ?? null;
  };
  const id = await inquiryOf(standard, { submission: { memberId } });

  expect(await recent(manager)).toBe(id);
  expect(await recent(restricted)).toBeNull();
  expect(await recent(stranger)).toBeNull();
});

test('members are shown whole to managers, by name to others, and to a restricted user only itself', async () => {
  const keys = async (user: User) => {
    const { users = [] } = (await get(user, '/users')).body;
    return [users.length > 1, users.every((shown) => 'email' in shown)];
  };

  expect(await keys(manager)).toEqual([true, true]);
  expect(await keys(standard)).toEqual([true, false]);
  expect((await get(restricted, '/users')).body.users?.map(({ id }) => id)).toEqual([restricted.id]);
});

test('what refers to an object out of scope is refused', async () => {
  const theirs = await inquiryOf(standard);
  const { provider_id } = { provider_id: (await createProvider(t.store, { organization_id: restricted.organization_id })).id };
  const draft = async (user: User, over: object) => {
    const reply = await t.call(await t.signIn(user), {
      method: 'POST',
      url: '/api/v1/inquiries/draft',
      payload: { provider_id, payer_id: payerId, ...over },
    });
    return [reply.statusCode, ...Object.keys(reply.json<{ errors?: object }>().errors ?? {})];
  };

  expect(await draft(standard, { parentId: theirs })).toEqual([201]);
  expect(await draft(restricted, { parentId: theirs })).toEqual([422, 'parentId']);
  expect(await draft(stranger, {})).toEqual([422, 'provider_id']);
});

test('a manager’s log of what was done holds its own organization only', async () => {
  const foreignId = await inquiryOf(stranger);
  await get(stranger, `/inquiries/${foreignId}`);
  const ownId = await inquiryOf(standard);
  await get(standard, `/inquiries/${ownId}`);

  const listed = JSON.stringify((await get(manager, '/audit')).body);
  const exported = (await t.call(await t.signIn(manager), { method: 'GET', url: '/api/v1/audit/export' })).body;
  for (const text of [listed, exported]) {
    expect(text).toContain(ownId);
    expect(text).not.toContain(foreignId);
  }
});

const unsafe = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries(contract as Record<string, Endpoint>)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && endpoint.consumes !== 'raw')
    .map(([name]) => `${feature}.${name}`),
);

test('every call that changes something is refused to a foreign site, whoever is signed in', async () => {
  const token = await t.signIn(manager);
  const objects = { ...noObjects(), payer: payerId };
  const foreign = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const passed: string[] = [];
  for (const name of unsafe) {
    const request = accessRequests[name]?.(objects);
    if (request === undefined) throw new Error(`no request for ${name}`);
    for (const headers of foreign) {
      const { statusCode } = await t.call(token, { ...request, headers: { ...request.headers, ...headers } });
      if (statusCode !== 403) passed.push(`${name} ${JSON.stringify(headers)} ${statusCode}`);
    }
  }

  expect(unsafe.length).toBeGreaterThan(20);
  expect(passed).toEqual([]);
});

/** By hand: what serves enrolling, and what needs no session. */
const OPEN_WHILE_ENROLLING = [
  'auth.emailApprove',
  'auth.emailConfirm',
  'auth.emailUndo',
  'auth.login',
  'auth.logout',
  'auth.passwordReset',
  'auth.passwordResetConfirm',
  'auth.register',
  'auth.registerByInvite',
  'auth.registerInfo',
  'auth.secondFactor',
  'billing.webhook',
  'invites.get',
  'secondFactors.list',
  'secondFactors.passkeyCreate',
  'secondFactors.passkeyOptions',
  'secondFactors.totpConfirm',
  'secondFactors.totpStart',
];

test('a session that must first enrol a factor reaches the calls for that and no other', async () => {
  const objects = { ...noObjects(), payer: payerId };
  const enrolling = { isFactorPending: true, isEnrolling: true };
  const reached: string[] = [];
  for (const [name, build] of Object.entries(accessRequests)) {
    const { statusCode } = await t.call(await t.signIn(manager, enrolling), build(objects));
    if (statusCode !== 401) reached.push(name);
  }

  expect(reached.toSorted()).toEqual(OPEN_WHILE_ENROLLING);
});
