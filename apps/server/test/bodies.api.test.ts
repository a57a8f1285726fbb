/** Every body of every endpoint with keys that nobody may set, and every id of a stranger's object (product.md 6.1, 7.2). */
import { api } from '@coverlight/contract/api.ts';
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '../src/db/internal-organization.ts';
import type { AccessObjects } from './access-request.ts';
import { createAccessObjects, noObjects } from './access-objects.ts';
import { accessRequests } from './access-requests.ts';
import { createOrganization, createPayer, createUser, newId, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
let payer: string;
let users: Record<'manager' | 'standard' | 'restricted' | 'colleague' | 'stranger' | 'admin', User>;

beforeAll(async () => {
  t = await startTestApp({ env: { LOGIN_PER_ADDRESS: '1000000', LOGIN_FAILURES: '1000000' } });
  payer = (await createPayer(t.store)).id;
  const home = (await createOrganization(t.store)).id;
  const at = async (organization_id: string, over: Parameters<typeof createUser>[1] = {}) =>
    await createUser(t.store, { organization_id, ...over });
  users = {
    manager: await at(home, { is_manager: true }),
    standard: await at(home),
    restricted: await at(home, { is_restricted: true }),
    colleague: await at(home),
    stranger: await at((await createOrganization(t.store)).id, { is_manager: true }),
    admin: await at(INTERNAL_ORGANIZATION_ID, { is_admin: true }),
  };
});
afterAll(async () => await t.close());

const objectsOf = async (owner: User): Promise<AccessObjects> => await createAccessObjects(t.store, { owner, payer });
const nowhere = (): AccessObjects => ({ ...noObjects(), payer });

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);
const requestOf = (name: string, objects: AccessObjects) => {
  const request = accessRequests[name]?.(objects);
  if (request === undefined) throw new Error(`no request for ${name}`);
  return request;
};
const asWhom = ({ access }: Endpoint) => (access === 'admin' ? users.admin : users.manager);

/** Who belongs where and may do what. */
async function rights(): Promise<unknown> {
  return await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce(
        `SELECT 'user' AS what, id, organization_id, is_admin AS a, is_manager AS b, is_restricted AS c FROM users
         UNION ALL SELECT 'provider', id, organization_id, is_active, is_override, false FROM providers
         UNION ALL SELECT 'invite', id, organization_id, is_manager, is_restricted, perm_reimbursements FROM invites
         UNION ALL SELECT 'inquiry', id, organization_id, is_hidden, false, false FROM inquiries
         UNION ALL SELECT 'organization', id, id, is_active, perm_provider_override, has_override_reimbursement FROM organizations ORDER BY 1, 2`,
        [],
      ),
  );
}

const FORBIDDEN: Record<string, unknown> = { is_admin: true, organization_id: newId(), is_manager: true, status: 'complete', id: newId() };
/** By hand: what an endpoint takes because the product says so, and bodies of several shapes, which are refused as a whole. */
const TAKEN = [
  'adminAccounts.createInvite is_manager',
  'adminAccounts.createInvite organization_id',
  'adminAccounts.updateUser is_manager',
  'invites.create is_manager',
  'users.update is_manager',
];
const SEVERAL_SHAPES = ['auth.secondFactor', 'billing.change', 'billing.preview', 'invites.change', 'adminAccounts.changeInvite'];

test('no body of any endpoint takes an admin, an organization, a level, a status or an id that is not its own to set', async () => {
  const objects = await objectsOf(users.colleague);
  const before = await rights();
  const taken: string[] = [];
  let bodies = 0;
  for (const { name, endpoint } of endpoints) {
    if (endpoint.body === undefined || endpoint.consumes === 'raw' || endpoint.consumes === 'multipart') continue;
    bodies += 1;
    const request = requestOf(name, objects);
    const token = await t.signIn(asWhom(endpoint));
    for (const [key, value] of Object.entries(FORBIDDEN)) {
      if (TAKEN.includes(`${name} ${key}`)) continue;
      const payload = { ...(typeof request.payload === 'object' ? request.payload : {}), [key]: value };
      const reply = await t.call(token, { ...request, payload });
      const errors = reply.statusCode === 422 ? reply.json<{ errors: Record<string, string[]> }>().errors : {};
      const isRefused =
        errors[key]?.includes('This field is not known.') ?? (SEVERAL_SHAPES.includes(name) && errors.NOFIELD !== undefined);
      if (!isRefused) taken.push(`${name} ${key}: ${reply.statusCode}`);
    }
  }

  expect(bodies).toBeGreaterThan(35);
  expect(taken).toEqual([]);
  expect(await rights()).toEqual(before);
}, 60_000);

test('a body where none belongs changes nobody’s rights', async () => {
  const objects = await objectsOf(users.colleague);
  const before = await rights();
  for (const { name, endpoint } of endpoints) {
    if (endpoint.method === 'GET' || endpoint.body !== undefined || endpoint.consumes === 'raw' || endpoint.consumes === 'multipart')
      continue;
    await t.call(await t.signIn(asWhom(endpoint)), { ...requestOf(name, objects), payload: FORBIDDEN });
  }

  expect(await rights()).toEqual(before);
});

test.each([
  ['standard', 'stranger'],
  ['manager', 'stranger'],
  ['restricted', 'stranger'],
  ['restricted', 'colleague'],
] as const)('to a %s user every object of a %s answers exactly as one that is not there', async (as, whose) => {
  const theirs = await objectsOf(users[whose]);
  const token = await t.signIn(users[as]);
  const told: string[] = [];
  let compared = 0;
  for (const { name, endpoint } of endpoints) {
    const { payer: _payer, ...ids } = theirs;
    // Colleagues share facilities and, where they may see people at all, each other.
    const written = JSON.stringify(requestOf(name, theirs));
    const isAbout = Object.entries(ids).some(([what, id]) => written.includes(id) && (whose === 'stranger' || !SHARED.includes(what)));
    if (!isAbout || endpoint.access === 'admin') continue;
    compared += 1;
    const missing = { ...nowhere(), ...(whose === 'colleague' ? { provider: theirs.provider } : {}) };
    const [found, gone] = [await t.call(token, requestOf(name, theirs)), await t.call(token, requestOf(name, missing))];
    if (found.statusCode !== gone.statusCode || found.body !== gone.body) told.push(`${name}: ${found.statusCode} and ${gone.statusCode}`);
  }

  expect(compared).toBeGreaterThanOrEqual(7);
  expect(told).toEqual([]);
});
const SHARED = ['provider', 'user', 'invite'];

test('ids inside bodies and filters tell nothing of a stranger’s objects either', async () => {
  const theirs = await objectsOf(users.stranger);
  const own = await objectsOf(users.standard);
  const token = await t.signIn(users.manager);
  const missing = nowhere();
  const form = { provider_id: own.provider, payer_id: payer };
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object) => {
    const reply = await t.call(token, { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
    return `${reply.statusCode} ${String(reply.headers['x-total-count'])} ${reply.body}`;
  };
  const asked = async (objects: AccessObjects) => [
    await ask('POST', '/inquiries/draft', { ...form, parentId: objects.complete }),
    await ask('POST', '/inquiries/draft', { ...form, provider_id: objects.provider }),
    await ask('PATCH', `/inquiries/${own.draft}/draft`, { ...form, parentId: objects.complete }),
    await ask('POST', '/inquiries', { ...form, memberId: 'QZX771', draftId: objects.draft }),
    await ask('POST', '/inquiries', { ...form, memberId: 'QZX771', parentId: objects.complete }),
    await ask('PUT', '/inquiries', { inquiry_ids: [own.complete, objects.complete], is_hidden: true }),
    await ask('GET', `/inquiries?user_id=${objects.user}`),
    await ask('GET', `/inquiries?provider_id=${objects.provider}`),
    await ask('GET', `/audit?user_id=${objects.user}`),
  ];

  expect(await asked(theirs)).toEqual(await asked(missing));
});

test('an object whose toString or valueOf is none is refused as unreadable, wherever it stands', async () => {
  const token = { length: { toString: 'x' } };
  for (const payload of [{ token }, { token: [{ valueOf: 1 }] }, { toString: null }]) {
    const reply = await t.call(null, { method: 'POST', url: '/api/v1/auth/email/confirm', payload });
    expect(reply.statusCode, JSON.stringify(payload)).toBe(400);
    expect(reply.json()).toEqual({ errors: { NOFIELD: ['The request cannot be read.'] } });
  }
});
