import type { HealthRow } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { Column } from '#ui/data-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { listHealth } from './admin-payers.queries.ts';

const store = createMemoryStore<ListView>({ page: 1, sort: '-asked', q: '' });

const columns: readonly Column<HealthRow>[] = [
  {
    id: 'name',
    header: 'Payer',
    sortBy: 'name',
    cell: ({ payer }) => (
      <Anchor component={Link} to={`/admin/payers/${payer.id}`} inherit>
        {payer.name}
      </Anchor>
    ),
  },
  { id: 'source', header: 'Clearinghouse', cell: (row) => row.source_name },
  { id: 'asked', header: 'Asked', sortBy: 'asked', cell: (row) => <Count value={row.asked} /> },
  { id: 'answered', header: 'Answered', sortBy: 'answered', cell: (row) => answerRate(row) },
  { id: 'median', header: 'Median', cell: (row) => <Seconds value={row.median_seconds} /> },
  { id: 'p95', header: '95 % within', cell: (row) => <Seconds value={row.p95_seconds} /> },
  {
    id: 'last_failure_at',
    header: 'Last failure',
    sortBy: 'last_failure_at',
    cell: (row) => <PacificInstant at={row.last_failure_at} never="None" />,
  },
  {
    id: 'circuit',
    header: 'Circuit',
    cell: (row) =>
      row.circuit === 'closed' ? <StatusBadge tone="success">Asked</StatusBadge> : <StatusBadge tone="danger">Not asked now</StatusBadge>,
  },
];

/** How payers answered during the last 7 days, by clearinghouse (docs/product.md 15.6). */
export function HealthPage() {
  return (
    <>
      <PageTitle>Payer Health</PageTitle>
      <Text size="sm" c="dimmed" mb="md">
        Of the last 7 days. After repeated failures a clearinghouse is not asked about a payer for a while.
      </Text>
      <AdminList
        label="Payer health"
        columns={columns}
        rowId={(row) => `${row.payer.id} ${row.source}`}
        rowLabel={(row) => `${row.payer.name} at ${row.source_name}`}
        empty="Nobody was asked during the last 7 days."
        view={store.use()}
        onView={store.set}
        queryKey={['admin', 'health']}
        fetchPage={listHealth}
        search="Search by payer"
      />
    </>
  );
}

/** '90.0 % (9)'. Without questions there is no rate. */
export function answerRate({ asked, answered }: Pick<HealthRow, 'asked' | 'answered'>): string {
  return asked === 0 ? 'none asked' : `${((answered / asked) * 100).toFixed(1)} % (${answered.toLocaleString('en-US')})`;
}

function Count({ value }: { value: number }) {
  return <span className="tabular">{value.toLocaleString('en-US')}</span>;
}

function Seconds({ value }: { value: number | null }) {
  if (value === null) return 'no answers';
  return <span className="tabular">{`${value.toFixed(1)} s`}</span>;
}
