/** Reads a file of past reimbursements: all of it or nothing, in memory that grows with the file and never holds the thread for long. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { comparable } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import { CsvError, parse } from 'csv-parse';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { invalid } from '#http/app-error.ts';
import { createLineErrors, isFormula, MAX_BYTES, MAX_LINES, type LineErrors } from './line-errors.ts';
import { insertReimbursements, mapPayerCodes, type NewReimbursement } from './reimbursements.repository.ts';

const COLUMNS = ['claim id', 'payer code', 'employer name', 'group number', 'alpha prefix', 'dtx', 'rtc', 'php', 'iop', 'op'] as const;
const BATCH = 1000;
const MAX_TEXT = 200;
/** Characters of a line: reading an endless one would hold the thread. */
const MAX_LINE = 10_000;
/** Percent with at most four decimals. */
const PERCENT = /^\d{1,3}(\.\d{1,4})?$/;

export interface ImportResult {
  lines: number;
  /** Claims that were not known before. */
  added: number;
}

type Cells = Record<(typeof COLUMNS)[number], string>;

/** Null, and the reasons told, where the line is wrong. */
function readRow(values: readonly string[], line: number, errors: LineErrors): Cells | null {
  if (values.length !== COLUMNS.length) {
    errors.add(line, `${COLUMNS.length} columns are expected, ${values.length} found.`);
    return null;
  }
  const cells = Object.fromEntries(COLUMNS.map((column, index) => [column, (values[index] ?? '').trim()])) as Cells;
  const wrong: string[] = [];
  for (const column of ['claim id', 'payer code'] as const) if (cells[column] === '') wrong.push(`the ${column} is missing.`);
  for (const column of COLUMNS.slice(0, 4)) {
    if (cells[column].length > MAX_TEXT) wrong.push(`the ${column} is longer than ${MAX_TEXT} characters.`);
    if (/\p{Cc}/u.test(cells[column])) wrong.push(`the ${column} holds invisible characters.`);
    if (isFormula(cells[column])) wrong.push(`the ${column} begins like a formula (=, +, - or @).`);
  }
  if (!/^([a-z0-9]{3})?$/i.test(cells['alpha prefix'])) wrong.push('the alpha prefix is not three letters or digits.');
  for (const column of ['dtx', 'rtc', 'php', 'iop', 'op'] as const) {
    if (cells[column] !== '' && !PERCENT.test(cells[column])) wrong.push(`${column} is not a percentage such as 62.50.`);
  }
  for (const words of wrong) errors.add(line, words);
  return wrong.length === 0 ? cells : null;
}

const orNull = (cell: string) => (cell === '' ? null : cell);

function toRow(id: string, payerId: string, cells: Cells): NewReimbursement {
  return {
    id,
    claim_id: cells['claim id'],
    payer_id: payerId,
    employer_name: orNull(cells['employer name']),
    group_number: orNull(cells['group number']),
    employer_key: comparable(cells['employer name']),
    group_key: comparable(cells['group number']),
    alpha_prefix: orNull(cells['alpha prefix'].toUpperCase()),
    dtx: orNull(cells.dtx),
    rtc: orNull(cells.rtc),
    php: orNull(cells.php),
    iop: orNull(cells.iop),
    op: orNull(cells.op),
  };
}

const refuse = (message: string) => invalid({ file: [message] });

async function* bounded(file: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of file) {
    const part = Buffer.from(chunk as Buffer | string);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw refuse('The file is larger than 32 MB.');
    yield part;
  }
}

interface ReadFile {
  lines: number;
  /** Each a JSON array of rows, compressed: all of them wait until the last line has been read. */
  batches: Buffer[];
}

async function readLines(deps: Deps, file: Readable, codes: ReadonlyMap<string, string>): Promise<ReadFile> {
  const errors = createLineErrors();
  const batches: Buffer[] = [];
  const rows: NewReimbursement[] = [];
  const pack = () => batches.push(gzipSync(JSON.stringify(rows.splice(0)), { level: 1 }));
  let lines = 0;
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_LINE,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  // What goes wrong on the way comes out of the parser, too.
  const handedOver = pipeline(bounded(file), parser).catch(() => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      lines += 1;
      if (lines > MAX_LINES) throw refuse('The file has more than 200,000 lines.');
      const cells = readRow(record, info.lines, errors);
      const payerId = cells === null ? undefined : codes.get(cells['payer code'].toUpperCase());
      if (cells !== null && payerId === undefined) errors.add(info.lines, 'no payer has this payer code.');
      if (errors.isFull) break;
      if (cells === null || payerId === undefined) continue;
      rows.push(toRow(deps.newId(), payerId, cells));
      if (rows.length === BATCH) pack();
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
  if (rows.length > 0) pack();
  return { lines, batches };
}

/** Throws 422 under `file` that names the lines. Without an error every new claim is stored, and known ones stay as they are. */
export async function importReimbursements(deps: Deps, actor: Actor, file: Readable): Promise<ImportResult> {
  const codes = await deps.db.asAdmin(mapPayerCodes);
  const { lines, batches } = await readLines(deps, file, codes);
  if (lines === 0) throw refuse('The file is empty.');
  const now = deps.clock();
  const added = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    // Two files that name the same claims in another order would wait for each other for ever.
    await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('reimbursements'))`, []);
    let count = 0;
    for (const batch of batches) count += await insertReimbursements(tx, gunzipSync(batch).toString('utf8'), now);
    await recordAudit(tx, actor, now, { action: 'reimbursement.upload', objectType: 'reimbursement' });
    return count;
  });
  return { lines, added };
}
