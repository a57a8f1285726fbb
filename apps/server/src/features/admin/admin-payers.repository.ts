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
  const param = (value: unknown) => `$${values.push(value)}`;
  const all = ['p.deleted_at IS NULL', 'p.parent_id IS NULL'];
  if (filter.q !== undefined && filter.q !== '') {
    const part = param(containing(filter.q));
    all.push(
      `(p.name ILIKE ${part} OR p.name_internal ILIKE ${part} OR p.code ILIKE ${part} OR p.pverify_code ILIKE ${part} OR p.pverify_name ILIKE ${part})`,
    );
  }
  if (filter.isGroup !== undefined) all.push(`p.is_group = ${param(filter.isGroup)}`);
  if (filter.isAvailable !== undefined) all.push(`p.is_available = ${param(filter.isAvailable)}`);
  if (filter.groupId === 'none') all.push('p.payer_group_id IS NULL');
  else if (filter.groupId !== undefined) all.push(`p.payer_group_id = ${param(filter.groupId)}`);
  if (filter.only === 'availity') all.push('NOT p.is_group AND p.code IS NOT NULL AND p.pverify_code IS NULL');
  if (filter.only === 'pverify') all.push('NOT p.is_group AND p.pverify_code IS NOT NULL AND p.code IS NULL');
  const where = all.join(' AND ');
  const column = SORTS[filter.sort.replace(/^-/, '')] ?? SORTS['name'] ?? 'p.id';
  const direction = filter.sort.startsWith('-') ? 'DESC' : 'ASC';
  const [count] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM asked_payers p WHERE ${where}`, values);
  const rows = await tx.queryOnce<Stored & Record<string, unknown>>(
    `${ROW} WHERE ${where} ORDER BY ${column} ${direction} NULLS LAST, p.id LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
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
