/** Payers and prefixes from CSV files, all lines or none (product.md 15.3). */
import type { Readable } from 'node:stream';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { insertPrefixes, upsertListedPayers } from '#features/payers/payers.repository.ts';
import { mapPayerCodes } from '#features/reimbursements/reimbursements.repository.ts';
import type { Actor } from '#http/actor.ts';
import { readCsv } from './read-csv.ts';

/** CODE, NAME: a known code takes the name, an unknown one becomes a payer. */
export async function uploadPayers(deps: Deps, actor: Actor, file: Readable): Promise<void> {
  const seen = new Set<string>();
  const rows = await readCsv(file, ['CODE', 'NAME'], ([code = '', name = ''], line, errors) => {
    if (code === '' || name === '') errors.add(line, code === '' ? 'the code is missing.' : 'the name is missing.');
    else if (code.length > 40 || name.length > 200) errors.add(line, 'this is too long.');
    else if (seen.has(code)) errors.add(line, 'this code stands in the file already.');
    else {
      seen.add(code);
      return { id: deps.newId(), code, name, isAvailable: true, isElectronic: true };
    }
    return null;
  });
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    const now = deps.clock();
    await upsertListedPayers(tx, 'availity', rows, now);
    await recordAudit(tx, actor, now, { action: 'payer.upload', objectType: 'payer' });
  });
}

/** PREFIX, PAYER NAME, PAYER ID: the payer is found by its code; the name is for people. */
export async function uploadPrefixes(deps: Deps, actor: Actor, file: Readable): Promise<void> {
  const codes = await deps.db.asAdmin(mapPayerCodes);
  const rows = await readCsv(file, ['PREFIX', 'PAYER NAME', 'PAYER ID'], ([prefix = '', , code = ''], line, errors) => {
    const payer_id = codes.get(code.toUpperCase());
    if (!/^[A-Za-z0-9]{3}$/.test(prefix)) errors.add(line, 'the prefix is not three letters or digits.');
    else if (payer_id === undefined) errors.add(line, 'no payer has this code.');
    else return { prefix: prefix.toUpperCase(), payer_id };
    return null;
  });
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await insertPrefixes(tx, rows);
    await recordAudit(tx, actor, deps.clock(), { action: 'payer.prefix-upload', objectType: 'payer' });
  });
}
