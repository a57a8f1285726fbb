/** Tables as text: CSV, what a spreadsheet puts on the clipboard, and the like (docs/product.md 19.1). */
import { CsvError, parse } from 'csv-parse/sync';
import type { Budget } from './limits.ts';
import { CannotRead } from './refusal.ts';
import { openRows, type TableRows } from './table-rows.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const LOOKED_AT = 20;
/** Of a line, quotes and all. */
const RECORD_CHARACTERS = 500_000;

export function readText(text: string, most: number, budget: Budget): TableRows {
  // Excel's own way to name the delimiter.
  const named = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const rows = openRows(most);
  const above = named === null ? 0 : 1;
  let records = 0;
  let line = above;
  try {
    parse(body, {
      delimiter: named?.[1] ?? delimiterOf(body),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], { empty_lines: empty }) => {
        records += 1;
        line = above + records + empty;
        if (records % 1000 === 0) budget.demandTime();
        rows.take(cells, line);
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new CannotRead(wordsOf(error, line + 1)) : error;
  }
  return rows;
}

function wordsOf({ code }: CsvError, line: number): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `A row is too long (row ${line}). A quotation mark may be missing.`;
  return `A quotation mark is opened and not closed (row ${line}).`;
}

/** That by which the most of the first lines have as many columns as each other; of two such the one that makes more columns. */
function delimiterOf(text: string): string {
  const counts = countsOf(text);
  const scores = DELIMITERS.map((_, at) => {
    const each = counts.map((line) => line[at] ?? 0).filter((count) => count > 0);
    const often = new Map<number, number>();
    for (const count of each) often.set(count, (often.get(count) ?? 0) + 1);
    return Math.max(0, ...[...often].map(([count, times]) => times * 1000 + count));
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** How often each delimiter stands in each of the first lines, outside quotation marks. */
function countsOf(text: string): number[][] {
  const counts: number[][] = [];
  let line = DELIMITERS.map(() => 0);
  let isQuoted = false;
  for (const letter of text.slice(0, RECORD_CHARACTERS)) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const at = DELIMITERS.indexOf(letter);
    if (at !== -1) line[at] = (line[at] ?? 0) + 1;
    if (letter !== '\n' && letter !== '\r') continue;
    if (line.some((count) => count > 0)) counts.push(line);
    line = DELIMITERS.map(() => 0);
    if (counts.length === LOOKED_AT) return counts;
  }
  return [...counts, line];
}
