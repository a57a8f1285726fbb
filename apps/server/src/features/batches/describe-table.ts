/** What is shown of a table before anybody has said what its columns mean: guesses, or what was said of the same headings before (product.md 19.1). */
import type { ShownColumn } from '@coverlight/contract/batches/batch.schema.ts';
import { DATE_COLUMNS, type BatchColumn, type DateColumn } from '@coverlight/contract/batches/columns.schema.ts';
import { type Cell, cellText } from '@coverlight/domain/batches/cell.ts';
import { columnsAsRemembered, findHeaderRow, guessColumns } from '@coverlight/domain/batches/columns.ts';
import { dateOrderOf, dayOf } from '@coverlight/domain/batches/dates.ts';
import type { RememberedMapping } from './mappings.repository.ts';

const SAMPLES = 50;
const EXAMPLES = 3;

export interface TableBody {
  header: Cell[];
  rows: Cell[][];
  /** Of each row the number that the spreadsheet shows beside it. */
  lines: number[];
}

/** Without a heading that is known every row is one of the list. */
export function bodyOf({ rows, lines }: { rows: Cell[][]; lines: number[] }): TableBody {
  const at = findHeaderRow(rows);
  return at === null ? { header: [], rows, lines } : { header: rows[at] ?? [], rows: rows.slice(at + 1), lines: lines.slice(at + 1) };
}

const isDateColumn = (column: BatchColumn | null): column is DateColumn => (DATE_COLUMNS as readonly (string | null)[]).includes(column);

export function describeColumns({ header, rows }: TableBody, remembered: RememberedMapping | null, today: string): ShownColumn[] {
  const fields = remembered === null ? guessColumns(header, rows.slice(0, SAMPLES)) : columnsAsRemembered(header, remembered.columns);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
  return Array.from({ length: width }, (_, index) => {
    const field = fields[index] ?? null;
    const cells = rows.map((row) => row[index]);
    const order = isDateColumn(field) ? (remembered?.date_orders[field] ?? dateOrderOf(cells, field, today)) : null;
    const filled = cells.filter((cell) => cellText(cell) !== '').slice(0, EXAMPLES);
    const [first] = filled;
    const read = isDateColumn(field) && order !== null && first !== undefined ? dayOf(first, order, field, today) : null;
    return {
      header: cellText(header[index]),
      field,
      examples: filled.map(cellText),
      date_order: order,
      date_example: read === null || first === undefined ? null : { typed: cellText(first), read },
    };
  });
}
