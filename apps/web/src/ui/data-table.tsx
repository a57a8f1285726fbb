/** A page of rows as a table, on a phone as cards. The server pages and sorts; this only shows and reports wishes. */
import { Checkbox, Group, Pagination, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the column, if it can be sorted by. */
  sortBy?: string;
  /** Keep the header for screen readers only. */
  isHeaderHidden?: boolean;
}

export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: Set<string>) => void;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers: 'Inquiries'. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names a row where only its controls are read out. */
  rowLabel: (row: Row) => string;
  /** The rows shown belong to an earlier question and the next are on their way. */
  isStale?: boolean;
  empty: ReactNode;
  /** `column` or `-column`. */
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: Selection;
  /** A row opened below its own, or null. */
  detail?: (row: Row) => ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, isStale = false, empty, selection } = props;
  const place = useFocusKept();
  if (rows?.length === 0) {
    return (
      <div className={classes.scroll} {...place}>
        {empty}
      </div>
    );
  }
  return (
    <div className={classes.scroll} {...place}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={isStale || rows === undefined}
        data-busy={isStale}
        data-many={columns.length > 10}
      >
        <thead>
          <tr>
            {selection && (
              <th className={classes.check}>
                <CheckAll rows={rows ?? []} rowId={rowId} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows ? rows.map((row) => <BodyRow key={rowId(row)} row={row} table={props} />) : <SkeletonRows columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** Where the focus stays when the button that had it is gone with its row or its state: keyboards go on from the list, not from the top. */
function useFocusKept() {
  const place = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (holder.current === null || holder.current.isConnected || document.activeElement !== document.body) return;
    holder.current = null;
    place.current?.focus({ preventScroll: true });
  });
  return {
    ref: place,
    tabIndex: -1,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      holder.current = event.target;
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      // A button at work is disabled and loses the focus by that, not because somebody went elsewhere.
      if (event.target.isConnected && !event.target.matches(':disabled')) holder.current = null;
    },
  };
}

function HeaderCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: string; onSort?: (sort: string) => void }) {
  const { sortBy } = column;
  if (!sortBy || !onSort) {
    return <th>{column.isHeaderHidden ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}</th>;
  }
  const isDown = sort === `-${sortBy}`;
  const isUp = sort === sortBy;
  const Sign = isDown ? IconArrowDown : isUp ? IconArrowUp : IconArrowsSort;
  return (
    <th aria-sort={isDown ? 'descending' : isUp ? 'ascending' : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onSort(isDown ? sortBy : `-${sortBy}`)}>
        {column.header} <Sign size={14} aria-hidden />
      </button>
    </th>
  );
}

function CheckAll<Row>(props: { rows: readonly Row[]; rowId: (row: Row) => string; selection: Selection }) {
  const ids = props.rows.map(props.rowId);
  const chosen = ids.filter((id) => props.selection.ids.has(id));
  return (
    <Checkbox
      aria-label="Select all rows of this page"
      checked={ids.length > 0 && chosen.length === ids.length}
      indeterminate={chosen.length > 0 && chosen.length < ids.length}
      onChange={(event) => props.selection.onChange(new Set(event.currentTarget.checked ? ids : []))}
    />
  );
}

function BodyRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const id = table.rowId(row);
  const { selection } = table;
  const detail = table.detail?.(row);
  const toggle = (isChosen: boolean) => {
    const ids = new Set(selection?.ids);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    selection?.onChange(ids);
  };
  return (
    <>
      <tr data-selected={selection?.ids.has(id) ?? false}>
        {selection && (
          <td className={classes.check}>
            <Checkbox
              aria-label={`Select ${table.rowLabel(row)}`}
              checked={selection.ids.has(id)}
              onChange={(event) => toggle(event.currentTarget.checked)}
            />
          </td>
        )}
        {table.columns.map((column) => (
          <td key={column.id} data-label={column.isHeaderHidden ? undefined : column.header}>
            <div>{column.cell(row)}</div>
          </td>
        ))}
      </tr>
      {detail && (
        <tr>
          <td colSpan={table.columns.length + (selection ? 1 : 0)}>{detail}</td>
        </tr>
      )}
    </>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_unused, index) => (
    <tr key={index}>
      <td colSpan={columns + 1}>
        <Skeleton height={14} my={6} width={`${90 - index * 7}%`} />
        {index === 0 && <VisuallyHidden>Loading</VisuallyHidden>}
      </td>
    </tr>
  ));
}

/** Which part is shown and the way to the others; nothing while one page holds all. */
export function Pager(props: { page: number; pageSize: number; total: number; onPage: (page: number) => void }) {
  const { page, pageSize, total, onPage } = props;
  const pages = Math.ceil(total / pageSize);
  if (total === 0) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {first.toLocaleString('en-US')}–{Math.min(total, page * pageSize).toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          siblings={1}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page` })}
        />
      )}
    </Group>
  );
}
