import { expect, test } from 'vitest';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { createInquiry } from './factories.ts';
import { useTestStore } from './test-store.ts';

const store = useTestStore();

test('an inquiry made by the factory is found with what was put into it', async () => {
  const remote_errors = { subscriber_75: 'not found' };
  const made = await createInquiry(store, { status: 'error', remote_errors, submission: { memberId: 'ABC123' } });
  const keys = await store.keys.keysOf(made.organization_id);
  const scope = { organizationId: made.organization_id, userId: made.user_id, restricted: true };

  const found = await store.database.asOrganization(made.organization_id, async (tx) => await findInquiry(tx, keys, scope, made.id));

  expect(found).toMatchObject({ status: 'error', remote_errors, submission: made.submission, patient: 'Marlow Quillfeather' });
});
