import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOrganization, createUser, newId, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let t: TestApp;
let manager: User;
let standard: User;
let token: string;
beforeAll(async () => {
  t = await startTestApp({ workers: true });
});
afterAll(async () => await t.close());
beforeEach(async () => {
  const { id: organization_id } = await createOrganization(t.store);
  manager = await createUser(t.store, { organization_id, is_manager: true });
  standard = await createUser(t.store, { organization_id });
  token = await t.signIn(manager);
});

const put = async (as: string, id: string, payload: object) => await t.call(as, { method: 'PUT', url: `/api/v1/users/${id}`, payload });
const isAlive = async (as: string) => (await t.call(as, { method: 'GET', url: '/api/v1/auth/refresh' })).statusCode === 200;
const fieldsOf = (reply: LightMyRequestResponse) => Object.keys(reply.json<{ errors: object }>().errors);
const emailOf = async (user: User) =>
  (await t.call(token, { method: 'GET', url: `/api/v1/users/${user.id}` })).json<{
    user: { email: string; pending_email: string | null };
  }>().user;

test('a manager changes a member in part, and what is not named stays', async () => {
  const reply = await put(token, standard.id, { first_name: 'Petra', phone: '(555) 010-0142', is_restricted: true });

  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    user: {
      first_name: 'Petra',
      last_name: standard.last_name,
      phone: '5550100142',
      is_active: true,
      membership: { is_manager: false, is_restricted: true, perm_reimbursements: false },
    },
  });
});

test('of two who read the same person the second to save is told, and nothing of theirs is kept', async () => {
  const own = await t.signIn(standard);
  const { updated_at } = (await t.call(token, { method: 'GET', url: `/api/v1/users/${standard.id}` })).json().user;

  // Neither the terms nor a sign-in stand in the form.
  await t.call(own, { method: 'PUT', url: `/api/v1/users/${standard.id}/terms`, payload: { agree: true } });
  const first = await put(token, standard.id, { is_restricted: true, updated_at });
  const second = await put(own, standard.id, { last_name: 'Quill', updated_at });

  expect(first.statusCode).toBe(200);
  expect([second.statusCode, second.json()]).toEqual([409, { errors: { NOFIELD: ['Changed by someone else meanwhile.'] } }]);
  expect((await emailOf(standard)) as object).toMatchObject({ last_name: standard.last_name, membership: { is_restricted: true } });
  expect((await put(own, standard.id, { last_name: 'Quill', updated_at: first.json().user.updated_at })).statusCode).toBe(200);
});

test('a deactivation ends running sessions at once, and an activation does not bring them back', async () => {
  const session = await t.signIn(standard);

  expect((await put(token, standard.id, { is_active: false })).statusCode).toBe(200);
  expect(await isAlive(session)).toBe(false);
  expect((await put(token, standard.id, { is_active: true })).statusCode).toBe(200);
  expect(await isAlive(session)).toBe(false);
});

test('a demotion takes a manager’s rights away in the running session', async () => {
  const other = await createUser(t.store, { organization_id: manager.organization_id, is_manager: true });
  const session = await t.signIn(other);
  const invites = async () => (await t.call(session, { method: 'GET', url: '/api/v1/invites' })).statusCode;

  expect(await invites()).toBe(200);
  expect((await put(token, other.id, { is_manager: false })).statusCode).toBe(200);
  expect(await invites()).toBe(403);
});

test.each([
  ['is_admin', { is_admin: true }],
  ['organization_id', { organization_id: newId() }],
  ['id', { id: newId() }],
  ['password_hash', { password_hash: 'x' }],
  ['tos_version', { tos_version: 'x' }],
])('a body with %s is refused whole', async (field, over) => {
  const reply = await put(token, standard.id, { first_name: 'Petra', ...over });

  expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, [field]]);
  expect((await t.call(token, { method: 'GET', url: `/api/v1/users/${standard.id}` })).json()).toMatchObject({
    user: { first_name: standard.first_name },
  });
});

test('nobody raises the own level; repeating it as it is is no change', async () => {
  const own = await t.signIn(standard);

  expect((await put(own, standard.id, { is_manager: true })).statusCode).toBe(403);
  expect((await put(own, standard.id, { last_name: 'Quill', is_manager: false, is_active: true })).statusCode).toBe(200);
  expect((await put(token, manager.id, { is_manager: false })).statusCode).toBe(403);
});

test('of two managers who demote each other at the same moment one stays', async () => {
  const other = await createUser(t.store, { organization_id: manager.organization_id, is_manager: true });
  const otherToken = await t.signIn(other);

  const replies = await Promise.all([put(token, other.id, { is_manager: false }), put(otherToken, manager.id, { is_manager: false })]);

  // The second is no manager any more when it is its turn, or would take the last one away.
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
  const managers = await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce('SELECT 1 FROM users WHERE organization_id = $1 AND is_manager', [manager.organization_id]),
  );
  expect(managers).toHaveLength(1);
});

test('a foreign member answers exactly as one that is not there', async () => {
  const foreign = await createUser(t.store);

  const bodies = [await put(token, foreign.id, { first_name: 'X' }), await put(token, newId(), { first_name: 'X' })].map(
    (reply) => `${reply.statusCode} ${reply.body}`,
  );

  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toMatch(/^404 /);
});
