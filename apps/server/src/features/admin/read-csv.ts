/** Small CSV uploads without a header row: all lines or none, errors by line number (docs/product.md 15.3). */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { createLineErrors, isFormula, MAX_LINES, type LineErrors } from '#features/reimbursements/line-errors.ts';
import { invalid } from '#http/app-error.ts';

/** Characters of a line: reading an endless one would hold the thread. */
const MAX_LINE = 10_000;

/** Answers what a line holds, or null after telling what is wrong with it. */
export interface ReadLine<T> {
  (cells: string[], line: number, errors: LineErrors): T | null;
}

/** Throws 422 under `file` that names the lines. */
export async function readCsv<T>(file: Readable, columns: readonly string[], readLine: ReadLine<T>): Promise<T[]> {
  const errors = createLineErrors();
  const rows: T[] = [];
  let lines = 0;
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    trim: true,
    max_record_size: MAX_LINE,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  // What goes wrong on the way comes out of the parser, too.
  const handedOver = pipeline(file, parser).catch(() => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      lines += 1;
      if (lines > MAX_LINES) throw invalid({ file: ['The file has more than 200,000 lines.'] });
      const fault = faultOf(record, columns);
      if (fault !== null) errors.add(info.lines, fault);
      const row = fault === null ? readLine(record, info.lines, errors) : null;
      if (row !== null) rows.push(row);
      if (errors.isFull) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const words = error.code === 'CSV_MAX_RECORD_SIZE' ? 'the line is too long.' : 'the quotation marks do not match.';
    errors.add(Number(error['lines'] ?? lines + 1), words);
  } finally {
    parser.destroy();
    await handedOver;
  }
  if (errors.messages.length > 0) throw invalid({ file: errors.messages });
  if (rows.length === 0) throw invalid({ file: ['The file is empty.'] });
  return rows;
}

function faultOf(cells: readonly string[], columns: readonly string[]): string | null {
  if (cells.length !== columns.length) return `${columns.length} columns are expected (${columns.join(', ')}), ${cells.length} found.`;
  if (cells.some((cell) => /\p{Cc}/u.test(cell))) return 'a cell holds invisible characters.';
  const formula = cells.findIndex(isFormula);
  return formula === -1 ? null : `${columns[formula] ?? 'a cell'} begins like a formula (=, +, - or @).`;
}
