import type { LaPrefix } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { Column } from '#ui/data-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { UploadLine } from '../upload-line.tsx';
import { RowSwitch } from '../row-switch.tsx';
import { LA_PREFIXES_KEY, listLaPrefixes, updateLaPrefix } from './reimbursements.queries.ts';

const store = createMemoryStore<ListView>({ page: 1, sort: 'alpha_prefix', q: '' });

const columns: readonly Column<LaPrefix>[] = [
  { id: 'alpha_prefix', header: 'Alpha prefix', sortBy: 'alpha_prefix', cell: (row) => row.alpha_prefix },
  { id: 'member_id', header: 'Original member ID', cell: (row) => row.member_id },
  { id: 'is_active', header: 'Active', sortBy: 'is_active', cell: (row) => <ActiveSwitch row={row} /> },
];

/** Prefixes whose inquiries show 'Local Allowable' in place of percentages (docs/product.md 17.3). */
export function LaPrefixListPage() {
  const view = store.use();
  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} to="/admin/la-prefixes/upload" leftSection={<IconUpload size={18} aria-hidden />}>
            Add Local Allowable Alphas
          </Button>
        }
      >
        Manage Local Allowable Prefixes
      </PageTitle>
      <UploadLine kind="upload-la-prefixes" />
      <AdminList
        label="Local allowable prefixes"
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.alpha_prefix}
        empty="No local allowable prefixes yet."
        view={view}
        onView={store.set}
        queryKey={LA_PREFIXES_KEY}
        fetchPage={(query, signal) => listLaPrefixes(query as Parameters<typeof listLaPrefixes>[0], signal)}
        search="Search by prefix"
      />
    </>
  );
}

function ActiveSwitch({ row }: { row: LaPrefix }) {
  const client = useQueryClient();
  const save = async (isOn: boolean) => {
    await updateLaPrefix(row.id, isOn);
    await client.invalidateQueries({ queryKey: LA_PREFIXES_KEY });
  };
  return <RowSwitch name={`${row.alpha_prefix} active`} isOn={row.is_active} save={save} />;
}
