/** A list that the server pages and sorts, with its states. The pager shows only where there is more than one page (docs/product.md 9.2). */
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import type { MemoryStore } from '#lib/memory-store.ts';
import { type Column, DataTable, Pager } from './data-table.tsx';
import { ErrorBanner } from './error-banner.tsx';

export interface TableView {
  page: number;
  /** `column` or `-column`. */
  sort: string;
}
export interface TablePage<Row> {
  rows: readonly Row[];
  total: number;
}
/** One page of a list: its place in the cache and how it is read. */
export interface PageQuery<Row> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<TablePage<Row>>;
}

export interface PagedTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  empty: ReactNode;
  pageSize: number;
  /** Kept while the person is signed in, so that coming back finds the page that was left. */
  view: MemoryStore<TableView>;
  query: PageQuery<Row>;
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { view, pageSize, query, ...table } = props;
  const { page, sort } = view.use();
  const list = useQuery({ ...query, placeholderData: keepPreviousData });
  const total = list.data?.total ?? 0;
  const settledTotal = list.isPlaceholderData ? undefined : list.data?.total;
  useEffect(() => {
    if (settledTotal === undefined) return;
    const last = Math.max(1, Math.ceil(settledTotal / pageSize));
    if (view.get().page > last) view.set({ page: last });
  }, [settledTotal, pageSize, view]);
  if (list.isError && !list.data) return <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />;
  return (
    <>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      <DataTable
        {...table}
        rows={list.data?.rows}
        isStale={list.isPlaceholderData}
        sort={sort}
        onSort={(next) => view.set({ sort: next, page: 1 })}
      />
      {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => view.set({ page: next })} />}
    </>
  );
}
