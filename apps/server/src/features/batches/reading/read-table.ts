/** A practice's own list, out of a file or what was pasted (docs/product.md 19.1). Runs in a worker thread; what cannot be read is said in words. */
import type { Cell } from '@coverlight/domain/batches/cell.ts';
import { findHeaderRow } from '@coverlight/domain/batches/columns.ts';
import { decodeText } from './decode-text.ts';
import { type Budget, FILE_BYTES, openBudget, PASTED_ROWS_AT_MOST, ROWS_AT_MOST } from './limits.ts';
import { readText } from './read-text.ts';
import { CannotRead, type Refusal, SAVE_OTHERWISE } from './refusal.ts';
import { openRows, tooManyRows, type TableRows } from './table-rows.ts';
import { openZip } from './xlsx/open-zip.ts';
import { readSharedStrings } from './xlsx/shared-strings.ts';
import { readSheet } from './xlsx/sheet.ts';
import { readNumberForms } from './xlsx/styles.ts';
import { readWorkbook } from './xlsx/workbook.ts';

export type TableInput =
  | {
      bytes: Uint8Array;
      filename: string;
      /** Of a workbook; the first that is shown where none is named. */
      sheet?: string;
    }
  | { text: string };

export interface ReadTable extends TableRows {
  kind: 'csv' | 'xlsx' | 'paste';
  /** Those of a workbook that are shown; of a text none. */
  sheets: string[];
  /** The one that was read; '' of a text. */
  sheet: string;
  rows: Cell[][];
}

/** The old binary workbook, and the envelope of one with a password. */
const OLE = Buffer.from('d0cf11e0', 'hex');
const ZIP = Buffer.from('PK');

export function readTable(input: TableInput): ReadTable | Refusal {
  try {
    const table = 'text' in input ? readPaste(input.text) : readFile(input);
    if (table.rows.length === 0) throw new CannotRead('There is nothing in it.');
    return table;
  } catch (error) {
    if (error instanceof CannotRead) return { refused: error.message };
    throw error;
  }
}

function readPaste(text: string): ReadTable {
  if (Buffer.byteLength(text) > FILE_BYTES)
    throw new CannotRead('This is larger than 5 MB. Please leave out columns that are not needed, or bring the list in in parts.');
  return { kind: 'paste', sheets: [], sheet: '', ...within(readText(text, PASTED_ROWS_AT_MOST, openBudget()), PASTED_ROWS_AT_MOST) };
}

function readFile({ bytes: sent, filename, sheet }: Extract<TableInput, { filename: string }>): ReadTable {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (bytes.length > FILE_BYTES) throw new CannotRead('The file is larger than 5 MB.');
  const begins = bytes.subarray(0, 4);
  if (begins.equals(OLE) || /\.(?:xls|xlsb|numbers|ods|pdf|docx?)$/i.test(filename)) throw new CannotRead(SAVE_OTHERWISE);
  const budget = openBudget();
  if (begins.subarray(0, 2).equals(ZIP)) return readXlsx(bytes, sheet, budget);
  return { kind: 'csv', sheets: [], sheet: '', ...within(readText(decodeText(bytes), ROWS_AT_MOST, budget), ROWS_AT_MOST) };
}

function readXlsx(bytes: Buffer, wanted: string | undefined, budget: Budget): ReadTable {
  const zip = openZip(bytes, budget);
  const { sheets, daysFrom, strings, styles } = readWorkbook(zip);
  const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted);
  if (sheet === undefined) throw new CannotRead('The workbook has no sheet of that name.');
  const facts = { daysFrom, strings: readSharedStrings(zip, strings), forms: readNumberForms(zip, styles) };
  const rows = openRows(ROWS_AT_MOST);
  readSheet(zip, sheet.part, facts, rows);
  return { kind: 'xlsx', sheets: sheets.map(({ name }) => name), sheet: sheet.name, ...within(rows, ROWS_AT_MOST) };
}

/** Below the heading, wherever it stands, there are no more rows than are taken. */
function within({ rows, lines }: TableRows, most: number): TableRows {
  const heading = findHeaderRow(rows);
  if (rows.length - (heading === null ? 0 : heading + 1) > most) throw tooManyRows(most);
  return { rows, lines };
}
