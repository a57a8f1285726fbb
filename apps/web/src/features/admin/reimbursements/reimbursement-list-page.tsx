import type { ReimbursementRow } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { Column } from '#ui/data-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { UploadLine } from '../upload-line.tsx';
import { PayerPicker } from '../payers/payer-picker.tsx';
import { listReimbursements, type ReimbursementQuery, REIMBURSEMENTS_KEY } from './reimbursements.queries.ts';

const SEARCHES = [
  { field: 'employer_name', label: 'Employer name' },
  { field: 'group_number', label: 'Group number' },
  { field: 'alpha_prefix', label: 'Alpha prefix' },
] as const;
type Search = (typeof SEARCHES)[number]['field'];

interface ReimbursementView extends ListView, Record<Search, string> {
  payer: { id: string; name: string } | null;
  resets: number;
}
const NO_FILTERS = { payer: null, employer_name: '', group_number: '', alpha_prefix: '' };
const store = createMemoryStore<ReimbursementView>({ page: 1, sort: '', q: '', resets: 0, ...NO_FILTERS });
const onView = (next: Partial<ListView>) => store.set(next);

const percent = (value: string | null) => (value === null ? '' : <span className="tabular">{`${value} %`}</span>);
const columns: readonly Column<ReimbursementRow>[] = [
  { id: 'payer', header: 'Payer', cell: ({ payer }) => payer.name },
  { id: 'employer_name', header: 'Employer name', cell: (row) => row.employer_name ?? '' },
  { id: 'group_number', header: 'Group number', cell: (row) => row.group_number ?? '' },
  { id: 'alpha_prefix', header: 'Alpha prefix', cell: (row) => row.alpha_prefix ?? '' },
  { id: 'dtx', header: 'DTX', sortBy: 'dtx', cell: (row) => percent(row.dtx) },
  { id: 'rtc', header: 'RTC', sortBy: 'rtc', cell: (row) => percent(row.rtc) },
  { id: 'php', header: 'PHP', sortBy: 'php', cell: (row) => percent(row.php) },
  { id: 'iop', header: 'IOP', sortBy: 'iop', cell: (row) => percent(row.iop) },
  { id: 'op', header: 'OP', sortBy: 'op', cell: (row) => percent(row.op) },
];

/** The data behind the estimates (docs/product.md 17). */
export function ReimbursementListPage() {
  const view = store.use();
  const terms = {
    ...(view.payer && { payer_id: view.payer.id }),
    ...Object.fromEntries(SEARCHES.flatMap(({ field }) => (view[field] === '' ? [] : [[field, view[field]]]))),
  };
  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} to="/admin/reimbursements/upload" leftSection={<IconUpload size={18} aria-hidden />}>
            Upload Reimbursements
          </Button>
        }
      >
        Manage Reimbursements
      </PageTitle>
      <UploadLine kind="upload-reimbursements" />
      <AdminList
        label="Reimbursements"
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.claim_id}
        empty="No reimbursements have been uploaded yet."
        view={view}
        onView={onView}
        queryKey={[...REIMBURSEMENTS_KEY, terms]}
        fetchPage={({ page, limit, sort }, signal) =>
          listReimbursements({ page, limit, ...(sort !== '' && { sort }), ...terms } as ReimbursementQuery, signal)
        }
        filters={<Filters key={view.resets} view={view} />}
        isFiltered={Object.keys(terms).length > 0}
        onClear={() => store.set({ ...NO_FILTERS, resets: view.resets + 1 })}
      />
    </>
  );
}

function Filters({ view }: { view: ReimbursementView }) {
  return (
    <>
      <PayerPicker
        label="Filter by Payer"
        everything="Show for all payers"
        filter={{ payer_group_id: 'none', is_available: true }}
        value={view.payer}
        onChange={(payer) => store.set({ payer, page: 1 })}
      />
      {SEARCHES.map(({ field, label }) => (
        <SearchBox
          key={field}
          label={label}
          initial={view[field]}
          onSearch={(typed) => {
            if (typed.trim() !== store.get()[field]) store.set({ [field]: typed.trim(), page: 1 });
          }}
        />
      ))}
    </>
  );
}
