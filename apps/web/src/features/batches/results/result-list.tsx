import type { Batch, BatchRow, ROW_NEEDS, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { Button, Group, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { useSingleKeys } from '#lib/use-single-keys.ts';
import { Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { countRows, WAITING_FOR_YOU } from '../batch-words.ts';
import { rowPageOptions, useUpdateRow, type RowsQuery } from '../batches.queries.ts';
import { FilterButton } from '../filter-button.tsx';
import { useLiveBatch } from '../use-live-batch.ts';
import { mayCall, mayMend, ResultRow } from './result-row.tsx';
import classes from './result-list.module.css';

const PAGE_SIZE = 15;
// Most lists are read without a call.
const CaseOfRow = lazy(async () => ({ default: (await import('./case-of-row.tsx')).CaseOfRow }));

interface Filter {
  id: string;
  label: string;
  needs?: (typeof ROW_NEEDS)[number];
  states?: readonly RowState[];
}
const FILTERS: readonly Filter[] = [
  { id: '0', label: 'To correct', needs: '0' },
  { id: '1', label: 'Urgent', needs: '1' },
  { id: '2', label: 'Changed', needs: '2' },
  { id: '3', label: 'Silent on cost', needs: '3' },
  { id: '4', label: 'Clean', needs: '4' },
  { id: 'mend', label: 'Not sent', states: [...WAITING_FOR_YOU, 'duplicate', 'left-out', 'over-budget', 'stopped'] },
  { id: 'open', label: 'Under way', states: ['ready', 'queued', 'asking'] },
];
const countOf = (batch: Batch, { needs, states }: Filter): number =>
  needs === undefined ? countRows(batch, states) : (batch.needs[needs] ?? 0);

/** Every row, those that need somebody first. J and K go through them, E mends, X is done, C leads to the call, Enter opens. */
export function ResultList({ batch, userId }: { batch: Batch; userId: string }) {
  const [filter, setFilter] = useState<Filter | null>(null);
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<number | null>(null);
  const [calledAbout, setCalledAbout] = useState<string | null>(null);
  const closeCall = useCallback(() => setCalledAbout(null), []);
  const query: RowsQuery = {
    page,
    limit: PAGE_SIZE,
    sort: 'needs',
    ...(filter?.needs === undefined ? {} : { needs: filter.needs }),
    ...(filter?.states === undefined ? {} : { state: filter.states.join(',') }),
  };
  const list = useQuery(rowPageOptions(batch.id, query));
  // Nothing moves away under a hand that mends.
  useLiveBatch(batch, edited === null && calledAbout === null && !list.isPlaceholderData ? query : null);
  const rows = list.isPlaceholderData ? [] : (list.data?.rows ?? []);
  const total = list.data?.total ?? 0;
  if (list.data && !list.isPlaceholderData && page > 1 && rows.length === 0) setPage(page - 1);
  const update = useUpdateRow(batch.id);
  const toggleDone = ({ row, is_done: isDone }: BatchRow) =>
    update.mutate(
      { row, change: { is_done: !isDone } },
      { onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR }) },
    );
  const { current, place, stepTo } = useCurrentRow(rows, { page, pages: Math.ceil(total / PAGE_SIZE), onPage: setPage });
  // Enter is the link's own.
  useSingleKeys(userId, {
    j: () => stepTo(1),
    k: () => stepTo(-1),
    e: () => {
      const row = rows.find((one) => one.row === current);
      if (row && mayMend(row, batch)) setEdited(row.row);
    },
    x: () => {
      const row = rows.find((one) => one.row === current);
      if (!row || row.needs === null) return;
      toggleDone(row);
      if (!row.is_done) stepTo(1);
    },
    c: () => {
      const row = rows.find((one) => one.row === current);
      if (row && mayCall(row)) setCalledAbout(row.inquiry_id);
    },
  });
  const show = (next: Filter | null) => {
    setFilter(next);
    setPage(1);
    setEdited(null);
  };
  return (
    <section aria-label="Rows">
      <Title order={2} mb="xs">
        Rows
      </Title>
      <Group gap="xs" mb="sm" role="group" aria-label="Which rows">
        <FilterButton label="All" count={countRows(batch)} isOn={filter === null} onClick={() => show(null)} />
        {FILTERS.filter((one) => one.id === filter?.id || countOf(batch, one) > 0).map((one) => (
          <FilterButton key={one.id} label={one.label} count={countOf(batch, one)} isOn={one.id === filter?.id} onClick={() => show(one)} />
        ))}
      </Group>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {list.data?.rows.length === 0 && (
        <EmptyState {...(filter === null ? {} : { action: <Button onClick={() => show(null)}>Show all rows</Button> })}>
          {filter === null ? 'The rows of this list have been deleted; its checks are in Inquiries' : 'No such rows'}
        </EmptyState>
      )}
      {list.data && list.data.rows.length > 0 && (
        <ul ref={place} className={classes.rows} aria-label="Results" aria-busy={list.isPlaceholderData}>
          {list.data.rows.map((row) => (
            <ResultRow
              key={row.row}
              batch={batch}
              row={row}
              isCurrent={row.row === current}
              isEdited={row.row === edited}
              isBusy={update.isPending && update.variables.row === row.row}
              onEdit={setEdited}
              onDone={() => toggleDone(row)}
              onCall={() => setCalledAbout(row.inquiry_id)}
            />
          ))}
        </ul>
      )}
      {calledAbout !== null && (
        <Suspense>
          <CaseOfRow inquiryId={calledAbout} onClose={closeCall} />
        </Suspense>
      )}
      <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
    </section>
  );
}

/** Which row the keys mean. At an end of the page they go on to the next one. */
function useCurrentRow(rows: readonly BatchRow[], pages: { page: number; pages: number; onPage: (page: number) => void }) {
  const [current, setCurrent] = useState<number | null>(null);
  /** After a page was turned by a key: at which of its ends to go on. */
  const turned = useRef<1 | -1 | null>(null);
  const place = useRef<HTMLUListElement>(null);
  const focusRow = (row: number) => {
    setCurrent(row);
    const item = place.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
    (item?.querySelector<HTMLElement>('[data-main]') ?? item)?.focus();
  };
  const latest = useRef(focusRow);
  useEffect(() => {
    latest.current = focusRow;
  });
  const firstRow = rows[0]?.row;
  const lastRow = rows.at(-1)?.row;
  useEffect(() => {
    if (turned.current === null || firstRow === undefined || lastRow === undefined) return;
    latest.current(turned.current === 1 ? firstRow : lastRow);
    turned.current = null;
  }, [firstRow, lastRow]);
  const stepTo = (by: 1 | -1) => {
    const at = rows.findIndex(({ row }) => row === current);
    const next = rows[at < 0 ? 0 : at + by];
    if (next) return focusRow(next.row);
    const page = pages.page + by;
    if (page < 1 || page > pages.pages) return undefined;
    turned.current = by;
    return pages.onPage(page);
  };
  return { current, place, stepTo };
}
