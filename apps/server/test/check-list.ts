/** A table read row by row as it will be before it is sent: columns guessed, order of dates, payers by name. */
import type { BatchMapping } from '@coverlight/contract/batches/columns.schema.ts';
import { DATE_COLUMNS } from '@coverlight/contract/batches/columns.schema.ts';
import type { Cell } from '@coverlight/domain/batches/cell.ts';
import { findHeaderRow, guessColumns } from '@coverlight/domain/batches/columns.ts';
import { dateOrderOf } from '@coverlight/domain/batches/dates.ts';
import type { KnownPayer } from '@coverlight/domain/batches/known-payers.ts';
import { payerMatcher } from '@coverlight/domain/batches/match-payers.ts';
import { type ReadRow, rowOf } from '@coverlight/domain/batches/row.ts';
import { listPayers } from '../../sandbox/src/payers/payers.ts';

export interface CheckedList {
  mapping: BatchMapping;
  rows: (ReadRow & { payer: string | null })[];
  /** Those that may go as they are, from 0. */
  ready: number[];
}

export const sandboxPayers = (count = 80): KnownPayer[] =>
  listPayers(count).map(({ availityId, availityName, pverifyCode, pverifyName, isMedicare }, at) => ({
    id: `payer ${at}`,
    names: [...new Set([availityName, pverifyName])],
    codes: [availityId, pverifyCode].filter((code) => code !== null),
    isMedicare,
  }));

export function checkList(cells: readonly (readonly Cell[])[], today = '2026-11-24'): CheckedList {
  const heading = findHeaderRow(cells) ?? -1;
  const below = cells.slice(heading + 1);
  const columns = guessColumns(cells[heading] ?? [], below.slice(0, 50));
  const mapping: BatchMapping = { columns, date_orders: {} };
  for (const column of DATE_COLUMNS) {
    const at = columns.indexOf(column);
    if (at !== -1)
      mapping.date_orders[column] = dateOrderOf(
        below.map((row) => row[at]),
        column,
        today,
      );
  }
  const match = payerMatcher({ payers: sandboxPayers(), prefixes: new Map(), decided: new Map() });
  const rows = below.map((row) => {
    const read = rowOf(row, mapping, today);
    const found = match({ name: read.content.payer_name ?? '', code: read.content.payer_id ?? '', memberId: read.content.member_id ?? '' });
    return { ...read, payer: found.kind === 'certain' ? found.id : null };
  });
  return { mapping, rows, ready: rows.flatMap(({ problems, payer }, at) => (problems.length === 0 && payer !== null ? [at] : [])) };
}
