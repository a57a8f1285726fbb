import { Button, Group, Text, Textarea } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Pager } from '#ui/data-table.tsx';
import classes from './list-grid.module.css';
import { type Cells, cellsOf, countFilled, USUAL_HEADINGS, withCell, withPasted, withRow } from './grid-text.ts';
import { tsvOfHtml } from './tsv-of-html.ts';
import { inGroups, many } from '../batch-words.ts';

/** More fields at once would make typing slow. */
const ROWS_SHOWN = 25;

/** What a spreadsheet has put into the clipboard; null where that is a single cell. */
function pastedCells(event: ClipboardEvent): string[][] | null {
  const text = event.clipboardData.getData('text/plain');
  const table = text.includes('\t') || text.includes('\n') ? text : (tsvOfHtml(event.clipboardData.getData('text/html')) ?? text);
  const cells = cellsOf(table);
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

/** With the place of each, which is what a row or a column of a list is. */
const placed = <Item,>(items: readonly Item[], from = 0) => items.map((item, at) => ({ item, place: from + at }));

interface ListGridProps {
  cells: Cells;
  onChange: (cells: string[][]) => void;
  error?: string | undefined;
}

/** A place to paste a list into, which then is a grid to look at and type in. */
export function ListGrid({ cells, onChange, error }: ListGridProps) {
  if (cells.length > 0) return <Grid cells={cells} onChange={onChange} error={error} />;
  const begin = (typed: readonly string[][]) => {
    // A list that is typed in brings its own heading.
    if (typed.length > 0) onChange(typed.map((row) => [...row]));
  };
  return (
    <div>
      <Textarea
        label="Paste from a spreadsheet"
        description="With its heading: last name, first name, date of birth, member ID, insurance, as your list calls them"
        placeholder="Ctrl and V puts your list here"
        rows={4}
        data-list-paste
        value=""
        error={error}
        onPaste={(event) => {
          event.preventDefault();
          begin(pastedCells(event) ?? cellsOf(event.clipboardData.getData('text/plain')));
        }}
        onChange={(event) => begin(cellsOf(event.currentTarget.value))}
      />
      <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => onChange(withRow([[...USUAL_HEADINGS]]))}>
        Type a list instead
      </Button>
    </div>
  );
}

function Grid({ cells, onChange, error }: ListGridProps) {
  const [page, setPage] = useState(1);
  const table = useRef<HTMLTableElement>(null);
  const [head = [], ...body] = cells;
  // The field that had the cursor has become this.
  useEffect(() => focusCell(table, 1, 0), []);
  const first = (page - 1) * ROWS_SHOWN;
  const shown = body.slice(first, first + ROWS_SHOWN);
  const addRow = () => {
    onChange(withRow(cells));
    setPage(Math.ceil((body.length + 1) / ROWS_SHOWN));
    focusCell(table, body.length + 1, 0);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (row + step < cells.length) focusCell(table, row + step, column);
    else if (event.key === 'Enter') addRow();
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const pasted = pastedCells(event);
    if (pasted === null) return;
    event.preventDefault();
    onChange(withPasted(cells, row, column, pasted));
  };
  const field = (row: number, column: number, value: string) => (
    <input
      className={classes.cell}
      data-cell={`${row} ${column}`}
      aria-label={row === 0 ? `Heading of column ${column + 1}` : `${head[column] || `Column ${column + 1}`}, row ${row}`}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(withCell(cells, row, column, event.currentTarget.value))}
      onKeyDown={(event) => handleKey(event, row, column)}
      onPaste={(event) => handlePaste(event, row, column)}
    />
  );
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600} role="status">
          {`${many(countFilled(cells), 'row', 'rows')} below the heading`}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
          Empty the list
        </Button>
      </Group>
      <div className={classes.scroll}>
        <table ref={table} className={classes.grid} aria-label="Your list">
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                Row
              </th>
              {placed(head).map(({ item: cell, place: column }) => (
                <th key={column} scope="col">
                  {field(0, column, cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placed(shown, first + 1).map(({ item: line, place: row }) => (
              <tr key={row}>
                <th scope="row" className={classes.number}>
                  {inGroups(row)}
                </th>
                {placed(line).map(({ item: cell, place: column }) => (
                  <td key={column}>{field(row, column, cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" mt={4} role="alert">
          {error}
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" mt="xs" onClick={addRow}>
        Add a row
      </Button>
      {body.length > ROWS_SHOWN && <Pager page={page} pageSize={ROWS_SHOWN} total={body.length} onPage={setPage} />}
    </div>
  );
}

/** Once the row is drawn. */
function focusCell(table: { current: HTMLTableElement | null }, row: number, column: number): void {
  requestAnimationFrame(() => table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus());
}
