/** Past reimbursements and local allowables as admins look through them (docs/product.md 17). */
import type { LaPrefix, ReimbursementRow } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { containing, type Limits } from '#db/page.ts';
import { memberIdAt } from '#features/reimbursements/import-local-allowables.ts';

export interface ReimbursementFilter {
  payerIds?: readonly string[] | undefined;
  employerName?: string | undefined;
  groupNumber?: string | undefined;
  alphaPrefix?: string | undefined;
  /** Part of any of the three. */
  q?: string | undefined;
  /** dtx, rtc, php, iop, op, with - descending; the newest first where nothing is said. */
  sort?: string | undefined;
}

const SORTS: Readonly<Record<string, string>> = { dtx: 'r.dtx', rtc: 'r.rtc', php: 'r.php', iop: 'r.iop', op: 'r.op' };

/** The payer with the two it was merged from, and with the members of a group. Found first, so that the planner knows how few they are. */
export async function listPayersWithin(tx: Tx, payerId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'payers-within',
    'SELECT p.id FROM payers p LEFT JOIN payers y ON y.id = p.parent_id WHERE $1 IN (p.id, p.parent_id, p.payer_group_id, y.payer_group_id)',
    [payerId],
  );
  return rows.map(({ id }) => id);
}

export async function countReimbursements(tx: Tx, filter: ReimbursementFilter): Promise<number> {
  const values: unknown[] = [];
  const where = conditionOf(filter, (value) => `$${values.push(value)}`);
  const [row] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM reimbursements r WHERE ${where}`, values);
  return row?.total ?? 0;
}

export async function listReimbursements(tx: Tx, filter: ReimbursementFilter, limits: Limits): Promise<ReimbursementRow[]> {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const where = conditionOf(filter, param);
  const sort = filter.sort ?? '';
  const order: Order = { column: SORTS[sort.replace(/^-/, '')], direction: sort.startsWith('-') ? 'DESC' : 'ASC' };
  const rows = await tx.queryOnce<Omit<ReimbursementRow, 'created_at'> & { uploaded_at: Date }>(
    `SELECT r.id, r.claim_id, y.id AS payer_id, jsonb_build_object('id', y.id, 'name', y.name) AS payer, r.employer_name, r.group_number,
       r.alpha_prefix, ${Object.keys(SORTS)
         .map((kind) => `round(r.${kind}, 2)::text AS ${kind}`)
         .join(', ')}, r.uploaded_at
     FROM (${pageOf(where, order, { first: param(limits.limit), skipped: param(limits.offset) })}) r
     JOIN payers p ON p.id = r.payer_id JOIN payers y ON y.id = coalesce(p.parent_id, p.id) ORDER BY ${inOrder(order)}`,
    values,
  );
  return rows.map(({ uploaded_at, ...row }) => ({ ...row, created_at: uploaded_at.toISOString() }));
}

interface Order {
  /** The newest first where there is none. */
  column: string | undefined;
  direction: 'ASC' | 'DESC';
}

const inOrder = ({ column, direction }: Order): string =>
  column === undefined ? 'r.id DESC' : `${column} ${direction} NULLS LAST, r.id ${direction}`;

/**
 * Empty cells come last in both directions, which no single index can give. So rows with a value are read in the order of an index that
 * holds only those, no further than the page reaches; rows without one only where those do not fill it.
 */
function pageOf(where: string, order: Order, { first, skipped }: { first: string; skipped: string }): string {
  const limit = `LIMIT ${first} OFFSET ${skipped}`;
  const { column, direction } = order;
  if (column === undefined) return `SELECT r.* FROM reimbursements r WHERE ${where} ORDER BY ${inOrder(order)} ${limit}`;
  const reach = `${first}::bigint + ${skipped}::bigint`;
  return `
    WITH filled AS MATERIALIZED (
      SELECT r.* FROM reimbursements r WHERE ${where} AND ${column} IS NOT NULL ORDER BY ${column} ${direction}, r.id ${direction} LIMIT ${reach}
    ), empty AS (
      SELECT r.* FROM reimbursements r WHERE ${where} AND ${column} IS NULL AND (SELECT count(*) FROM filled) < ${reach}
      ORDER BY r.id ${direction} LIMIT ${reach}
    )
    SELECT r.* FROM (SELECT * FROM filled UNION ALL SELECT * FROM empty) r ORDER BY ${inOrder(order)} ${limit}`;
}

function conditionOf(filter: ReimbursementFilter, param: (value: unknown) => string): string {
  const all = ['true'];
  const contains = (column: string, part: string | undefined) => {
    if (part !== undefined && part !== '') all.push(`${column} ILIKE ${param(containing(part))}`);
  };
  if (filter.payerIds !== undefined) all.push(`r.payer_id = ANY (${param(filter.payerIds)}::text[])`);
  contains('r.employer_name', filter.employerName);
  contains('r.group_number', filter.groupNumber);
  contains('r.alpha_prefix', filter.alphaPrefix);
  if (filter.q !== undefined && filter.q !== '') {
    const part = param(containing(filter.q));
    all.push(`(r.employer_name ILIKE ${part} OR r.group_number ILIKE ${part} OR r.alpha_prefix ILIKE ${part})`);
  }
  return all.join(' AND ');
}

interface StoredPrefix extends Record<string, unknown> {
  id: string;
  alpha_prefix: string;
  member_id: Buffer;
  is_active: boolean;
}

/** Of the platform's own organization, which the transaction must be set to. `q`: how the prefix begins. */
export async function listLaPrefixes(
  tx: Tx,
  keys: OrganizationKeys,
  { sort, q, limits }: { sort: string; q: string; limits: Limits },
): Promise<{ rows: LaPrefix[]; total: number }> {
  const where = 'organization_id = $1 AND starts_with(alpha_prefix, $2)';
  const values = [tx.organizationId, q.toUpperCase()];
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const order = sort.endsWith('is_active') ? `is_active ${direction}, alpha_prefix` : `alpha_prefix ${direction}`;
  const rows = await tx.queryOnce<StoredPrefix>(
    `SELECT id, alpha_prefix, member_id, is_active FROM la_prefixes WHERE ${where} ORDER BY ${order} LIMIT $3 OFFSET $4`,
    [...values, limits.limit, limits.offset],
  );
  const [count] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM la_prefixes WHERE ${where}`, values);
  return { rows: rows.map((row) => openPrefix(keys, row)), total: count?.total ?? 0 };
}

/** Null for an unknown id. */
export async function switchLaPrefix(tx: Tx, keys: OrganizationKeys, id: string, isActive: boolean): Promise<LaPrefix | null> {
  const [row] = await tx.query<StoredPrefix>(
    'switch-la-prefix',
    'UPDATE la_prefixes SET is_active = $3 WHERE organization_id = $1 AND id = $2 RETURNING id, alpha_prefix, member_id, is_active',
    [tx.organizationId, id, isActive],
  );
  return row === undefined ? null : openPrefix(keys, row);
}

const openPrefix = (keys: OrganizationKeys, { id, alpha_prefix, member_id, is_active }: StoredPrefix): LaPrefix => ({
  id,
  alpha_prefix,
  is_active,
  member_id: keys.decryptText(memberIdAt(id), member_id),
});
