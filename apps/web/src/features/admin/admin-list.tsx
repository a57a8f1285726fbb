/** A list that the server pages, sorts and searches, with all its states. */
import { Button } from '@mantine/core';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { type Column, DataTable, Pager, type Selection } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { toast } from '#ui/toast.ts';
import classes from './admin-list.module.css';

/** Rows of a page; a pager shows only above it (docs/product.md 9.2). */
export const PAGE_ROWS = 50;

export interface ListView {
  page: number;
  /** `column` or `-column`. */
  sort: string;
  /** What is searched for; '' is nothing. */
  q: string;
}
export interface ListQuery {
  page: number;
  limit: number;
  sort: string;
  q?: string;
}
export interface ListPage<Row> {
  rows: readonly Row[];
  total: number;
}

export interface AdminListProps<Row> {
  /** What the table lists: 'Users'. */
  label: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** Said when there is nothing at all. */
  empty: string;
  pageRows?: number;
  view: ListView;
  onView: (next: Partial<ListView>) => void;
  /** Its place in the cache; page, sort and search are added. */
  queryKey: QueryKey;
  fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** Names the search box; without it there is none. */
  search?: string;
  /** Filters beside the search box, and whether any of them is set. */
  filters?: ReactNode;
  isFiltered?: boolean;
  onClear?: () => void;
  /** Said for 5 seconds when the list cannot be read, beside what stands in its place. */
  failure?: string;
  selection?: Selection;
  /** The row whose detail shows below it, or null. */
  opened?: string | null;
  Detail?: ComponentType<{ row: Row }>;
  /** What there is to say about the rows shown, above them. */
  Note?: ComponentType<{ rows: readonly Row[] }>;
}

export function AdminList<Row>(props: AdminListProps<Row>) {
  const { view, onView, pageRows = PAGE_ROWS, failure, Detail, Note } = props;
  const detailOf = (row: Row) => Detail && props.rowId(row) === props.opened && <Detail row={row} />;
  const [clearings, setClearings] = useState(0);
  const query: ListQuery = { page: view.page, limit: pageRows, sort: view.sort, ...(view.q && { q: view.q }) };
  const list = useQuery({
    queryKey: [...props.queryKey, query],
    queryFn: ({ signal }) => props.fetchPage(query, signal),
    placeholderData: keepPreviousData,
  });
  useFailureToast(failure, list.errorUpdatedAt);
  useLastPage(list.isPlaceholderData ? undefined : list.data?.total, pageRows, view.page, onView);
  const clear = () => {
    setClearings(clearings + 1);
    onView({ page: 1, q: '' });
    props.onClear?.();
  };
  const isFiltered = view.q !== '' || props.isFiltered === true;
  return (
    <>
      {(props.search ?? props.filters) && (
        <div className={classes.filters}>
          {props.search && (
            <SearchBox
              key={clearings}
              label={props.search}
              initial={view.q}
              onSearch={(typed) => {
                if (typed.trim() !== view.q) onView({ page: 1, q: typed.trim() });
              }}
            />
          )}
          {props.filters}
        </div>
      )}
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {list.data && Note && <Note rows={list.data.rows} />}
      {!(list.isError && !list.data) && (
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={list.data?.rows}
          rowId={props.rowId}
          rowLabel={props.rowLabel}
          isStale={list.isPlaceholderData}
          sort={view.sort}
          onSort={(sort) => onView({ sort, page: 1 })}
          {...(props.selection ? { selection: props.selection } : {})}
          detail={detailOf}
          empty={isFiltered ? <NothingMatches onClear={clear} /> : <EmptyState>{props.empty}</EmptyState>}
        />
      )}
      <Pager page={view.page} pageSize={pageRows} total={list.data?.total ?? 0} onPage={(page) => onView({ page })} />
    </>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return <EmptyState action={<Button onClick={onClear}>Clear filters</Button>}>Nothing matches; clear filters</EmptyState>;
}

/** A page beyond the end, after rows went away, leads back to the last one. */
function useLastPage(total: number | undefined, pageRows: number, page: number, onView: (next: Partial<ListView>) => void): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageRows));
  useEffect(() => {
    if (page > last) onView({ page: last });
  }, [page, last, onView]);
}

/** `failedAt`: when it last failed; 0 is never. Each failure is said once. */
function useFailureToast(failure: string | undefined, failedAt: number): void {
  const [firstSeen] = useState(failedAt);
  useEffect(() => {
    if (failure !== undefined && failedAt > firstSeen) toast({ kind: 'danger', message: failure, durationMs: 5000, id: 'list-failure' });
  }, [failure, failedAt, firstSeen]);
}

/** For lists that are part of a screen and start anew with it. */
export function useListView(sort: string): readonly [ListView, (next: Partial<ListView>) => void] {
  const [view, setView] = useState<ListView>({ page: 1, sort, q: '' });
  const [change] = useState(() => (next: Partial<ListView>) => setView((before) => ({ ...before, ...next })));
  return [view, change];
}
