/**
 * CSV files without a header row: all lines or none, errors by line number (docs/product.md 15.3). What was read waits compressed, and no
 * slice of the work holds the thread for long.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify, TextDecoder } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { invalid } from '#http/app-error.ts';
import { createLineErrors, MAX_BYTES, MAX_LINES, type LineErrors } from './line-errors.ts';

/** Characters of a line: reading an endless one would hold the thread. */
const MAX_LINE = 10_000;
const BATCH = 1000;
/** Work between two turns of everybody else, looked at every so many lines. */
const SLICE_MS = 2;
const SLICE_LINES = 32;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Answers what a line holds, or null after telling what is wrong with it. */
export interface ReadLine<T> {
  (cells: string[], line: number, errors: LineErrors): T | null;
}

export interface CsvRows {
  lines: number;
  /** Each a JSON array of what ReadLine answered. After one has been used everybody else gets as long as that took. */
  batches: () => AsyncGenerator<string>;
}

const refuse = (message: string) => invalid({ file: [message] });

/** Throws 422 under `file` that names the lines, or says what else is wrong with the file. */
export async function readCsv<T>(file: Readable, columns: readonly string[], readLine: ReadLine<T>): Promise<CsvRows> {
  const errors = createLineErrors();
  const packed: Buffer[] = [];
  let rows: T[] = [];
  let number = 0;
  let lines = 0;
  let sliceEnds = performance.now() + SLICE_MS;
  const readOne = (line: string) => {
    number += 1;
    if (line.trim() === '') return;
    lines += 1;
    if (lines > MAX_LINES) throw refuse('The file has more than 200,000 lines.');
    const cells = cellsOf(line, columns, number, errors);
    const row = cells === null ? null : readLine(cells, number, errors);
    // Once a line is wrong nothing will be stored.
    if (row !== null && errors.messages.length === 0) rows.push(row);
  };
  const packRows = async () => {
    packed.push(await pack(JSON.stringify(rows), { level: 1 }));
    rows = [];
  };

  for await (const slice of slicesOf(file)) {
    for (const line of slice) {
      readOne(line);
      if (errors.isFull) throw invalid({ file: errors.messages });
    }
    if (rows.length >= BATCH) await packRows();
    if (performance.now() < sliceEnds) continue;
    await nextTurn();
    sliceEnds = performance.now() + SLICE_MS;
  }
  if (errors.messages.length > 0) throw invalid({ file: errors.messages });
  if (lines === 0) throw refuse('The file is empty.');
  if (rows.length > 0) await packRows();
  return { lines, batches: () => unpacked(packed) };
}

async function* unpacked(packed: readonly Buffer[]): AsyncGenerator<string> {
  for (const batch of packed) {
    const started = performance.now();
    yield (await unpack(batch)).toString('utf8');
    await sleep(performance.now() - started);
  }
}

/** A few lines at a time; the last one ends what is read where it is endless. */
async function* slicesOf(file: Readable): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of textOf(file)) {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (let from = 0; from < lines.length; from += SLICE_LINES) yield lines.slice(from, from + SLICE_LINES);
    if (rest.length > MAX_LINE) break;
  }
  yield [rest.replace(/\r$/, '')];
}

async function* textOf(file: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of file) {
    const part = Buffer.from(chunk as Buffer | string);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw refuse('The file is larger than 32 MB.');
    yield decoded(decoder, part);
  }
  yield decoded(decoder);
}

function decoded(decoder: TextDecoder, part?: Buffer): string {
  let text: string;
  try {
    text = decoder.decode(part, { stream: part !== undefined });
  } catch {
    throw refuse('The file is not UTF-8 text. Please save it as "CSV UTF-8".');
  }
  if (text.includes('\0')) throw refuse('The file is not text. Please choose a CSV file.');
  return text;
}

/** Null, and the reason told, where the line has not just these columns. */
function cellsOf(line: string, columns: readonly string[], number: number, errors: LineErrors): string[] | null {
  const cells = line.length > MAX_LINE ? null : splitLine(line);
  if (cells === null) {
    errors.add(number, line.length > MAX_LINE ? 'the line is too long.' : 'the quotation marks do not match.');
    return null;
  }
  if (cells.length === columns.length) return cells;
  errors.add(number, `${columns.length} columns are expected (${columns.join(', ')}), ${cells.length} found.`);
  return null;
}

/** Cells without the blanks around them; null where the quotation marks do not match. No cell goes on in the next line. */
function splitLine(line: string): string[] | null {
  const pieces = line.split(',');
  if (!line.includes('"')) return pieces.map((piece) => piece.trim());
  const cells: string[] = [];
  let open: string[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    open.push(piece);
    if (piece.split('"').length % 2 === 0) isOpen = !isOpen;
    if (isOpen) continue;
    const cell = unquoted(open.join(',').trim());
    if (cell === null) return null;
    cells.push(cell);
    open = [];
  }
  return isOpen ? null : cells;
}

function unquoted(cell: string): string | null {
  if (!cell.includes('"')) return cell;
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : null;
}
