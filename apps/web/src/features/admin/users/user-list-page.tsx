import { API_BASE } from '@coverlight/contract/endpoint.ts';
import { adminAccountsContract } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { createMemoryStore } from '#lib/memory-store.ts';
import { listAddress, useAddress } from '../use-address.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { ListView } from '../admin-list.tsx';
import { userColumns, UserTable } from './user-table.tsx';

const store = createMemoryStore<ListView>({ page: 1, sort: 'name', q: '' });
const address = listAddress(userColumns);
const EVERY_ORGANIZATION = {};

/** People of all organizations. */
export function UserListPage() {
  const exportLink = (
    <Button
      component="a"
      href={`${API_BASE}${adminAccountsContract.exportUsers.path}`}
      target="_blank"
      rel="noopener"
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      Export Users
    </Button>
  );
  return (
    <>
      <PageTitle actions={exportLink}>Manage Users</PageTitle>
      <UserTable of={EVERY_ORGANIZATION} view={useAddress('/admin/users', store, address)} onView={store.set} />
    </>
  );
}
