import { createMemoryStore } from '#lib/memory-store.ts';
import { listAddress, useAddress } from '../use-address.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { ListView } from '../admin-list.tsx';
import { providerColumns, ProviderTable } from './provider-table.tsx';

const store = createMemoryStore<ListView>({ page: 1, sort: 'name', q: '' });
const address = listAddress(providerColumns);
const EVERY_ORGANIZATION = {};

/** Facilities of all organizations. */
export function ProviderListPage() {
  return (
    <>
      <PageTitle>Manage Providers</PageTitle>
      <ProviderTable of={EVERY_ORGANIZATION} view={useAddress('/admin/providers', store, address)} onView={store.set} />
    </>
  );
}
