/** Named views of the inquiry list, for tests. */
import type { ListViewFilters } from '@coverlight/contract/inquiries/views.contract.ts';
import { insertView } from '../src/features/inquiries/views/inquiry-views.repository.ts';
import { newId, type Store, type User } from './factories.ts';

/** Narrows nothing. */
export const EVERY_INQUIRY: ListViewFilters = {
  sort: '-created_at',
  user_id: null,
  provider_id: null,
  coverage: null,
  status: null,
  period: null,
  from: null,
  to: null,
  is_hidden: false,
};

/** A named view of the list; answers its id. */
export async function createView(store: Store, owner: Pick<User, 'id' | 'organization_id'>, name = `View ${newId()}`): Promise<string> {
  const { id: userId, organization_id: organizationId } = owner;
  const keys = await store.keys.keysOf(organizationId);
  const view = { id: newId(), name, filters: EVERY_INQUIRY };
  await store.database.asOrganization(organizationId, async (tx) => {
    await insertView(tx, keys, { organizationId, userId }, { view, now: new Date() });
  });
  return view.id;
}
