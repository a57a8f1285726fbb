import type { Attempt } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PacificInstant } from '../pacific-instant.tsx';

const idOf = (attempt: Attempt) => `${attempt.part}-${attempt.number}-${attempt.source}`;

const columns: readonly Column<Attempt>[] = [
  { id: 'number', header: 'Attempt', cell: (row) => `${row.number + 1}${row.part > 0 ? ` (part ${row.part})` : ''}` },
  { id: 'source', header: 'Source', cell: (row) => row.source_name },
  { id: 'outcome', header: 'Outcome', cell: (row) => row.outcome },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason ?? '' },
  { id: 'vendor_code', header: "Clearinghouse's state", cell: (row) => row.state ?? '' },
  { id: 'http_status', header: 'HTTP', cell: (row) => row.http_status ?? '' },
  { id: 'remote_id', header: "Clearinghouse's id", cell: (row) => row.remote_id ?? '' },
  { id: 'control_number', header: 'Control numbers', cell: (row) => controlNumbers(row) },
  { id: 'started_at', header: 'Started', cell: (row) => <PacificInstant at={row.started_at} /> },
  { id: 'ended_at', header: 'Took', cell: (row) => durationText(row) },
  { id: 'looks', header: 'Looks', cell: (row) => row.looks },
];

/** Every question put to a clearinghouse for one inquiry. */
export function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <DataTable
      label="Attempts"
      columns={columns}
      rows={attempts}
      rowId={idOf}
      rowLabel={idOf}
      empty={<EmptyState>No question to a clearinghouse is on record.</EmptyState>}
    />
  );
}

/** '000000007, answered by 000000912': by these a trading partner finds the exchange. */
function controlNumbers({ control_number: sent, answer_control_number: received }: Attempt): string {
  if (sent === null) return '';
  return received === null ? sent : `${sent}, answered by ${received}`;
}

/** '3.2 s'; still running ones say so. */
export function durationText({ started_at, ended_at }: Pick<Attempt, 'started_at' | 'ended_at'>): string {
  if (ended_at === null) return 'still running';
  return `${((Date.parse(ended_at) - Date.parse(started_at)) / 1000).toFixed(1)} s`;
}
