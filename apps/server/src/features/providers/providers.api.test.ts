import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

test('a facility says in every answer when it was made and last changed', async () => {
  const token = await t.signIn(await createUser(t.store, { is_manager: true }));
  const facility = { name: 'North', npi: '1234567893', tax_id: '12-3456789' };
  const instants = { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), updated_at: expect.stringMatching(/Z$/) };

  const created = await t.call(token, { method: 'POST', url: '/api/v1/providers', payload: facility });
  expect([created.statusCode, created.json()]).toEqual([201, { provider: expect.objectContaining(instants) }]);
  const { id, created_at, updated_at } = created.json().provider;
  t.turnClock(60_000);
  const changed = await t.call(token, { method: 'PUT', url: `/api/v1/providers/${id}`, payload: { name: 'South' } });

  expect(changed.json().provider).toMatchObject({ created_at });
  expect(changed.json().provider.updated_at > updated_at).toBe(true);
  const one = (await t.call(token, { method: 'GET', url: `/api/v1/providers/${id}` })).json().provider;
  const all = (await t.call(token, { method: 'GET', url: '/api/v1/providers' })).json().providers;
  expect([one, all.find((provider: { id: string }) => provider.id === id)]).toEqual([changed.json().provider, changed.json().provider]);
});
