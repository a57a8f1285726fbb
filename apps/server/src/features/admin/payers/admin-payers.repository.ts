/** Payers as admins curate them: every row, the merged and removed ones too. */
import type { AdminPayerRow } from '@coverlight/contract/admin/admin-payers.contract.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { containing, type Limits } from '#db/page.ts';
import { payers } from '#db/tables/payers.ts';

export interface AdminPayerFilter {
  q?: string;
  isGroup?: boolean;
  isAvailable?: boolean;
  /** 'none': top-level payers only. */
  groupId?: string;
  only?: 'availity' | 'pverify';
  sort: string;
}

type Stored = Omit<AdminPayerRow, 'created_at' | 'updated_at' | 'deleted_at'> & {
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(p.name)',
  code: 'p.code',
  pverify_code: 'p.pverify_code',
  is_active: 'p.is_active',
  pverify_is_active: 'p.pverify_is_active',
  updated_at: 'p.updated_at',
};

const SEARCHED = ['name', 'name_internal', 'code', 'pverify_code', 'pverify_name'];

const ROW = `SELECT p.id, p.name, p.name_internal, p.code, p.is_available, p.is_active, p.pverify_name, p.pverify_code, p.pverify_is_active,
  p.pverify_is_available, p.is_blue, p.is_group, p.split_service_type, p.payer_group_id,
  CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END AS payer_group,
  p.parent_id, p.deleted_at, p.created_at, p.updated_at,
  EXISTS (SELECT FROM payer_schemas s WHERE s.payer_id = p.schema_payer_id AND s.source = 'admin') AS is_schema_edited,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'code', c.code, 'pverify_code', c.pverify_code) ORDER BY lower(c.name), c.id)
    FROM payers c WHERE c.deleted_at IS NULL AND (c.payer_group_id = p.id OR c.parent_id = p.id)), '[]') AS children
  FROM asked_payers p LEFT JOIN payers g ON g.id = p.payer_group_id`;

/** Merged ones are under their parent, removed ones left out. */
export async function listAdminPayers(tx: Tx, filter: AdminPayerFilter, limits: Limits): Promise<{ rows: AdminPayerRow[]; total: number }> {
  const values: unknown[] = [];
  const all = ['p.deleted_at IS NULL', 'p.parent_id IS NULL'];
  // Planning the view takes longer than reading it, so each shape is prepared: its conditions by name.
  const shape: string[] = [];
  const add = (name: string, condition: string, ...value: unknown[]) => {
    shape.push(name);
    all.push(value.length === 0 ? condition : condition.replaceAll('?', `$${values.push(...value)}`));
  };
  const { q = '' } = filter;
  if (q !== '') add('q', `(${SEARCHED.map((column) => `p.${column} ILIKE ?`).join(' OR ')})`, containing(q));
  if (filter.isGroup !== undefined) add('kind', 'p.is_group = ?', filter.isGroup);
  if (filter.isAvailable !== undefined) add('there', 'p.is_available = ?', filter.isAvailable);
  if (filter.groupId === 'none') add('top', 'p.payer_group_id IS NULL');
  else if (filter.groupId !== undefined) add('in', 'p.payer_group_id = ?', filter.groupId);
  if (filter.only === 'availity') add('a', 'NOT p.is_group AND p.code IS NOT NULL AND p.pverify_code IS NULL');
  if (filter.only === 'pverify') add('v', 'NOT p.is_group AND p.pverify_code IS NOT NULL AND p.code IS NULL');
  const where = all.join(' AND ');
  const sort = Object.keys(SORTS).find((name) => name === filter.sort.replace(/^-/, '')) ?? 'name';
  const direction = filter.sort.startsWith('-') ? 'DESC' : 'ASC';
  const name = shape.join('-');
  const [count] = await tx.query<{ total: number }>(
    `payers total ${name}`,
    `SELECT count(*)::int AS total FROM asked_payers p WHERE ${where}`,
    values,
  );
  const rows = await tx.query<Stored & Record<string, unknown>>(
    `payers ${direction === 'DESC' ? '-' : ''}${sort} ${name}`,
    `${ROW} WHERE ${where} ORDER BY ${SORTS[sort] ?? ''} ${direction} NULLS LAST, p.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limits.limit, limits.offset],
  );
  return { rows: rows.map(present), total: count?.total ?? 0 };
}

/** Null for an unknown id. */
export async function findAdminPayer(tx: Tx, id: string): Promise<AdminPayerRow | null> {
  const [row] = await tx.queryOnce<Stored & Record<string, unknown>>(`${ROW} WHERE p.id = $1`, [id]);
  return row === undefined ? null : present(row);
}

const present = (row: Stored): AdminPayerRow => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
});

export type PayerChange = Partial<typeof payers.$inferInsert>;

export async function updatePayer(tx: Tx, id: string, change: PayerChange): Promise<void> {
  await tx.orm.update(payers).set(change).where(eq(payers.id, id));
}

/** Whether another payer has this code at that source. */
export async function isCodeTaken(tx: Tx, column: 'code' | 'pverify_code', code: string, exceptId: string): Promise<boolean> {
  const rows = await tx.queryOnce(`SELECT 1 FROM payers WHERE ${column} = $1 AND id <> $2`, [code, exceptId]);
  return rows.length > 0;
}

/** Whether payers are chosen through this group. */
export async function hasMembers(tx: Tx, groupId: string): Promise<boolean> {
  const rows = await tx.queryOnce('SELECT 1 FROM payers WHERE payer_group_id = $1 AND deleted_at IS NULL LIMIT 1', [groupId]);
  return rows.length > 0;
}

/** What an admin's file says: unlike a clearinghouse's list it names nobody's own names, and nobody in it was ever listed by that. */
export async function upsertUploadedPayers(
  tx: Tx,
  uploaded: readonly { id: string; code: string; name: string }[],
  now: Date,
): Promise<void> {
  await tx.execute(
    `INSERT INTO payers AS p (id, name, code, is_available, created_at, updated_at)
     SELECT x.id, x.name, x.code, true, $2, $2 FROM jsonb_to_recordset($1::jsonb) AS x (id text, name text, code text)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, is_available = true, deleted_at = NULL,
       name_internal = CASE WHEN p.is_available AND p.deleted_at IS NULL THEN p.name_internal ELSE '' END,
       updated_at = greatest($2, p.updated_at + interval '1 millisecond')
     WHERE p.name <> excluded.name OR NOT p.is_available OR p.deleted_at IS NOT NULL`,
    [JSON.stringify(uploaded), now],
  );
}

/** Every name that a payer goes by, of a merged one its parent's too. */
export async function mapPayerNames(tx: Tx): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ id: string; names: string[] }>(
    'map-payer-names',
    `SELECT p.id, array_remove(ARRAY[p.name, p.name_internal, p.pverify_name, parent.name], NULL) AS names
     FROM payers p LEFT JOIN payers parent ON parent.id = p.parent_id`,
    [],
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}
