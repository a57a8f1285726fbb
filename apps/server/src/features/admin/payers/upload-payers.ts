/** Payers and prefixes from CSV files, all lines or none (product.md 15.3). */
import { INVISIBLE } from '@coverlight/contract/scalars.ts';
import type { Readable } from 'node:stream';
import { comparable } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { upsertEnteredPayers } from '#features/payers/payer-sources.repository.ts';
import { holdPayers, insertPrefixes } from '#features/payers/payers.repository.ts';
import { isFormula } from '#features/reimbursements/line-errors.ts';
import { readCsv, type ReadLine, type ReadUpload } from '#features/reimbursements/read-csv.ts';
import { mapPayerCodes } from '#features/reimbursements/reimbursements.repository.ts';
import { mapPrefixedPayers, type PrefixedPayer } from './admin-payers.repository.ts';
import { PLAIN } from './payer-wire.ts';

const PAYER = ['CODE', 'NAME'] as const;
const PREFIX = ['PREFIX', 'PAYER NAME', 'PAYER ID'] as const;

type NewPayer = Parameters<typeof upsertEnteredPayers>[2][number];
type NewPrefix = Parameters<typeof insertPrefixes>[1][number];

/** CODE, NAME: a known code takes the name, an unknown one becomes a payer. Both are an admin's word, which the next sync leaves alone. */
export async function readPayers(deps: Deps, file: Readable): Promise<ReadUpload<void>> {
  const { lines, batches } = await readCsv(file, PAYER, () => readPayer(deps, new Set()));
  return {
    total: lines,
    async store(actor, onStored) {
      const now = deps.clock();
      await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
        await holdPayers(tx);
        let stored = 0;
        for await (const batch of batches()) {
          await upsertEnteredPayers(tx, PLAIN, batch, now);
          await onStored?.((stored += batch.length));
        }
        await recordAudit(tx, actor, now, { action: 'payer.upload', objectType: 'payer' });
      });
    },
  };
}

function readPayer(deps: Deps, seen: Set<string>): ReadLine<NewPayer> {
  return (cells, line, errors) => {
    const [code = '', name = ''] = cells;
    const fault = faultOf(cells, PAYER);
    if (fault !== null) errors.add(line, fault);
    else if (code === '' || name === '') errors.add(line, code === '' ? 'the code is missing.' : 'the name is missing.');
    else if (code.length > 40 || name.length > 200) errors.add(line, 'this is too long.');
    else if (seen.has(code)) errors.add(line, 'this code stands in the file already.');
    else {
      seen.add(code);
      return { id: deps.newId(), code, name };
    }
    return null;
  };
}

/**
 * PREFIX, PAYER NAME, PAYER ID: the payer is found by its code, and the name, where there is one, must be a name of it. By a prefix one payer
 * of a group is found, so a file may not name two.
 */
export async function readPrefixes(deps: Deps, file: Readable): Promise<ReadUpload<void>> {
  const known = await deps.db.asAdmin(async (tx) => ({ codes: await mapPayerCodes(tx), payers: await mapPrefixedPayers(tx) }));
  const { lines, batches } = await readCsv(file, PREFIX, () => readPrefix({ ...known, chosen: new Map() }));
  return {
    total: lines,
    async store(actor, onStored) {
      await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
        let stored = 0;
        for await (const batch of batches()) {
          await insertPrefixes(tx, batch);
          await onStored?.((stored += batch.length));
        }
        await recordAudit(tx, actor, deps.clock(), { action: 'payer.prefix-upload', objectType: 'payer' });
      });
    },
  };
}

interface PrefixFile {
  /** Ids by code. */
  codes: ReadonlyMap<string, string>;
  payers: ReadonlyMap<string, PrefixedPayer>;
  /** By group and prefix: the payer that the file has named so far. */
  chosen: Map<string, string>;
}

function readPrefix({ codes, payers, chosen }: PrefixFile): ReadLine<NewPrefix> {
  return (cells, line, errors) => {
    const [typed = '', name = '', code = ''] = cells;
    const prefix = typed.toUpperCase();
    const fault = faultOf(cells, PREFIX);
    const payer_id = codes.get(code.toUpperCase());
    const payer = payer_id === undefined ? undefined : payers.get(payer_id);
    if (fault !== null) errors.add(line, fault);
    else if (!/^[A-Z0-9]{3}$/.test(prefix)) errors.add(line, 'the prefix is not three letters or digits.');
    else if (payer_id === undefined || payer === undefined) errors.add(line, 'no payer has this code.');
    else if (!isNameOf(name, payer.names)) errors.add(line, 'the payer with this code has another name.');
    else if (isOtherThanChosen(chosen, prefix, payer))
      errors.add(line, 'a line above gives this prefix to another payer of the same group.');
    else return { prefix, payer_id };
    return null;
  };
}

function isOtherThanChosen(chosen: PrefixFile['chosen'], prefix: string, { payer_group_id, asked_id }: PrefixedPayer): boolean {
  if (payer_group_id === null) return false;
  const key = `${payer_group_id} ${prefix}`;
  const before = chosen.get(key) ?? asked_id;
  chosen.set(key, before);
  return before !== asked_id;
}

const isNameOf = (typed: string, names: readonly string[]): boolean =>
  typed === '' || names.some((name) => comparable(name) === comparable(typed));

function faultOf(cells: readonly string[], columns: readonly string[]): string | null {
  if (cells.some((cell) => INVISIBLE.test(cell))) return 'a cell holds invisible characters.';
  const formula = cells.findIndex(isFormula);
  return formula === -1 ? null : `${columns[formula] ?? 'a cell'} begins like a formula (=, +, - or @).`;
}
