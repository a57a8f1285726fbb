import { createMemoryStore } from '#lib/memory-store.ts';
import { listAddress, useAddress } from '../use-address.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { ListView } from '../admin-list.tsx';
import { inviteColumns, InviteTable } from './invite-table.tsx';

const store = createMemoryStore<ListView>({ page: 1, sort: '-created_at', q: '' });
const address = listAddress(inviteColumns);
const EVERY_ORGANIZATION = {};

/** Invites of all organizations. */
export function InviteListPage() {
  return (
    <>
      <PageTitle>Invites</PageTitle>
      <InviteTable of={EVERY_ORGANIZATION} view={useAddress('/admin/invites', store, address)} onView={store.set} />
    </>
  );
}
