import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const read = async (token: string) => {
  const reply = await t.call(token, { method: 'GET', url: '/api/v1/inquiries/form-key' });
  return { status: reply.statusCode, key: reply.statusCode === 200 ? reply.json<{ form_key: string }>().form_key : null };
};

test('the key of typed forms is of one session, and is gone with it', async () => {
  const { id } = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: id });
  const [first, second] = [await t.signIn(user), await t.signIn(user)];

  const { key } = await read(first);

  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32);
  expect((await read(first)).key).toBe(key);
  expect((await read(second)).key).not.toBe(key);
  await t.call(first, { method: 'POST', url: '/api/v1/auth/logout' });
  expect((await read(first)).status).toBe(401);
});
