/** Items of the inbox for tests. */
import { insertItem } from '../src/features/inquiries/changes/inbox-items.repository.ts';
import { findPersonOf } from '../src/features/inquiries/changes/answers.repository.ts';
import { aCoverage } from './coverages.ts';
import { createInquiry, newId, type Store, type User } from './factories.ts';

/** About an answer of the user's own; its id. */
export async function createItem(
  store: Store,
  { id: user_id, organization_id }: Pick<User, 'id' | 'organization_id'>,
  payer_id: string,
): Promise<string> {
  const inquiry = await createInquiry(store, { organization_id, user_id, payer_id, status: 'complete', coverage: aCoverage() });
  const id = newId();
  await store.database.asOrganization(organization_id, async (tx) => {
    await insertItem(tx, {
      id,
      personId: (await findPersonOf(tx, inquiry.id)) ?? '',
      policyId: inquiry.id,
      inquiryId: inquiry.id,
      comparisonId: null,
      watch: 'coverage-ends-soon',
      codes: ['coverage-ends-soon'],
      gravest: 'urgent',
      dueOn: '2026-12-31',
      now: new Date(),
    });
  });
  return id;
}
