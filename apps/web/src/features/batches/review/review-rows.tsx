import type { Batch, BatchRow, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { type Column, DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { countRows, ROW_LOOKS, rowName, WAITING_FOR_YOU } from '../batch-words.ts';
import { rowPageOptions, useUpdateRow, type RowsQuery } from '../batches.queries.ts';
import { FilterButton } from '../filter-button.tsx';
import { RowEditor } from '../row-editor.tsx';

const PAGE_SIZE = 15;

interface RowGroup {
  id: string;
  label: string;
  states: readonly RowState[];
}
const GROUPS: readonly RowGroup[] = [
  { id: 'you', label: 'Need you', states: WAITING_FOR_YOU },
  { id: 'ready', label: 'Ready', states: ['ready'] },
  { id: 'reused', label: 'Reuse an answer', states: ['reused'] },
  { id: 'duplicate', label: 'Duplicates', states: ['duplicate'] },
  { id: 'left-out', label: 'Left out', states: ['left-out'] },
];

/** The rows before they are sent, what needs somebody first; mended where they stand. */
export function ReviewRows({ batch }: { batch: Batch }) {
  const [group, setGroup] = useState<RowGroup | null>(() => (countRows(batch, WAITING_FOR_YOU) > 0 ? (GROUPS[0] ?? null) : null));
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<number | null>(null);
  const query: RowsQuery = { page, limit: PAGE_SIZE, sort: 'row', ...(group === null ? {} : { state: group.states.join(',') }) };
  const list = useQuery(rowPageOptions(batch.id, query));
  const total = list.data?.total ?? 0;
  // Mending the last row of a page leaves it empty.
  if (list.data && !list.isPlaceholderData && page > 1 && list.data.rows.length === 0) setPage(page - 1);
  const show = (next: RowGroup | null) => {
    setGroup(next);
    setPage(1);
    setEdited(null);
  };
  const columns = columnsOf(batch.id, edited, setEdited);
  return (
    <section aria-label="Rows">
      <Title order={2} mb="xs">
        Rows
      </Title>
      <Group gap="xs" mb="sm" role="group" aria-label="Which rows">
        <FilterButton label="All" count={countRows(batch)} isOn={group === null} onClick={() => show(null)} />
        {GROUPS.filter(({ id, states }) => id === group?.id || countRows(batch, states) > 0).map((one) => (
          <FilterButton
            key={one.id}
            label={one.label}
            count={countRows(batch, one.states)}
            isOn={group?.id === one.id}
            onClick={() => show(one)}
          />
        ))}
      </Group>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {!(list.isError && !list.data) && (
        <DataTable
          label="Rows of the list"
          columns={columns}
          rows={list.data?.rows}
          rowId={({ row }) => String(row)}
          rowLabel={rowName}
          isStale={list.isPlaceholderData}
          empty={<NothingHere group={group} onAll={() => show(null)} />}
          detail={(row) => detailOf(batch.id, row, edited, setEdited)}
        />
      )}
      <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
    </section>
  );
}

function NothingHere({ group, onAll }: { group: RowGroup | null; onAll: () => void }) {
  if (group === null) return <EmptyState>The list has no rows</EmptyState>;
  return (
    <EmptyState action={<Button onClick={onAll}>Show all rows</Button>}>
      {group.id === 'you' ? 'Nothing needs you any more' : 'No such rows'}
    </EmptyState>
  );
}

function detailOf(batchId: string, row: BatchRow, edited: number | null, onEdit: (row: number | null) => void) {
  if (edited === row.row)
    return <RowEditor batchId={batchId} row={row} shows="main" submitLabel="Keep" takesFocus onDone={() => onEdit(null)} />;
  // What is wrong about a payer is decided above, once for all its rows.
  if (row.state !== 'needs-fix') return null;
  return <RowEditor batchId={batchId} row={row} shows="problems" submitLabel="Keep" />;
}

const columnsOf = (batchId: string, edited: number | null, onEdit: (row: number | null) => void): readonly Column<BatchRow>[] => [
  { id: 'row', header: 'Row', cell: ({ row }) => <span className="tabular">{row}</span> },
  { id: 'patient', header: 'Patient', cell: (row) => <Cell row={row} fields={['first', 'last']} text={rowName(row)} /> },
  {
    id: 'born',
    header: 'Born',
    cell: (row) => <Cell row={row} fields={['birth_date']} text={row.content?.birth_date == null ? '' : usDate(row.content.birth_date)} />,
  },
  { id: 'member', header: 'Member ID', cell: (row) => <Cell row={row} fields={['member_id']} text={row.content?.member_id ?? ''} /> },
  {
    id: 'payer',
    header: 'Payer',
    cell: (row) => <Cell row={row} fields={['payer', 'payer_name', 'payer_id']} text={row.payer?.name ?? row.content?.payer_name ?? ''} />,
  },
  { id: 'state', header: 'State', cell: (row) => <State row={row} /> },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <RowActions batchId={batchId} row={row} isEdited={edited === row.row} onEdit={onEdit} />,
  },
];

/** The value with what is wrong or odd about it. What is mended below the row is not said twice. */
function Cell({ row, fields, text }: { row: BatchRow; fields: readonly string[]; text: string }) {
  const problems = row.state === 'needs-fix' ? [] : row.problems.filter(({ field }) => fields.includes(field));
  const warnings = row.warnings.filter(({ field }) => fields.includes(field));
  return (
    <>
      {text}
      {problems.map(({ words }) => (
        <Text key={words} size="xs" c="var(--mantine-color-error)">
          {words}
        </Text>
      ))}
      {warnings.map(({ words }) => (
        <Text key={words} size="xs" c="dimmed">
          {words}
        </Text>
      ))}
    </>
  );
}

const OWN_CELLS = ['first', 'last', 'birth_date', 'member_id', 'payer', 'payer_name', 'payer_id'];

function State({ row }: { row: BatchRow }) {
  const { tone, icon, word } = ROW_LOOKS[row.state];
  const elsewhere = row.warnings.filter(({ field }) => !OWN_CELLS.includes(field));
  return (
    <>
      <StatusBadge tone={tone} icon={icon}>
        {word}
      </StatusBadge>
      {row.duplicate_of !== null && <Text size="xs">{`as row ${row.duplicate_of}`}</Text>}
      {elsewhere.map(({ field, words }) => (
        <Text key={`${field} ${words}`} size="xs" c="dimmed">
          {words}
        </Text>
      ))}
    </>
  );
}

function RowActions(props: { batchId: string; row: BatchRow; isEdited: boolean; onEdit: (row: number | null) => void }) {
  const { batchId, row, isEdited, onEdit } = props;
  const update = useUpdateRow(batchId);
  const isLeftOut = row.state === 'left-out';
  const leave = () =>
    update.mutate(
      { row: row.row, change: { left_out: !isLeftOut } },
      { onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR }) },
    );
  return (
    <Group gap={4}>
      {!isLeftOut && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isEdited}
          aria-label={`Edit ${rowName(row)}`}
          onClick={() => onEdit(isEdited ? null : row.row)}
        >
          Edit
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        loading={update.isPending}
        aria-label={`${isLeftOut ? 'Take in' : 'Leave out'} ${rowName(row)}`}
        onClick={leave}
      >
        {isLeftOut ? 'Take in' : 'Leave out'}
      </Button>
    </Group>
  );
}
