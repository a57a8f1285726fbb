/** Payers as they are chosen and asked. Global: the same for every organization; written by syncs and admins only. */
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { RouteFacts } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import type { MergeablePayer } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { Tx } from '#db/client.ts';
import { namedColumns } from '#db/named-columns.ts';
import { payers } from '#db/tables/payers.ts';
import { indexPayerNames } from './payer-names.repository.ts';

/** A payer's own row. */
export type PayerRow = typeof payers.$inferSelect;

/** What a clearinghouse has of a payer. Instants as the database writes them. */
export interface PayerSource extends RouteFacts {
  /** Its own name for the payer; and what an admin put in its place. */
  name: string | null;
  typed_name: string | null;
  first_listed_at: string | null;
  last_listed_at: string | null;
}

/** A payer as it is asked. */
export interface PayerRecord extends PayerRow {
  sources: PayerSource[];
  /** It stands for others (product.md 15.1). */
  is_merged: boolean;
}

export interface ChoosablePayer {
  id: string;
  name: string;
  is_group: boolean;
  payer_group_id: string | null;
  /** Where another one has the same name; null elsewhere. */
  codes: string | null;
}

/** SQL for a list of `PayerSource`: what the payer is asked with, and of one that was merged what it had and will have again. */
export const sourcesOf = (payerId: string): string => `coalesce((
  SELECT jsonb_agg(jsonb_build_object('clearinghouse', s.clearinghouse, 'code', s.code, 'name', s.name, 'typed_name', s.typed_name,
    'is_active', CASE WHEN s.asked_as = ${payerId} THEN s.is_active ELSE s.own_is_active END, 'is_available', s.is_available,
    'is_electronic', s.is_electronic, 'first_listed_at', s.first_listed_at, 'last_listed_at', s.last_listed_at))
  FROM payer_sources s WHERE s.asked_as = ${payerId} OR s.payer_id = ${payerId}), '[]')`;

const RECORD = `${namedColumns(payers, 'y')}, ${sourcesOf('y.id')} AS sources, EXISTS (SELECT FROM payers c WHERE c.parent_id = y.id) AS is_merged`;

/**
 * SQL for whether payer `p` can be chosen: one of the clearinghouses in the first parameter can be asked about it, since it is switched on,
 * available there, and has a code (product.md 11.3); or it is a group that has members.
 */
export const CHOOSABLE = `p.deleted_at IS NULL AND p.parent_id IS NULL AND CASE WHEN p.is_group
  THEN EXISTS (SELECT FROM payers c WHERE c.payer_group_id = p.id AND c.deleted_at IS NULL AND c.parent_id IS NULL)
  ELSE EXISTS (SELECT FROM payer_sources s
    WHERE s.asked_as = p.id AND s.is_active AND s.is_available AND s.code IS NOT NULL AND s.clearinghouse = ANY ($1)) END`;

/** By name, groups and their members in one flat list. */
export async function listChoosablePayers(tx: Tx, clearinghouses: readonly string[]): Promise<ChoosablePayer[]> {
  return await tx.query<ChoosablePayer & Record<string, unknown>>(
    'list-choosable-payers',
    `SELECT c.id, c.name, c.is_group, c.payer_group_id, CASE WHEN c.of_this_name > 1 THEN (
       SELECT string_agg(DISTINCT s.code, ', ' ORDER BY s.code) FROM payer_sources s WHERE s.asked_as = c.id) END AS codes
     FROM (SELECT p.*, count(*) OVER (PARTITION BY lower(p.name)) AS of_this_name FROM payers p WHERE ${CHOOSABLE}) c
     ORDER BY lower(c.name), c.id`,
    [clearinghouses],
  );
}

/** Null for an unknown id. Of a merged payer the one it became; of a split one the row that is left, deleted (product.md 15). */
export async function findPayer(tx: Tx, id: string): Promise<PayerRecord | null> {
  const [row] = await tx.query<PayerRecord & Record<string, unknown>>(
    'find-payer',
    `SELECT ${RECORD} FROM payers p JOIN payers y ON y.id = coalesce(p.parent_id, p.id) WHERE p.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Names by which a company is told to be a payer: those that can be chosen, not merged into another. */
export async function listPayerNames(tx: Tx): Promise<{ id: string; name: string }[]> {
  return await tx.query<{ id: string; name: string }>(
    'list-payer-names',
    'SELECT id, name FROM payers WHERE deleted_at IS NULL AND parent_id IS NULL AND NOT is_group ORDER BY id',
    [],
  );
}

/** Those that may be made one with others: asked themselves, and merged from nobody; by name. */
export async function listMergeablePayers(tx: Tx): Promise<MergeablePayer[]> {
  return await tx.queryOnce<MergeablePayer & Record<string, unknown>>(
    `SELECT p.id, p.name, array_agg(s.clearinghouse) AS known_at FROM payers p JOIN payer_sources s ON s.asked_as = p.id AND s.code IS NOT NULL
     WHERE p.deleted_at IS NULL AND p.parent_id IS NULL AND NOT p.is_group
     GROUP BY p.id HAVING bool_or(s.is_available) AND every(s.payer_id = p.id) ORDER BY lower(p.name), p.id`,
    [],
  );
}

/** The payers of a group as they are asked. */
export async function listGroupMembers(tx: Tx, groupId: string): Promise<PayerRecord[]> {
  return await tx.query<PayerRecord & Record<string, unknown>>(
    'list-group-members',
    `SELECT ${RECORD} FROM payers y WHERE y.payer_group_id = $1 AND y.deleted_at IS NULL AND y.parent_id IS NULL ORDER BY y.id`,
    [groupId],
  );
}

/**
 * SQL for what payer `y` wants to know: an admin's word, else that of the first clearinghouse to be asked that has one (product.md 11.3).
 * A schema without combos, as were stored before they were refused, is none: nobody could say how to find the patient.
 * `configured`: a parameter with their ids in order.
 */
export const formOf = (configured: string): string => `(
  SELECT 'admin' AS source, fields, combos, 0 AS place FROM payer_schemas WHERE payer_id = y.id AND combos <> '[]'
  UNION ALL
  SELECT clearinghouse, fields, combos, array_position(y.route_order || ${configured}::text[], clearinghouse)
  FROM payer_sources WHERE asked_as = y.id AND combos <> '[]'
  ORDER BY place NULLS LAST LIMIT 1)`;

/** `source`: 'admin', or the clearinghouse that says so. */
export interface PayerForm extends PayerSchema {
  payer_id: string;
  source: string;
}

/** Of each of these payers of which anybody says it. */
export async function listForms(tx: Tx, payerIds: readonly string[], configured: readonly string[]): Promise<PayerForm[]> {
  return await tx.query<PayerForm & Record<string, unknown>>(
    'list-payer-forms',
    `SELECT y.id AS payer_id, f.source, f.fields, f.combos FROM payers y, LATERAL ${formOf('$2')} f WHERE y.id = ANY ($1)`,
    [payerIds, configured],
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

/**
 * To be called before payers are changed, until the transaction's end: whoever else changes some waits. Each takes its rows in an order of
 * its own, and two of them would wait for each other for ever.
 */
export async function holdPayers(tx: Tx): Promise<void> {
  await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('payers'))`, []);
}

/** A payer's own row, without what it takes from those it was merged from. */
export async function findPayerRow(tx: Tx, id: string): Promise<PayerRow | null> {
  const [row] = await tx.queryOnce<PayerRow & Record<string, unknown>>('SELECT * FROM payers WHERE id = $1', [id]);
  return row ?? null;
}

export type NewPayer = Pick<PayerRow, 'id' | 'name'> &
  Partial<Pick<PayerRow, 'is_blue' | 'is_group' | 'split_service_type' | 'payer_group_id' | 'route_order'>>;

/** Named by an admin, and known to no clearinghouse yet. */
export async function insertPayer(tx: Tx, payer: NewPayer, now: Date): Promise<void> {
  const { id, name, is_blue = false, is_group = false, split_service_type = false, payer_group_id = null, route_order = null } = payer;
  await tx.execute(
    `INSERT INTO payers (id, name, is_blue, is_group, split_service_type, payer_group_id, route_order, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [id, name, is_blue, is_group, split_service_type, payer_group_id, route_order, now],
  );
  await indexPayerNames(tx);
}

/** SQL for a change later than any before it, whichever server's clock that was of: whoever read what was changed is told. */
export const changedAt = (now: string): string => `greatest(${now}, updated_at + interval '1 millisecond')`;

export async function joinGroup(tx: Tx, ids: readonly string[], group: Pick<PayerRow, 'id' | 'is_blue'>, now: Date): Promise<void> {
  await tx.execute(`UPDATE payers SET payer_group_id = $2, is_blue = $3, updated_at = ${changedAt('$4')} WHERE id = ANY ($1)`, [
    ids,
    group.id,
    group.is_blue,
    now,
  ]);
}

/** A prefix may point to several payers; each pair is kept once. */
export async function insertPrefixes(tx: Tx, prefixes: readonly { prefix: string; payer_id: string }[]): Promise<void> {
  await tx.execute(`INSERT INTO payer_prefixes (prefix, payer_id) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`, [
    prefixes.map(({ prefix }) => prefix),
    prefixes.map((row) => row.payer_id),
  ]);
}
