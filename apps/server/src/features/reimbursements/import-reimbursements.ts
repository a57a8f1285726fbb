/** Reads a file of past reimbursements: all of it or nothing. */
import { INVISIBLE } from '@coverlight/contract/scalars.ts';
import type { Readable } from 'node:stream';
import { comparable } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { isTallied, lockClaims, MANY_CLAIMS, tallyClaims } from './claim-tallies.repository.ts';
import { isFormula, type LineErrors } from './line-errors.ts';
import { readCsv, type ReadUpload } from './read-csv.ts';
import { tallyClaimsJob } from './reimbursements.jobs.ts';
import { insertReimbursements, mapPayerCodes, type NewReimbursement } from './reimbursements.repository.ts';

const COLUMNS = ['claim id', 'payer code', 'employer name', 'group number', 'alpha prefix', 'dtx', 'rtc', 'php', 'iop', 'op'] as const;
const MAX_TEXT = 200;
/** From 0 to 100, with at most two decimals (docs/product.md 15.3). */
const PERCENT = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/;

export interface ImportResult {
  lines: number;
  /** Claims that were not known before. */
  added: number;
}

type Cells = Record<(typeof COLUMNS)[number], string>;

/** Null, and the reasons told, where the line is wrong. */
function readRow(values: readonly string[], line: number, errors: LineErrors): Cells | null {
  const cells = {} as Cells;
  for (const [index, column] of COLUMNS.entries()) cells[column] = values[index] ?? '';
  const wrong: string[] = [];
  for (const column of ['claim id', 'payer code'] as const) if (cells[column] === '') wrong.push(`the ${column} is missing.`);
  for (const column of COLUMNS.slice(0, 4)) {
    if (cells[column].length > MAX_TEXT) wrong.push(`the ${column} is longer than ${MAX_TEXT} characters.`);
    if (INVISIBLE.test(cells[column])) wrong.push(`the ${column} holds invisible characters.`);
    if (isFormula(cells[column])) wrong.push(`the ${column} begins like a formula (=, +, - or @).`);
  }
  if (!/^([a-z0-9]{3})?$/i.test(cells['alpha prefix'])) wrong.push('the alpha prefix is not three letters or digits.');
  for (const column of ['dtx', 'rtc', 'php', 'iop', 'op'] as const) {
    if (cells[column] !== '' && !PERCENT.test(cells[column])) wrong.push(`${column} is not a percentage from 0 to 100 such as 62.50.`);
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

/** Throws 422 under `file` that names the lines. Once stored, every new claim is there, and known ones are as they were. */
export async function readReimbursements(deps: Deps, file: Readable): Promise<ReadUpload<ImportResult>> {
  const codes = await deps.db.asAdmin(mapPayerCodes);
  const { lines, batches } = await readCsv(file, COLUMNS, () => (values, line, errors) => {
    const cells = readRow(values, line, errors);
    if (cells === null) return null;
    const payerId = codes.get(cells['payer code'].toUpperCase());
    if (payerId !== undefined) return { payerId, cells };
    errors.add(line, 'no payer has this payer code.');
    return null;
  });
  return {
    total: lines,
    async store(actor, onStored) {
      const now = deps.clock();
      const added = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
        // Two files that name the same claims in another order would wait for each other for ever; a long file before this one is no failure.
        await tx.queryOnce(`SELECT set_config('statement_timeout', '5min', true)`, []);
        await lockClaims(tx);
        let count = 0;
        let stored = 0;
        const firstId = deps.newId();
        for await (const batch of batches()) {
          const rows = batch.map(({ payerId, cells }) => toRow(deps.newId(), payerId, cells));
          count += await insertReimbursements(tx, rows, now);
          await onStored?.((stored += batch.length));
        }
        // Where this server's clock lags behind that of whoever counted, the new claims would be in no range until the night.
        if (await isTallied(tx, firstId)) await tallyClaims(tx, now);
        // Of fewer the night takes care.
        else if (count >= MANY_CLAIMS) await deps.queue.enqueue(tx, tallyClaimsJob, {}, { key: 'all' });
        await recordAudit(tx, actor, now, { action: 'reimbursement.upload', objectType: 'reimbursement' });
        return count;
      });
      return { lines, added };
    },
  };
}
