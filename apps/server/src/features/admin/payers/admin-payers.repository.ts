/** Payers as admins curate them: every row, the merged and removed ones too. */
import type { Tx } from '#db/client.ts';
import { containing, type Limits } from '#db/page.ts';
import { indexPayerNames } from '#features/payers/payer-names.repository.ts';
import { changedAt, sourcesOf, type PayerRow } from '#features/payers/payers.repository.ts';
import { SOURCE_SORTS, type StoredPayer } from './payer-wire.ts';

export interface AdminPayerFilter {
  q?: string | undefined;
  isGroup?: boolean | undefined;
  available?: { at: string; is: boolean } | undefined;
  /** 'none': top-level payers only. */
  groupId?: string | undefined;
  /** Known to this clearinghouse and to no other. */
  onlyAt?: string | undefined;
  sort: string;
}

const SORTS: Readonly<Record<string, string>> = { name: 'lower(p.name)', updated_at: 'p.updated_at' };

const ROW = `SELECT p.id, p.name, p.name_internal, p.route_order, p.is_blue, p.is_group, p.split_service_type, p.payer_group_id,
  CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END AS payer_group,
  p.parent_id, p.deleted_at, p.created_at, p.updated_at,
  ${sourcesOf('p.id')} AS sources,
  EXISTS (SELECT FROM payer_schemas x WHERE x.payer_id = p.id) AS is_schema_edited,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'sources', ${sourcesOf('c.id')})
      ORDER BY lower(c.name), c.id)
    FROM payers c WHERE c.deleted_at IS NULL AND (c.payer_group_id = p.id OR c.parent_id = p.id)), '[]') AS children
  FROM payers p LEFT JOIN payers g ON g.id = p.payer_group_id`;

/** Merged ones are under their parent, removed ones left out. */
export async function listAdminPayers(tx: Tx, filter: AdminPayerFilter, limits: Limits): Promise<{ rows: StoredPayer[]; total: number }> {
  const values: unknown[] = [];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const all = ['p.deleted_at IS NULL', 'p.parent_id IS NULL'];
  const { q = '', isGroup, available, groupId, onlyAt } = filter;
  if (q !== '') {
    const isLike = (column: string) => `${column} ILIKE $${values.length}`;
    values.push(containing(q));
    const ofSources = ['s.code', 's.name', 's.typed_name'].map(isLike).join(' OR ');
    all.push(
      `(${isLike('p.name')} OR ${isLike('p.name_internal')} OR p.id IN (SELECT s.asked_as FROM payer_sources s WHERE ${ofSources}))`,
    );
  }
  if (isGroup !== undefined) all.push(`p.is_group = ${param(isGroup)}`);
  if (available !== undefined) {
    const isThere = `p.id IN (SELECT s.asked_as FROM payer_sources s WHERE s.is_available AND s.clearinghouse = ${param(available.at)})`;
    all.push(`(${isThere}) = ${param(available.is)}`);
  }
  if (groupId === 'none') all.push('p.payer_group_id IS NULL');
  else if (groupId !== undefined) all.push(`p.payer_group_id = ${param(groupId)}`);
  if (onlyAt !== undefined)
    all.push(`NOT p.is_group AND p.id IN (
      SELECT s.asked_as FROM payer_sources s WHERE s.code IS NOT NULL GROUP BY s.asked_as HAVING every(s.clearinghouse = ${param(onlyAt)}))`);
  const where = all.join(' AND ');
  const [count] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM payers p WHERE ${where}`, values);
  const sort = filter.sort.replace(/^-/, '');
  const bySource = SOURCE_SORTS[sort];
  const join =
    bySource === undefined ? '' : `LEFT JOIN payer_sources k ON k.asked_as = p.id AND k.clearinghouse = ${param(bySource.clearinghouse)}`;
  const order = bySource === undefined ? (SORTS[sort] ?? 'lower(p.name)') : `k.${bySource.column}`;
  const direction = filter.sort.startsWith('-') ? 'DESC' : 'ASC';
  const rows = await tx.queryOnce<StoredPayer & Record<string, unknown>>(
    `${ROW} ${join} WHERE ${where} ORDER BY ${order} ${direction} NULLS LAST, p.id LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

/** Null for an unknown id. */
export async function findAdminPayer(tx: Tx, id: string): Promise<StoredPayer | null> {
  const [row] = await tx.queryOnce<StoredPayer & Record<string, unknown>>(`${ROW} WHERE p.id = $1`, [id]);
  return row ?? null;
}

const CHANGED = ['name', 'name_internal', 'route_order', 'is_blue', 'is_group', 'split_service_type', 'payer_group_id'] as const;
/** What an admin decides about a payer itself. */
export type PayerChange = { [Column in (typeof CHANGED)[number]]?: PayerRow[Column] | undefined };

/** Absent keys stay. A name that is given is an admin's, which no sync changes. */
export async function updatePayer(tx: Tx, id: string, change: PayerChange, now: Date): Promise<void> {
  const given = CHANGED.filter((column) => change[column] !== undefined);
  const set = [...given.map((column, index) => `${column} = $${index + 3}`), ...(change.name === undefined ? [] : ['named_by = NULL'])];
  await tx.execute(`UPDATE payers SET ${[...set, `updated_at = ${changedAt('$2')}`].join(', ')} WHERE id = $1`, [
    id,
    now,
    ...given.map((column) => change[column]),
  ]);
  if (change.name !== undefined || change.name_internal !== undefined) await indexPayerNames(tx);
}

/** Whether payers are chosen through this group. */
export async function hasMembers(tx: Tx, groupId: string): Promise<boolean> {
  const rows = await tx.queryOnce('SELECT 1 FROM payers WHERE payer_group_id = $1 AND deleted_at IS NULL LIMIT 1', [groupId]);
  return rows.length > 0;
}

export interface PrefixedPayer {
  /** Every name that it goes by, of a merged one its parent's too. */
  names: string[];
  /** What is asked in its place: itself, or what it was merged into. */
  asked_id: string;
  /** Through which it is chosen by a prefix; null: through none. */
  payer_group_id: string | null;
}

/** By id: what a prefix file has to agree with. */
export async function mapPrefixedPayers(tx: Tx): Promise<Map<string, PrefixedPayer>> {
  const rows = await tx.query<PrefixedPayer & { id: string }>(
    'map-prefixed-payers',
    `SELECT p.id, coalesce(parent.id, p.id) AS asked_id, coalesce(parent.payer_group_id, p.payer_group_id) AS payer_group_id,
       array_remove(ARRAY[p.name, p.name_internal, parent.name]
         || ARRAY(SELECT unnest(ARRAY[s.name, s.typed_name]) FROM payer_sources s WHERE s.payer_id = p.id), NULL) AS names
     FROM payers p LEFT JOIN payers parent ON parent.id = p.parent_id`,
    [],
  );
  return new Map(rows.map(({ id, ...payer }) => [id, payer]));
}
