import { createMemoryStore } from '#lib/memory-store.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { ListView } from '../admin-list.tsx';
import { InviteTable } from './invite-table.tsx';

const store = createMemoryStore<ListView>({ page: 1, sort: '-created_at', q: '' });
const EVERY_ORGANIZATION = {};

/** Invites of all organizations. */
export function InviteListPage() {
  return (
    <>
      <PageTitle>Invites</PageTitle>
      <InviteTable of={EVERY_ORGANIZATION} view={store.use()} onView={store.set} />
    </>
  );
}
