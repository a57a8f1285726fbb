/** Every endpoint as every actor, on one's own, a colleague's and a foreign object, against the table written by hand. */
import { api } from '@coverlight/contract/api.ts';
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '../src/db/internal-organization.ts';
import { ACCESS, ACTORS, type Actor } from './access-table.ts';
import { createAccessObjects, namesIn } from './access-objects.ts';
import { accessRequests } from './access-requests.ts';
import { createOrganization, createPayer, createUser, newId, type Organization, type Payer, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
let payer: Payer;
let home: Organization;
let abroad: Organization;
const users = {} as Record<Exclude<Actor, 'anonymous'>, User>;
let colleague: User;
let stranger: User;

beforeAll(async () => {
  t = await startTestApp();
  payer = await createPayer(t.store);
  home = await createOrganization(t.store);
  abroad = await createOrganization(t.store);
  const unpaid = await createOrganization(t.store, { subscription: null });
  const at = async (organization_id: string, over: Parameters<typeof createUser>[1] = {}) =>
    await createUser(t.store, { organization_id, ...over });
  users.restricted = await at(home.id, { is_restricted: true });
  users.standard = await at(home.id);
  users.manager = await at(home.id, { is_manager: true });
  users.foreign = await at(abroad.id, { is_manager: true });
  users.admin = await at(INTERNAL_ORGANIZATION_ID, { is_admin: true });
  users.deactivated = await at(home.id, { is_active: false });
  users.unsubscribed = await at(unpaid.id, { is_manager: true });
  users['no-terms'] = await at(home.id, { tos_version: null, tos_accepted_at: null });
  users['factor-due'] = await at(home.id);
  colleague = await at(home.id);
  stranger = users.foreign;
});
afterAll(async () => await t.close());

async function call(actor: Actor, request: InjectOptions): Promise<number> {
  if (actor === 'anonymous') return (await t.call(null, request)).statusCode;
  const token = await t.signIn(users[actor], { isFactorPending: actor === 'factor-due' });
  return (await t.call(token, request)).statusCode;
}

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
);

test('every endpoint has its row in the table, and every row its endpoint', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted());
  expect(Object.keys(accessRequests).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted());
});

describe.each(endpoints.map(([name]) => name))('%s', (name) => {
  const cells = (ACCESS[name] ?? '').split('|').map((cell) => cell.trim().split(/\s+/).map(Number));
  test.each(ACTORS.map((actor, index) => [actor, cells[index] ?? []] as const))('as %s answers %j', async (actor, expected) => {
    expect(expected.length, 'a cell for each actor').toBeGreaterThan(0);
    const request = accessRequests[name];
    if (request === undefined) throw new Error('no request');
    const own = actor === 'anonymous' || actor === 'foreign' || actor === 'admin' ? users.standard : users[actor];
    const owners = expected.length === 3 ? [own, colleague, stranger] : [own];
    const answers = [];
    const names = namesIn(request);
    for (const owner of owners)
      answers.push(await call(actor, request(await createAccessObjects(t.store, { owner, payer: payer.id, names }))));
    expect(answers).toEqual(expected);
  });
});

test('a foreign object answers exactly as one that is not there', async () => {
  const token = await t.signIn(users.standard);
  const foreign = (await createAccessObjects(t.store, { owner: stranger, payer: payer.id })).complete;
  const bodies = [];
  for (const id of [foreign, newId()]) bodies.push((await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}` })).body);
  expect(bodies[0]).toBe(bodies[1]);
});
