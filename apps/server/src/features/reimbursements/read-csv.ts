/**
 * CSV files without a header row: all lines or none, errors by line number (docs/product.md 15.3). What was read waits compressed, and no
 * slice of the work holds the thread for long.
 */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, TextDecoder } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { invalid } from '#http/app-error.ts';
import type { Actor } from '#http/actor.ts';
import { createRests } from '#jobs/rests.ts';
import { createLineErrors, isHeading, MAX_BYTES, MAX_LINES, type LineErrors } from './line-errors.ts';

/** Characters of a line: reading an endless one would hold the thread. */
const MAX_LINE = 10_000;
/** Rows of one statement. */
const BATCH = 100;
/** The longest rest after a batch: on a busy machine the file is to end, too. */
const REST_MS = 15;
/** Bytes that are compressed together: few enough that what is read from them is gone before it counts as old and is kept in memory. */
const PACKAGE = 8 * 1024;
/** Lines between two looks at whether others wait for their turn. */
export const SLICE_LINES = 32;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Answers what a line holds, or null after telling what is wrong with it. */
export interface ReadLine<T> {
  (cells: string[], line: number, errors: LineErrors): T | null;
}

export interface CsvRows<T> {
  lines: number;
  /** What ReadLine answered. After some rows have been used everybody else gets about as long as that took. */
  batches: () => AsyncGenerator<T[]>;
}

/** A file, or a list of lines, that was read to its end and found right; nothing of it is stored yet. */
export interface ReadUpload<Result> {
  /** Rows there are to store. */
  total: number;
  /** All of them or none. `onStored` is told how many are, now and then. */
  store: (actor: Actor, onStored?: (rows: number) => Promise<void>) => Promise<Result>;
}

/** What programs put between columns where commas stand in numbers. */
const OTHER_SEPARATORS = [
  { separator: ';', name: 'semicolons' },
  { separator: '\t', name: 'tabs' },
];

const refuse = (message: string) => invalid({ file: [message] });

/**
 * Throws 422 under `file` that names the lines, or says what else is wrong with the file. The file is read to its end first and kept as the
 * text it is, which is less than its rows; those are read from it again, by another reader of lines.
 */
export async function readCsv<T>(file: Readable, columns: readonly string[], openReader: () => ReadLine<T>): Promise<CsvRows<T>> {
  const errors = createLineErrors();
  const packed: Buffer[] = [];
  let lines = 0;
  for await (const slice of rowsOf(textOf(packing(file, packed)), columns, openReader(), errors)) {
    lines += slice.lines;
    if (lines > MAX_LINES) throw refuse('The file has more than 200,000 lines.');
    if (errors.isFull) break;
  }
  if (errors.messages.length > 0) throw invalid({ file: errors.messages });
  if (lines === 0) throw refuse('The file is empty.');
  return { lines, batches: () => batchesOf(rowsOf(textOf(unpacking(packed)), columns, openReader(), errors)) };
}

async function* packing(file: Readable, packed: Buffer[]): AsyncGenerator<Buffer> {
  let bytes = 0;
  let waiting = Buffer.alloc(0);
  for await (const chunk of file) {
    const part = Buffer.from(chunk as Buffer | string);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw refuse('The file is larger than 32 MB.');
    waiting = Buffer.concat([waiting, part]);
    for (; waiting.length >= PACKAGE; waiting = waiting.subarray(PACKAGE)) {
      packed.push(await pack(waiting.subarray(0, PACKAGE), { level: 1 }));
      yield waiting.subarray(0, PACKAGE);
    }
  }
  packed.push(await pack(waiting, { level: 1 }));
  yield waiting;
}

async function* unpacking(packed: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const bytes of packed) yield await unpack(bytes);
}

/** After some rows have been used everybody else gets about as long as that took. */
export async function* batchesOf<T>(slices: AsyncIterable<{ rows: T[] }>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const { rows } of slices) {
    batch.push(...rows);
    if (batch.length < BATCH) continue;
    const started = performance.now();
    yield batch;
    batch = [];
    await sleep(Math.min(performance.now() - started, REST_MS));
  }
  if (batch.length > 0) yield batch;
}

/** A few lines at a time: the rows they hold, and how many are not blank. */
async function* rowsOf<T>(
  texts: AsyncIterable<string>,
  columns: readonly string[],
  readLine: ReadLine<T>,
  errors: LineErrors,
): AsyncGenerator<{ rows: T[]; lines: number }> {
  let number = 0;
  let isFirst = true;
  const rest = createRests();
  for await (const slice of slicesOf(texts)) {
    const rows: T[] = [];
    let lines = 0;
    for (const line of slice) {
      number += 1;
      if (line.trim() === '') continue;
      lines += 1;
      const isHeader = isFirst && isHeading(splitLine(line) ?? []);
      isFirst = false;
      if (isHeader) {
        errors.add(number, 'this is a header row. Please remove it.');
        continue;
      }
      const cells = cellsOf(line, columns, number, errors);
      const row = cells === null ? null : readLine(cells, number, errors);
      if (row !== null) rows.push(row);
    }
    yield { rows, lines };
    await rest();
  }
}

/** A few lines at a time; the last one ends what is read where it is endless. */
async function* slicesOf(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of texts) {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (let from = 0; from < lines.length; from += SLICE_LINES) yield lines.slice(from, from + SLICE_LINES);
    if (rest.length > MAX_LINE) break;
  }
  yield [rest.replace(/\r$/, '')];
}

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const part of bytes) yield decoded(decoder, part);
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
  const other = OTHER_SEPARATORS.find(({ separator }) => line.split(separator).length === columns.length);
  if (other !== undefined) throw refuse(`The columns are separated by ${other.name}. Please save the file with commas between them.`);
  errors.add(number, `${columns.length} columns are expected (${columns.join(', ')}), ${cells.length} found.`);
  return null;
}

/** Cells without the blanks around them; null where the quotation marks do not match. No cell goes on in the next line. */
function splitLine(line: string): string[] | null {
  // Most lines have none, and a parser for each of 200,000 would take longer than everything else.
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  try {
    const [cells] = parse(line, { trim: true });
    return cells?.map((cell) => cell.trim()) ?? null;
  } catch {
    return null;
  }
}
