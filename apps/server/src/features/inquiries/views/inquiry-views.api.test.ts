/** Named views of the inquiry list (docs/product.md 2.11). */
import { MOST_VIEWS } from '@coverlight/contract/inquiries/views.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type User } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { EVERY_INQUIRY } from '../../../../test/views.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

interface Caller {
  user: User;
  call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path?: string, payload?: object) => Promise<{ status: number; body: Reply }>;
}
interface Reply {
  view: { id: string; name: string; filters: object };
  views: { id: string; name: string; filters: object }[];
  errors: Record<string, string[]>;
}

async function aCaller(organization_id?: string): Promise<Caller> {
  const user = await createUser(t.store, { is_restricted: true, ...(organization_id && { organization_id }) });
  const token = await t.signIn(user);
  return {
    user,
    call: async (method, path = '', payload) => {
      const reply = await t.call(token, { method, url: `/api/v1/inquiry-views${path}`, ...(payload && { payload }) });
      return { status: reply.statusCode, body: reply.body === '' ? ({} as Reply) : reply.json<Reply>() };
    },
  };
}
const narrow = { ...EVERY_INQUIRY, coverage: 'inactive', period: 'own', from: '2026-02-01', sort: 'created_at' };

test('a view is saved, listed by name, renamed, changed and deleted', async () => {
  const { call } = await aCaller();
  const { status, body } = await call('POST', '', { name: '  Lapsed this month ', filters: narrow });
  expect([status, body.view]).toEqual([201, { id: expect.any(String), name: 'Lapsed this month', filters: narrow }]);
  await call('POST', '', { name: 'All of mine', filters: EVERY_INQUIRY });
  expect((await call('GET')).body.views.map(({ name }) => name)).toEqual(['All of mine', 'Lapsed this month']);

  const { id } = body.view;
  expect((await call('PUT', `/${id}`, { name: 'Lapsed' })).body.view).toEqual({ id, name: 'Lapsed', filters: narrow });
  expect((await call('PUT', `/${id}`, { filters: EVERY_INQUIRY })).body.view).toEqual({ id, name: 'Lapsed', filters: EVERY_INQUIRY });
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect((await call('DELETE', `/${id}`)).status).toBe(404);
  expect((await call('GET')).body.views).toHaveLength(1);
});

test('a name is held once, whatever its case, by each user for itself', async () => {
  const first = await aCaller();
  const colleague = await aCaller(first.user.organization_id);
  await first.call('POST', '', { name: 'Mine', filters: EVERY_INQUIRY });
  const other = await first.call('POST', '', { name: 'Other', filters: EVERY_INQUIRY });
  for (const refused of [
    await first.call('POST', '', { name: 'mine', filters: EVERY_INQUIRY }),
    await first.call('PUT', `/${other.body.view.id}`, { name: 'MINE' }),
  ])
    expect([refused.status, refused.body.errors]).toEqual([422, { name: ['You have a view of this name already.'] }]);
  expect((await first.call('PUT', `/${other.body.view.id}`, { name: 'OTHER' })).status).toBe(200);
  expect((await colleague.call('POST', '', { name: 'Mine', filters: EVERY_INQUIRY })).status).toBe(201);
  expect((await colleague.call('GET')).body.views).toHaveLength(1);
});

test('what was searched for cannot be kept in a view', async () => {
  const { call } = await aCaller();
  for (const term of ['q', 'patient_last_name', 'member_id', 'searchText']) {
    const refused = await call('POST', '', { name: 'Found', filters: { ...EVERY_INQUIRY, [term]: 'Quillfeather' } });
    expect([term, refused.status]).toEqual([term, 422]);
  }
});

test('there is an end to the number of views', async () => {
  const { call } = await aCaller();
  for (let made = 0; made < MOST_VIEWS; made += 1) await call('POST', '', { name: `View ${made}`, filters: EVERY_INQUIRY });
  const refused = await call('POST', '', { name: 'One more', filters: EVERY_INQUIRY });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']]);
});

test('names lie in the database as ciphertext, and the log tells what was done without them', async () => {
  const { user, call } = await aCaller();
  const { body } = await call('POST', '', { name: 'Quillfeather family', filters: EVERY_INQUIRY });
  const rows = await t.store.database.asAdminFor(user.organization_id, async (tx) => ({
    views: await tx.queryOnce('SELECT * FROM inquiry_views WHERE id = $1', [body.view.id]),
    log: await tx.queryOnce<{ action: string }>('SELECT * FROM audit_events WHERE organization_id = $1 AND object_type = $2', [
      user.organization_id,
      'inquiry_view',
    ]),
  }));
  expect(rows.log.map(({ action }) => action)).toEqual(['inquiry-view.create']);
  expect(JSON.stringify(rows.views)).not.toContain(Buffer.from('Quillfeather').toString('hex'));
  const stored = rows.views[0]?.name;
  expect(stored instanceof Buffer && stored.includes('Quillfeather')).toBe(false);
  expect(JSON.stringify(rows.log)).not.toContain('Quillfeather');
});
