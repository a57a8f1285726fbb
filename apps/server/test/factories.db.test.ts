import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createInquiry, openStore } from './factories.ts';

let testDatabase: TestDatabase;
let store: ReturnType<typeof openStore>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  store = openStore(testDatabase.url);
});
afterAll(async () => {
  await store.close();
  await testDatabase.close();
});

test('an inquiry made by the factory is found with what was put into it', async () => {
  const raw_answer = { any: 'thing' };
  const remote_errors = { subscriber_75: 'not found' };
  const made = await createInquiry(store, { status: 'error', raw_answer, remote_errors, submission: { memberId: 'ABC123' } });
  const keys = await store.keys.keysOf(made.organization_id);

  const found = await store.database.asOrganization(made.organization_id, async (tx) => {
    return await findInquiry(tx, keys, { organizationId: made.organization_id, userId: made.user_id, restricted: true }, made.id);
  });

  expect(found).toMatchObject({ status: 'error', remote_errors, submission: made.submission, patient: 'Marlow Quillfeather' });
});
