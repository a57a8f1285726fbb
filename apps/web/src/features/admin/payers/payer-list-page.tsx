import { Button, Group, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createMemoryStore } from '#lib/memory-store.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { listPayers, type PayerFilter, PAYERS_KEY, useClearinghouses } from './admin-payers.queries.ts';
import { UploadLine } from '../upload-line.tsx';
import { GroupBar } from './group-bar.tsx';
import { payerColumns, PayerRowDetail } from './payer-table.tsx';
import { SyncBar } from './sync-bar.tsx';

const ALL = 'all';
const GROUPS = 'groups';

const store = createMemoryStore<ListView & { kind: string }>({ page: 1, sort: 'name', q: '', kind: ALL });

/** Of the kinds all others are clearinghouses. */
const filterOf = (kind: string): PayerFilter => (kind === ALL ? {} : kind === GROUPS ? { is_group: true } : { only: kind });

/** Whom can be asked, and through which clearinghouse (docs/product.md 15.2). */
export function PayerListPage() {
  const view = store.use();
  const clearinghouses = useClearinghouses();
  const kinds = [
    { value: ALL, label: 'All payers' },
    { value: GROUPS, label: 'Groups' },
    ...clearinghouses.map(({ id, name }) => ({ value: id, label: `${name} only` })),
  ];
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Rows that are not seen must not be changed.
  const onView = (next: Partial<ListView & { kind: string }>) => {
    setChosen(new Set());
    store.set(next);
  };
  return (
    <>
      <PageTitle actions={<PageActions />}>Payers</PageTitle>
      <SyncBar />
      <UploadLine kind="upload-payers" />
      <GroupBar chosen={chosen} onDone={() => setChosen(new Set())} />
      <AdminList
        label="Payers"
        columns={payerColumns(clearinghouses, opened, setOpened)}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        empty="No payers yet. Sync them or upload a file."
        view={view}
        onView={onView}
        queryKey={[...PAYERS_KEY, 'list', view.kind]}
        fetchPage={(query, signal) => listPayers({ ...query, ...filterOf(view.kind) }, signal)}
        search="Search by name or code"
        filters={
          <Select
            label="Show"
            data={kinds}
            value={view.kind}
            onChange={(kind) => onView({ kind: kind ?? ALL, page: 1 })}
            allowDeselect={false}
          />
        }
        isFiltered={view.kind !== ALL}
        onClear={() => onView({ kind: ALL })}
        selection={{ ids: chosen, onChange: setChosen }}
        opened={opened}
        Detail={PayerRowDetail}
      />
    </>
  );
}

function PageActions() {
  return (
    <Group gap="xs">
      <Button component={Link} to="/admin/payers/upload" variant="default">
        Upload payers
      </Button>
      <Button component={Link} to="/admin/payers/merge" variant="default">
        Merge payers
      </Button>
      <Button component={Link} to="/admin/payers/new">
        Create payer
      </Button>
    </Group>
  );
}
