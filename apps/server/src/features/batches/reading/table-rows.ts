/** The rows of a table as they are read, within what a list may hold (docs/product.md 19.1). */
import { CELL_LENGTH, COLUMNS_AT_MOST } from '@coverlight/contract/batches/columns.schema.ts';
import { type Cell, cellText } from '@coverlight/domain/batches/cell.ts';
import { HEADER_WITHIN } from '@coverlight/domain/batches/columns.ts';
import { BLANK_ROWS_AT_MOST } from './limits.ts';
import { CannotRead } from './refusal.ts';

export interface TableRows {
  /** Only those with something in them. */
  rows: Cell[][];
  /** Of each the number that the spreadsheet shows beside it. */
  lines: number[];
}

export interface RowTaker extends TableRows {
  /** `line` counts from 1. */
  take(cells: readonly (Cell | undefined)[], line: number): void;
}

/** The heading, and what stands above it, is let through besides: which row that is is found out later. */
export function openRows(most: number): RowTaker {
  const rows: Cell[][] = [];
  const lines: number[] = [];
  let blank = 0;
  return {
    rows,
    lines,
    take(cells, line) {
      const row = filledCells(cells, line);
      if (row.length === 0) {
        blank += 1;
        if (blank > BLANK_ROWS_AT_MOST) throw new CannotRead('There are too many empty rows. Please delete those below the list.');
        return;
      }
      rows.push(row);
      lines.push(line);
      if (rows.length > most + HEADER_WITHIN) throw tooManyRows(most);
    },
  };
}

export const tooManyRows = (most: number): CannotRead =>
  new CannotRead(`The list has more than ${most.toLocaleString('en-US')} rows. Please send it in parts.`);

/** Without what is empty on the right. Throws where a cell stands too far out or holds too much. */
function filledCells(cells: readonly (Cell | undefined)[], line: number): Cell[] {
  let length = cells.length;
  while (length > 0 && cellText(cells[length - 1]) === '') length -= 1;
  if (length > COLUMNS_AT_MOST) throw new CannotRead(`The list has more than ${COLUMNS_AT_MOST} columns (row ${line}).`);
  return Array.from({ length }, (_, at) => {
    const cell = cells[at] ?? '';
    const kept = typeof cell === 'string' ? cell.trim() : cell;
    if (typeof kept === 'string' && kept.length > CELL_LENGTH)
      throw new CannotRead(`A cell holds more than ${CELL_LENGTH} characters (row ${line}, column ${at + 1}).`);
    return kept;
  });
}
