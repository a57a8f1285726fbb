/** What clearinghouses have of payers, and what admins put in its place. Every change here is made while the payers are held (`holdPayers`). */
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { Tx } from '#db/client.ts';
import type { ListedPayer, PayerConfiguration } from '#ports/clearinghouse.ts';
import { indexPayerNames, keepMergedNames } from './payer-names.repository.ts';
import { changedAt } from './payers.repository.ts';

/** Whether the clearinghouse's payers and their configurations were ever read to the end. */
export async function wasSynced(tx: Tx, clearinghouse: string): Promise<boolean> {
  return (await tx.query('payer-sync', 'SELECT 1 FROM payer_syncs WHERE source = $1', [clearinghouse])).length > 0;
}

export async function noteSynced(tx: Tx, clearinghouse: string, now: Date): Promise<void> {
  await tx.query(
    'note-payer-sync',
    'INSERT INTO payer_syncs (source, completed_at) VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET completed_at = excluded.completed_at',
    [clearinghouse, now],
  );
}

/** Of the payers that can be asked there. */
export async function listCodes(tx: Tx, clearinghouse: string): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    'payer-codes',
    'SELECT code FROM payer_sources WHERE clearinghouse = $1 AND is_available AND code IS NOT NULL',
    [clearinghouse],
  );
  return rows.map(({ code }) => code);
}

/** Adds and corrects what a clearinghouse lists, and brings back what it lists again. A name that an admin chose stays. Needs the admin's role. */
export async function upsertListedPayers(
  tx: Tx,
  clearinghouse: string,
  listed: readonly (ListedPayer & { id: string })[],
  now: Date,
): Promise<{ added: number; updated: number }> {
  const [counts] = await tx.query<{ added: number; updated: number }>(
    'upsert-listed-payers',
    `WITH listed AS (
       SELECT x.*, s.payer_id FROM jsonb_to_recordset($2::jsonb) AS x (id text, name text, code text, "isAvailable" boolean, "isElectronic" boolean)
       LEFT JOIN payer_sources s ON s.clearinghouse = $1 AND s.code = x.code
     ), changed AS (
       UPDATE payer_sources s SET name = x.name, is_available = x."isAvailable", is_electronic = x."isElectronic"
       FROM listed x JOIN payers p ON p.id = x.payer_id
       WHERE s.payer_id = x.payer_id AND s.clearinghouse = $1 AND (p.deleted_at IS NOT NULL
         OR (s.name, s.is_available, s.is_electronic) IS DISTINCT FROM (x.name, x."isAvailable", x."isElectronic"))
       RETURNING s.payer_id, s.asked_as, s.name
     ), noted AS (
       UPDATE payers p SET deleted_at = NULL, updated_at = ${changedAt('$3')},
         name = CASE WHEN p.id = c.payer_id AND p.named_by = $1 THEN c.name ELSE p.name END
       FROM changed c WHERE p.id IN (c.payer_id, c.asked_as)
     ), created AS (
       INSERT INTO payers (id, name, named_by, created_at, updated_at) SELECT id, name, $1, $3, $3 FROM listed WHERE payer_id IS NULL
     ), added AS (
       INSERT INTO payer_sources (payer_id, asked_as, clearinghouse, code, name, is_available, is_electronic)
       SELECT id, id, $1, code, name, "isAvailable", "isElectronic" FROM listed WHERE payer_id IS NULL RETURNING 1
     )
     SELECT (SELECT count(*) FROM added)::int AS added, (SELECT count(*) FROM changed)::int AS updated`,
    [clearinghouse, JSON.stringify(listed), now],
  );
  await indexPayerNames(tx);
  return counts ?? { added: 0, updated: 0 };
}

/**
 * What an admin says of payers, until the clearinghouse's next list: they can be asked there and have these names, which no sync changes. A known
 * code takes the name and comes back where it was removed; an unknown one becomes a payer.
 */
export async function upsertEnteredPayers(
  tx: Tx,
  clearinghouse: string,
  entered: readonly { id: string; code: string; name: string }[],
  now: Date,
): Promise<void> {
  await tx.execute(
    `WITH entered AS (
       SELECT x.*, p.id AS payer_id, s.is_available AND p.deleted_at IS NULL AS is_there
       FROM jsonb_to_recordset($2::jsonb) AS x (id text, code text, name text)
       LEFT JOIN payer_sources s ON s.clearinghouse = $1 AND s.code = x.code LEFT JOIN payers p ON p.id = s.payer_id
     ), vouched AS (
       UPDATE payer_sources s SET is_available = true, entered_at = $3 FROM entered x
       WHERE s.payer_id = x.payer_id AND s.clearinghouse = $1 AND NOT x.is_there
     ), named AS (
       UPDATE payers p SET name = x.name, named_by = NULL, deleted_at = NULL, updated_at = ${changedAt('$3')} FROM entered x
       WHERE p.id = x.payer_id AND (NOT x.is_there OR p.name <> x.name OR p.named_by IS NOT NULL)
     ), created AS (
       INSERT INTO payers (id, name, created_at, updated_at) SELECT id, name, $3, $3 FROM entered WHERE payer_id IS NULL
     )
     INSERT INTO payer_sources (payer_id, asked_as, clearinghouse, code, is_available, entered_at)
     SELECT id, id, $1, code, true, $3 FROM entered WHERE payer_id IS NULL`,
    [clearinghouse, JSON.stringify(entered), now],
  );
  await indexPayerNames(tx);
}

/** Writes down that the clearinghouse listed these codes. */
export async function noteListed(tx: Tx, clearinghouse: string, codes: readonly string[], now: Date): Promise<void> {
  await tx.execute(
    'UPDATE payer_sources SET first_listed_at = coalesce(first_listed_at, $3), last_listed_at = $3 WHERE clearinghouse = $1 AND code = ANY ($2)',
    [clearinghouse, codes, now],
  );
}

/**
 * Payers that a complete list of the source no longer names cannot be asked there any more; answers how many. Those that no other source can be
 * asked for either are removed softly; payers that others were merged from stay, and so does what an admin entered by hand and nobody has listed since.
 */
export async function withdrawUnlisted(tx: Tx, clearinghouse: string, listedCodes: readonly string[], now: Date): Promise<number> {
  const [row] = await tx.queryOnce<{ withdrawn: number }>(
    `WITH gone AS (
       UPDATE payer_sources SET is_available = false WHERE clearinghouse = $1 AND is_available AND code <> ALL ($2::text[])
       RETURNING payer_id, asked_as, coalesce(last_listed_at > coalesce(entered_at, '-infinity'), false) AS was_listed
     ), noted AS (
       UPDATE payers p SET updated_at = ${changedAt('$3')},
         deleted_at = CASE WHEN g.was_listed AND p.parent_id IS NULL AND p.id = g.payer_id AND NOT EXISTS (
           SELECT FROM payer_sources s WHERE s.asked_as = p.id AND s.clearinghouse <> $1 AND s.is_available AND s.code IS NOT NULL)
           THEN coalesce(p.deleted_at, $3) ELSE p.deleted_at END
       FROM gone g WHERE p.id IN (g.payer_id, g.asked_as)
     )
     SELECT count(*)::int AS withdrawn FROM gone`,
    [clearinghouse, listedCodes, now],
  );
  return row?.withdrawn ?? 0;
}

/** What the clearinghouse says that its payers want to know. */
export async function storeConfigurations(
  tx: Tx,
  clearinghouse: string,
  configurations: readonly { payerCode: string; schema: PayerConfiguration }[],
  now: Date,
): Promise<void> {
  await tx.execute(
    `WITH changed AS (
       UPDATE payer_sources s SET fields = x.schema -> 'fields', combos = x.schema -> 'combos', provider_fields = x.provider_fields
       FROM (SELECT x."payerCode" AS code, x.schema, ARRAY(SELECT jsonb_array_elements_text(x.schema -> 'providerFields')) AS provider_fields
         FROM jsonb_to_recordset($2::jsonb) AS x ("payerCode" text, schema jsonb)) x
       WHERE s.clearinghouse = $1 AND s.code = x.code
         AND (s.fields, s.combos, s.provider_fields) IS DISTINCT FROM (x.schema -> 'fields', x.schema -> 'combos', x.provider_fields)
       RETURNING s.payer_id, s.asked_as)
     UPDATE payers SET updated_at = ${changedAt('$3')} FROM changed WHERE payers.id IN (changed.payer_id, changed.asked_as)`,
    [clearinghouse, JSON.stringify(configurations), now],
  );
}

/** The form as an admin edited it; null: the payer's own counts again. */
export async function storeEditedSchema(tx: Tx, payerId: string, schema: PayerSchema | null, now: Date): Promise<void> {
  if (schema !== null) {
    await tx.execute(
      `INSERT INTO payer_schemas (payer_id, fields, combos, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (payer_id) DO UPDATE SET fields = excluded.fields, combos = excluded.combos, updated_at = excluded.updated_at`,
      [payerId, JSON.stringify(schema.fields), JSON.stringify(schema.combos), now],
    );
    return;
  }
  await tx.execute(
    `WITH dropped AS (DELETE FROM payer_schemas WHERE payer_id = $1 RETURNING payer_id)
     UPDATE payers SET updated_at = ${changedAt('$2')} FROM dropped WHERE payers.id = dropped.payer_id`,
    [payerId, now],
  );
}

/** What an admin says of a payer at a clearinghouse; what is absent stays. */
export interface SourceChange {
  clearinghouse: string;
  code?: string | null;
  typed_name?: string | null;
  is_active?: boolean;
}

/** A code that was typed counts until the clearinghouse's next list; what was known of another code there is gone. */
export async function changeSource(tx: Tx, payerId: string, change: SourceChange, now: Date): Promise<void> {
  const { clearinghouse, code, typed_name, is_active } = change;
  await tx.execute('INSERT INTO payer_sources (payer_id, asked_as, clearinghouse) VALUES ($1, $1, $2) ON CONFLICT DO NOTHING', [
    payerId,
    clearinghouse,
  ]);
  await tx.execute(
    `UPDATE payer_sources SET is_active = coalesce($3, is_active), typed_name = CASE WHEN $4 THEN $5 ELSE typed_name END
     WHERE asked_as = $1 AND clearinghouse = $2`,
    [payerId, clearinghouse, is_active ?? null, typed_name !== undefined, typed_name ?? null],
  );
  if (code !== undefined) await changeCode(tx, payerId, { clearinghouse, code }, now);
  await indexPayerNames(tx);
}

async function changeCode(
  tx: Tx,
  payerId: string,
  { clearinghouse, code }: { clearinghouse: string; code: string | null },
  now: Date,
): Promise<void> {
  await tx.execute(
    `UPDATE payer_sources SET code = $3, is_available = $3::text IS NOT NULL, entered_at = CASE WHEN $3::text IS NOT NULL THEN $4::timestamptz END,
       name = NULL, is_electronic = true, first_listed_at = NULL, last_listed_at = NULL, fields = NULL, combos = NULL, provider_fields = '{}'
     WHERE asked_as = $1 AND clearinghouse = $2 AND code IS DISTINCT FROM $3`,
    [payerId, clearinghouse, code, now],
  );
}

/** Who has this code at the clearinghouse, merged and removed ones too; null where nobody has. */
export async function findPayerByCode(tx: Tx, clearinghouse: string, code: string): Promise<{ payer_id: string; asked_as: string } | null> {
  const [row] = await tx.queryOnce<{ payer_id: string; asked_as: string }>(
    'SELECT payer_id, asked_as FROM payer_sources WHERE clearinghouse = $1 AND code = $2',
    [clearinghouse, code],
  );
  return row ?? null;
}

/** What these payers have becomes what `payerId` is asked with, and the form that was edited for the first of them its own. */
export async function mergeSources(tx: Tx, payerId: string, mergedIds: readonly string[], now: Date): Promise<void> {
  await tx.execute('UPDATE payer_sources SET asked_as = $1, own_is_active = is_active WHERE payer_id = ANY ($2) AND code IS NOT NULL', [
    payerId,
    mergedIds,
  ]);
  await tx.execute(
    `INSERT INTO payer_schemas (payer_id, fields, combos, updated_at)
     SELECT $1, fields, combos, updated_at FROM payer_schemas WHERE payer_id = ANY ($2) ORDER BY array_position($2, payer_id) LIMIT 1`,
    [payerId, mergedIds],
  );
  await tx.execute(`UPDATE payers SET parent_id = $1, updated_at = ${changedAt('$3')} WHERE id = ANY ($2)`, [payerId, mergedIds, now]);
}

/** Gives back what `mergeSources` took, and to the first what the merged payer was given since; that one is removed. Answers whom it was merged from. */
export async function splitSources(tx: Tx, payerId: string, now: Date): Promise<string[]> {
  const parts = await tx.queryOnce<{ id: string }>(
    `UPDATE payers SET parent_id = NULL, updated_at = ${changedAt('$2')} WHERE parent_id = $1 RETURNING id`,
    [payerId, now],
  );
  const ids = parts.map(({ id }) => id).toSorted();
  const [first] = ids;
  if (first === undefined) return [];
  await keepMergedNames(tx, payerId, ids);
  await tx.execute(
    'UPDATE payer_sources SET asked_as = payer_id, is_active = own_is_active, own_is_active = NULL WHERE asked_as = $1 AND payer_id <> $1',
    [payerId],
  );
  await tx.execute(
    `UPDATE payer_sources SET payer_id = $2, asked_as = $2 WHERE payer_id = $1
       AND clearinghouse NOT IN (SELECT clearinghouse FROM payer_sources WHERE payer_id = $2)`,
    [payerId, first],
  );
  await tx.execute(`UPDATE payers SET deleted_at = $2, updated_at = ${changedAt('$2')} WHERE id = $1`, [payerId, now]);
  await indexPayerNames(tx);
  return ids;
}
