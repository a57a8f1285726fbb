/** Payers and what each wants to know. Global: the same for every organization; written by syncs and admins only. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { Tx } from '#db/client.ts';
import { containing } from '#db/page.ts';
import { payers, payerSchemas } from '#db/tables/payers.ts';
import type { ClearinghouseName, ListedPayer } from '#ports/clearinghouse.ts';

/** A payer as it is asked: of a merged one with the codes and availability of its two sources. */
export type PayerRecord = typeof payers.$inferSelect & { schema_payer_id: string };
export type StoredPayerSchema = PayerSchema & Pick<typeof payerSchemas.$inferSelect, 'source' | 'provider_fields'>;

export interface ChoosablePayer {
  id: string;
  name: string;
  is_group: boolean;
  payer_group_id: string | null;
}

/** That some clearinghouse can be asked about it: switched on, available there, and with a code (product.md 11). */
const CAN_BE_ASKED = `((p.is_active AND p.is_available AND p.code IS NOT NULL)
  OR (p.pverify_is_active AND p.pverify_is_available AND p.pverify_code IS NOT NULL))`;

/** Payers that can be asked, and groups that have such children; by name, groups and their members in one flat list. */
export async function listChoosablePayers(tx: Tx): Promise<ChoosablePayer[]> {
  return await tx.query<ChoosablePayer & Record<string, unknown>>(
    'list-choosable-payers',
    `SELECT p.id, p.name, p.is_group, p.payer_group_id
     FROM asked_payers p
     WHERE p.deleted_at IS NULL AND p.parent_id IS NULL
       AND CASE WHEN p.is_group
         THEN EXISTS (SELECT FROM payers c WHERE c.payer_group_id = p.id AND c.deleted_at IS NULL AND c.parent_id IS NULL)
         ELSE ${CAN_BE_ASKED} END
     ORDER BY lower(p.name), p.id`,
    [],
  );
}

/** Null for an unknown id. Of a merged payer the one it became; of a split one the row that is left, deleted (product.md 15). */
export async function findPayer(tx: Tx, id: string): Promise<PayerRecord | null> {
  const [row] = await tx.query<PayerRecord>(
    'find-payer',
    `SELECT y.* FROM payers p JOIN asked_payers y ON y.id = coalesce(p.parent_id, p.id) WHERE p.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Null where none was stored: the default schema then applies. */
export async function findPayerSchema(tx: Tx, payerId: string): Promise<StoredPayerSchema | null> {
  const [row] = await tx.query<StoredPayerSchema & Record<string, unknown>>(
    'find-payer-schema',
    'SELECT fields, combos, source, provider_fields FROM payer_schemas WHERE payer_id = $1',
    [payerId],
  );
  return row ?? null;
}

/** Those of a group's members, removed ones left out; of a merged one that of the source it is asked by. Null where none was stored. */
export async function listMemberSchemas(tx: Tx, groupId: string): Promise<{ payer_id: string; schema: PayerSchema | null }[]> {
  const rows = await tx.query<{ payer_id: string } & { [Key in keyof PayerSchema]: PayerSchema[Key] | null }>(
    'list-member-schemas',
    `SELECT y.id AS payer_id, s.fields, s.combos FROM asked_payers y LEFT JOIN payer_schemas s ON s.payer_id = y.schema_payer_id
     WHERE y.payer_group_id = $1 AND y.deleted_at IS NULL AND y.parent_id IS NULL ORDER BY y.id`,
    [groupId],
  );
  return rows.map(({ payer_id, fields, combos }) => ({ payer_id, schema: fields === null || combos === null ? null : { fields, combos } }));
}

/** The payers of a group as they are asked. */
export async function listGroupMembers(tx: Tx, groupId: string): Promise<PayerRecord[]> {
  return await tx.query<PayerRecord>(
    'list-group-members',
    `SELECT y.* FROM asked_payers y WHERE y.payer_group_id = $1 AND y.deleted_at IS NULL AND y.parent_id IS NULL ORDER BY y.id`,
    [groupId],
  );
}

/** The member of the group that the first three characters of a member id (any case) point to. Null where none or several do. */
export async function findMemberByPrefix(tx: Tx, groupId: string, prefix: string): Promise<{ id: string; name: string } | null> {
  // A prefix of a payer that was merged points to what it became.
  const rows = await tx.query<{ id: string; name: string }>(
    'find-member-by-prefix',
    `SELECT DISTINCT y.id, y.name FROM payer_prefixes x JOIN payers p ON p.id = x.payer_id JOIN payers y ON y.id = coalesce(p.parent_id, p.id)
     WHERE x.prefix = $1 AND y.payer_group_id = $2 AND y.deleted_at IS NULL LIMIT 2`,
    [prefix.toUpperCase(), groupId],
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** Of payers whose name contains `part`, in any case; merged and removed ones too, since past inquiries keep them. */
export async function listPayerIdsByName(tx: Tx, part: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('payer-ids-by-name', 'SELECT id FROM payers WHERE name ILIKE $1', [containing(part)]);
  return rows.map((row) => row.id);
}

/** Whether the clearinghouse's payers and their configurations were ever read to the end. */
export async function wasSynced(tx: Tx, source: ClearinghouseName): Promise<boolean> {
  return (await tx.query('payer-sync', 'SELECT 1 FROM payer_syncs WHERE source = $1', [source])).length > 0;
}

export async function noteSynced(tx: Tx, source: ClearinghouseName, now: Date): Promise<void> {
  await tx.query(
    'note-payer-sync',
    'INSERT INTO payer_syncs (source, completed_at) VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET completed_at = excluded.completed_at',
    [source, now],
  );
}

/** Codes of the payers a clearinghouse lists as available, with our ids. */
export async function listCodes(tx: Tx, source: ClearinghouseName): Promise<Map<string, string>> {
  const column = source === 'availity' ? 'code' : 'pverify_code';
  const available = source === 'availity' ? 'is_available' : 'pverify_is_available';
  const rows = await tx.query<{ code: string; id: string }>(
    `payer-codes-${source}`,
    `SELECT ${column} AS code, id FROM payers WHERE ${available} AND ${column} IS NOT NULL`,
    [],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/**
 * To be called before many payers are changed in one transaction, until whose end others of the kind wait: each takes its rows in an order
 * of its own, and two of them would wait for each other for ever. Who changes one payer need not.
 */
export async function holdPayers(tx: Tx): Promise<void> {
  await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('payers'))`, []);
}

/** Adds and corrects what a clearinghouse lists, and brings back what it lists again. A name that an admin chose stays. Needs the admin's role. */
export async function upsertListedPayers(
  tx: Tx,
  source: ClearinghouseName,
  listed: readonly (ListedPayer & { id: string })[],
  now: Date,
): Promise<{ added: number; updated: number }> {
  // Availity's own name goes to name_internal, pVerify's to pverify_name; `name` follows as long as it was never edited.
  const [code, available, theirName] =
    source === 'availity' ? ['code', 'is_available', 'name_internal'] : ['pverify_code', 'pverify_is_available', 'pverify_name'];
  const rows = await tx.query<{ is_new: boolean }>(
    `upsert-payers-${source}`,
    `INSERT INTO payers AS p (id, name, ${theirName}, ${code}, ${available}, pverify_is_electronic, created_at, updated_at)
     SELECT x.id, x.name, x.name, x.code, x."isAvailable", x."isElectronic", $2, $2
     FROM jsonb_to_recordset($1::jsonb) AS x (id text, name text, code text, "isAvailable" boolean, "isElectronic" boolean)
     ON CONFLICT (${code}) DO UPDATE SET deleted_at = NULL,
       name = CASE WHEN p.name = p.${theirName} THEN excluded.name ELSE p.name END,
       ${theirName} = excluded.${theirName}, ${available} = excluded.${available},
       updated_at = greatest($2, p.updated_at + interval '1 millisecond'),
       pverify_is_electronic = ${source === 'pVerify' ? 'excluded' : 'p'}.pverify_is_electronic
     WHERE (p.${theirName}, p.${available}) IS DISTINCT FROM (excluded.${theirName}, excluded.${available}) OR p.deleted_at IS NOT NULL
       ${source === 'pVerify' ? 'OR p.pverify_is_electronic <> excluded.pverify_is_electronic' : ''}
     RETURNING xmax = 0 AS is_new`,
    [JSON.stringify(listed), now],
  );
  const added = rows.filter((row) => row.is_new).length;
  return { added, updated: rows.length - added };
}

/**
 * Payers that a complete list of the source no longer names cannot be asked there any more. Those that the other source cannot be asked
 * for either are removed softly; of a merged payer the sources' rows stay, and so does what an admin made by hand or uploaded and nobody ever listed.
 */
export async function markUnlisted(tx: Tx, source: ClearinghouseName, listedCodes: readonly string[], now: Date): Promise<number> {
  const availity = ['code', 'is_available', 'name_internal'];
  const pverify = ['pverify_code', 'pverify_is_available', 'pverify_name'];
  const [[code, available, theirName], [otherCode, otherAvailable]] = source === 'availity' ? [availity, pverify] : [pverify, availity];
  const { rowCount } = await tx.execute(
    `UPDATE payers SET ${available} = false, updated_at = greatest($2, updated_at + interval '1 millisecond'),
       deleted_at = CASE WHEN parent_id IS NULL AND ${theirName} <> '' AND (${otherCode} IS NULL OR NOT ${otherAvailable})
         THEN coalesce(deleted_at, $2) ELSE deleted_at END
     WHERE ${available} AND NOT (${code} = ANY ($1::text[]))`,
    [[...listedCodes], now],
  );
  return rowCount ?? 0;
}

/** A schema that an admin edited is left alone by a sync, unless it was this one that was asked for; what the payer takes of the provider is the sync's to say. */
export async function upsertPayerSchemas(
  tx: Tx,
  source: StoredPayerSchema['source'],
  schemas: readonly { payer_id: string; schema: PayerSchema; providerFields: readonly string[] }[],
  now: Date,
  edited: 'stays' | 'goes' = source === 'admin' ? 'goes' : 'stays',
): Promise<void> {
  if (schemas.length === 0) return;
  // As whoever edits a payer does: first the payers, then their schemas.
  await tx.query('hold-payers-of-schemas', 'SELECT id FROM payers WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [
    schemas.map(({ payer_id }) => payer_id),
  ]);
  const kept = edited === 'goes' ? sql`false` : sql`${payerSchemas.source} = 'admin'`;
  const unlessKept = (column: 'fields' | 'combos' | 'source' | 'updated_at') =>
    sql`CASE WHEN ${kept} THEN ${payerSchemas[column]} ELSE ${sql.raw(`excluded.${column}`)} END`;
  const columns = (of: string) => sql.raw(['fields', 'combos', 'source'].map((column) => `${of}.${column}`).join());
  const differs = sql`(NOT (${kept}) AND (${columns('payer_schemas')}) IS DISTINCT FROM (${columns('excluded')}))
    OR ${payerSchemas.provider_fields} IS DISTINCT FROM excluded.provider_fields`;
  const changed = await tx.orm
    .insert(payerSchemas)
    .values(
      schemas.map(({ payer_id, schema: { fields, combos }, providerFields }) => ({
        payer_id,
        fields,
        combos,
        provider_fields: [...providerFields],
        source,
        updated_at: now,
      })),
    )
    .onConflictDoUpdate({
      target: payerSchemas.payer_id,
      set: {
        fields: unlessKept('fields'),
        combos: unlessKept('combos'),
        provider_fields: sql`excluded.provider_fields`,
        source: unlessKept('source'),
        updated_at: unlessKept('updated_at'),
      },
      setWhere: differs,
    })
    .returning({ payer_id: payerSchemas.payer_id });
  // Whoever edits the payer meanwhile is told; so is who edits what it was merged into, which shows the same schema.
  await tx.query(
    'note-changed-schemas',
    `UPDATE payers SET updated_at = greatest($2, updated_at + interval '1 millisecond')
     WHERE id = ANY ($1) OR id IN (SELECT c.parent_id FROM payers c WHERE c.id = ANY ($1))`,
    [changed.map(({ payer_id }) => payer_id), now],
  );
}

/** A payer's own row, without what it takes from the two it was merged from. */
export type PayerRow = typeof payers.$inferSelect;

/** Held until the transaction ends; who only names it as a group, as a foreign key does, need not wait. */
export async function findPayerRow(tx: Tx, id: string): Promise<PayerRow | null> {
  const [row] = await tx.orm.select().from(payers).where(eq(payers.id, id)).for('no key update');
  return row ?? null;
}

/** The one with this code at Availity that no list shows any more; null where there is none. Held until the transaction ends. */
export async function findRemovedPayer(tx: Tx, code: string): Promise<PayerRow | null> {
  const [row] = await tx.orm
    .select()
    .from(payers)
    .where(and(eq(payers.code, code), isNotNull(payers.deleted_at), isNull(payers.parent_id)))
    .for('no key update');
  return row ?? null;
}

export async function insertPayer(tx: Tx, payer: typeof payers.$inferInsert): Promise<void> {
  await tx.orm.insert(payers).values(payer);
}

/** Later than any change before it, whichever server's clock that was of: whoever read what was changed is told. */
const changedAt = (now: Date) => sql`greatest(${now}, ${payers.updated_at} + interval '1 millisecond')`;

/** Ids of the two a payer was merged from; none where it was not. */
export async function listMergedPayers(tx: Tx, parentId: string): Promise<string[]> {
  const rows = await tx.orm.select({ id: payers.id }).from(payers).where(eq(payers.parent_id, parentId)).orderBy(payers.id);
  return rows.map(({ id }) => id);
}

export async function setParent(tx: Tx, ids: readonly string[], parentId: string | null, now: Date): Promise<void> {
  await tx.orm
    .update(payers)
    .set({ parent_id: parentId, updated_at: changedAt(now) })
    .where(inArray(payers.id, [...ids]));
}

/** It stays for the inquiries that name it. */
export async function deletePayer(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.orm
    .update(payers)
    .set({ deleted_at: now, updated_at: changedAt(now) })
    .where(eq(payers.id, id));
}

export async function joinGroup(tx: Tx, ids: readonly string[], groupId: string | null, now: Date): Promise<void> {
  await tx.orm
    .update(payers)
    .set({ payer_group_id: groupId, updated_at: changedAt(now) })
    .where(inArray(payers.id, [...ids]));
}

/** A prefix may point to several payers; each pair is kept once. */
export async function insertPrefixes(tx: Tx, prefixes: readonly { prefix: string; payer_id: string }[]): Promise<void> {
  await tx.execute(`INSERT INTO payer_prefixes (prefix, payer_id) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`, [
    prefixes.map(({ prefix }) => prefix),
    prefixes.map((row) => row.payer_id),
  ]);
}
