/** Small CSV uploads without a header row: all lines or none, errors by line number (product.md 15.3). */
import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { createLineErrors, MAX_LINES, type LineErrors } from '#features/reimbursements/line-errors.ts';
import { invalid } from '#http/app-error.ts';

/** Answers what a line holds, or null after telling what is wrong with it. */
export interface ReadLine<T> {
  (cells: string[], line: number, errors: LineErrors): T | null;
}

/** Throws 422 under `file` that names the lines. Invalid UTF-8 and binary files are told in words. */
export async function readCsv<T>(file: Readable, columns: readonly string[], readLine: ReadLine<T>): Promise<T[]> {
  const errors = createLineErrors();
  const rows: T[] = [];
  const parser = parse({ bom: true, skip_empty_lines: true, relax_column_count: true, info: true, trim: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = async function* () {
      for await (const chunk of file) yield decoder.decode(chunk as Buffer, { stream: true });
      yield decoder.decode();
    };
    for await (const { record, info } of parserOver(parser, text())) {
      if (record.some((cell) => /\p{Cc}/u.test(cell))) errors.add(info.lines, 'this is not text.');
      else if (record.length !== columns.length)
        errors.add(info.lines, `${columns.length} columns are expected (${columns.join(', ')}), ${record.length} found.`);
      else {
        const row = readLine(record, info.lines, errors);
        if (row !== null) rows.push(row);
      }
      if (rows.length > MAX_LINES) errors.add(info.lines, `at most ${MAX_LINES} lines are taken.`);
      if (errors.isFull || rows.length > MAX_LINES) break;
    }
  } catch (error) {
    if (error instanceof TypeError) throw invalid({ file: ['The file is not UTF-8 text. Please save it as "CSV UTF-8".'] });
    if (!(error instanceof CsvError)) throw error;
    errors.add(Number(error['lines'] ?? 0), 'the quotation marks do not match.');
  } finally {
    parser.destroy();
    file.resume();
  }
  if (errors.messages.length > 0) throw invalid({ file: errors.messages });
  if (rows.length === 0) throw invalid({ file: ['The file is empty.'] });
  return rows;
}

async function* parserOver(
  parser: ReturnType<typeof parse>,
  text: AsyncIterable<string>,
): AsyncGenerator<{ record: string[]; info: { lines: number } }> {
  const fed = (async () => {
    for await (const part of text) {
      if (parser.destroyed) return;
      if (!parser.write(part)) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
    }
    parser.end();
  })();
  fed.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error('unreadable')));
  yield* parser as AsyncIterable<{ record: string[]; info: { lines: number } }>;
  await fed;
}
