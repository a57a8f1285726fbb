import { Switch } from '@mantine/core';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type AddressForm, listAddress, useAddress } from '../use-address.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { accountKeys, listOrganizations } from '../accounts.queries.ts';
import { AdminList, type ListView } from '../admin-list.tsx';
import { organizationColumns } from './organization-columns.tsx';

interface OrganizationView extends ListView {
  showDeactivated: boolean;
}
const store = createMemoryStore<OrganizationView>({ page: 1, sort: 'name', q: '', showDeactivated: false });
const address: AddressForm<OrganizationView> = {
  ...listAddress(organizationColumns),
  showDeactivated: { read: (text) => text === 'true' },
};
const onView = (next: Partial<ListView>) => store.set(next);

/** Active organizations, the deactivated ones only on wish (docs/product.md 2.14). */
export function OrganizationListPage() {
  const view = useAddress('/admin/organizations', store, address);
  const filter = view.showDeactivated ? {} : { is_active: true };
  return (
    <>
      <PageTitle>Organizations</PageTitle>
      <AdminList
        label="Organizations"
        columns={organizationColumns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        empty="No organizations yet."
        view={view}
        onView={onView}
        queryKey={[...accountKeys.organizations, 'list', filter]}
        fetchPage={(query, signal) => listOrganizations({ ...query, ...filter }, signal)}
        search="Search by name"
        filters={
          <Switch
            label="Show Deactivated"
            checked={view.showDeactivated}
            onChange={(event) => store.set({ showDeactivated: event.currentTarget.checked, page: 1 })}
            pb={8}
          />
        }
      />
    </>
  );
}
