/** What is refused to signed-in people stands in the log, within bounds; strangers leave nothing there (product.md 12.4). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createOrganization, createUser, newId, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

async function aMember(): Promise<{ user: User; token: string }> {
  const { id: organization_id } = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id });
  return { user, token: await t.signIn(user) };
}
const get = async (token: string | null, path: string) => await t.call(token, { method: 'GET', url: `/api/v1${path}` });
const logOf = async (user: User) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ action: string; object_type: string; object_ids: string[]; outcome: string; actor_user_id: string }>(
        'SELECT action, object_type, object_ids, outcome, actor_user_id FROM audit_events WHERE organization_id = $1 ORDER BY id',
        [user.organization_id],
      ),
  );
const countAll = async () =>
  Number((await t.deps.db.asAdmin(async (tx) => await tx.queryOnce<{ n: string }>('SELECT count(*) AS n FROM audit_events', [])))[0]?.n);

test('a role that is missing leaves a row', async () => {
  const { user, token } = await aMember();

  expect((await get(token, '/admin/organizations')).statusCode).toBe(403);
  expect((await get(token, '/invites')).statusCode).toBe(403);

  const row = { object_ids: [], outcome: 'refused', actor_user_id: user.id, action: 'access.forbidden' };
  expect(await logOf(user)).toEqual([
    { ...row, object_type: 'admin organizations' },
    { ...row, object_type: 'invites' },
  ]);
});

test('the id of another organization leaves a row in the log of who tried it, none in the other, and the same as an id that nobody has', async () => {
  const [{ user, token }, { user: other }] = [await aMember(), await aMember()];
  const { id } = await createInquiry(t.store, { organization_id: other.organization_id, user_id: other.id, status: 'complete' });
  const nobodys = newId();

  for (const path of [`/inquiries/${id}`, `/inquiries/${id}/pdf`, `/inquiries/${nobodys}`]) {
    expect((await get(token, path)).statusCode).toBe(404);
  }

  const row = { outcome: 'refused', actor_user_id: user.id, action: 'access.not-found' };
  expect(await logOf(user)).toEqual([
    { ...row, object_type: 'inquiries', object_ids: [id] },
    { ...row, object_type: 'inquiries pdf', object_ids: [id] },
    { ...row, object_type: 'inquiries', object_ids: [nobodys] },
  ]);
  expect((await logOf(other)).filter(({ action }) => action.startsWith('access.'))).toEqual([]);
});

test('an hour holds a hundred refusals of one person and no more; the next hour holds them again', async () => {
  const { user, token } = await aMember();

  for (let tries = 0; tries < 130; tries += 1) await get(token, `/inquiries/${newId()}`);
  expect(await logOf(user)).toHaveLength(100);
  t.turnClock(3_600_001);
  const later = await t.signIn(user);
  await get(later, `/inquiries/${newId()}`);

  expect(await logOf(user)).toHaveLength(101);
});

test('strangers leave no rows', async () => {
  const before = await countAll();

  for (const path of ['/admin/organizations', `/inquiries/${newId()}`, '/nothing-here', `/invites/${newId()}`]) await get(null, path);

  expect(await countAll()).toBe(before);
});

test('asking for a recent answer that is not there leaves a row', async () => {
  const { user, token } = await aMember();
  const payer_id = newId();
  const payload = { payer_id, memberId: 'PLAIN4711' };

  expect((await t.call(token, { method: 'POST', url: '/api/v1/inquiries/recent', payload })).json()).toEqual({ recent: null });

  expect(await logOf(user)).toMatchObject([
    { action: 'inquiry.recent-none', object_type: 'payer', object_ids: [payer_id], outcome: 'done' },
  ]);
});
