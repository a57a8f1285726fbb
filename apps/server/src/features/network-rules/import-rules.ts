/** Takes a CSV file of network rules behind those there are: all of it or nothing (product.md 20.5). */
import type { Readable } from 'node:stream';
import { newNetworkRuleSchema, type NewNetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import * as z from 'zod/mini';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { listActiveProviders } from '#features/providers/providers.repository.ts';
import { listPayerNames } from '#features/payers/payers.repository.ts';
import { isFormula, type LineErrors } from '#features/reimbursements/line-errors.ts';
import { readCsv } from '#features/reimbursements/read-csv.ts';
import type { Actor } from '#http/actor.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { insertNetworkRule, listNetworkRules, lockNetworkRules } from './network-rules.repository.ts';
import { nextOrder, refuseTooMany, termsOf } from './save-rule.ts';
import { tellRules } from './watch-rules.ts';

/** Several entries of one cell stand between bars: dtx|rtc. */
const COLUMNS = [
  'verdict',
  'source',
  'payer',
  'facility',
  'levels',
  'plan words',
  'network words',
  'insurance types',
  'states',
  'group numbers',
  'prefixes',
  'from',
  'to',
  'note',
] as const;

type Names = ReadonlyMap<string, string>;

const byName = (rows: readonly { id: string; name: string }[]): Names =>
  new Map(rows.map(({ id, name }) => [name.trim().toLowerCase(), id]));
const list = (cell: string) =>
  cell
    .split('|')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
const orNull = (cell: string) => (cell === '' ? null : cell);

function readLine(
  cells: readonly string[],
  line: number,
  errors: LineErrors,
  { payers, facilities }: { payers: Names; facilities: Names },
) {
  const cell = (column: (typeof COLUMNS)[number]) => cells[COLUMNS.indexOf(column)] ?? '';
  const idOf = (names: Names, name: string, what: string): string | null => {
    if (name === '') return null;
    const id = names.get(name.trim().toLowerCase());
    if (id === undefined) errors.add(line, `no ${what} has this name.`);
    return id ?? null;
  };
  if (cells.some(isFormula)) errors.add(line, 'a cell begins like a formula (=, +, - or @).');
  const read = z.safeParse(newNetworkRuleSchema, {
    verdict: cell('verdict'),
    source: cell('source'),
    payer_id: idOf(payers, cell('payer'), 'payer'),
    provider_id: idOf(facilities, cell('facility'), 'facility'),
    levels: list(cell('levels')),
    plan_words: list(cell('plan words')),
    network_words: list(cell('network words')),
    insurance_types: list(cell('insurance types')),
    states: list(cell('states')).map((state) => state.toUpperCase()),
    group_numbers: list(cell('group numbers')),
    prefixes: list(cell('prefixes')).map((prefix) => prefix.toUpperCase()),
    from: orNull(cell('from')),
    to: orNull(cell('to')),
    note: orNull(cell('note')),
  });
  if (read.success) return read.data;
  const wrong = new Set(read.error.issues.map(({ path }) => String(path[0]).replaceAll('_', ' ')));
  for (const column of wrong) errors.add(line, `the ${column} is not valid.`);
  return null;
}

/** How many rules were added. Throws 422 under `file` that names the lines. */
export async function importRules(deps: Deps, { file, viewer, actor }: { file: Readable; viewer: Viewer; actor: Actor }): Promise<number> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const names = await deps.db.asOrganization(viewer.organizationId, async (tx) => ({
    payers: byName(await listPayerNames(tx)),
    facilities: byName((await listActiveProviders(tx, scopeOf(viewer), {})).rows),
  }));
  const rules: NewNetworkRule[] = [];
  const { lines, batches } = await readCsv(file, COLUMNS, () => (cells, line, errors) => readLine(cells, line, errors, names));
  refuseTooMany(lines);
  for await (const batch of batches()) rules.push(...batch);
  const now = deps.clock();
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await lockNetworkRules(tx, viewer.organizationId);
    const known = await listNetworkRules(tx, keys);
    refuseTooMany(known.length + rules.length);
    const first = nextOrder(known);
    const terms = rules.map((rule, index) => termsOf(deps.newId(), rule, first + index));
    for (const each of terms) await insertNetworkRule(tx, keys, each, now);
    await tellRules(deps, tx, keys);
    await recordAudit(tx, actor, now, {
      action: 'network-rule.upload',
      objectType: 'network-rule',
      objectIds: terms.map(({ id }) => id),
    });
  });
  return rules.length;
}
