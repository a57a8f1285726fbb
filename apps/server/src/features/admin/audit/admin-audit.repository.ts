/** The log of every organization, as platform admins search it (docs/product.md 12.4). Needs the admin's role. */
import type { AdminAuditEvent } from '@coverlight/contract/admin/admin-audit.contract.ts';
import type { Tx } from '#db/client.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import { EVENT_COLUMNS, eventConditions, type AuditFilter, type AuditRecord } from '#features/audit/audit-log.repository.ts';
import { presentAuditEvent } from '#features/audit/audit.presenter.ts';

export interface AdminAuditFilter extends AuditFilter {
  organization_id?: string | undefined;
}

export interface AdminAuditRecord extends AuditRecord {
  organization_id: string;
  organization_name: string;
  /** To the microsecond, as the next page of an export goes on from it. */
  exact_at: string;
}

type Stored = AdminAuditRecord & Record<string, unknown>;

/** The page is found in an index, as far as it goes; its rows alone are read, and names joined to them. Who acts may belong to the platform and not to the row's organization. */
const pageOf = (where: string, order: string, page: string): string => `
  SELECT ${EVENT_COLUMNS}, a.at::text AS exact_at, a.organization_id, o.name AS organization_name
  FROM (SELECT a.organization_id, a.id FROM audit_events a WHERE ${where} ORDER BY ${order} ${page}) page
  JOIN audit_events a ON a.organization_id = page.organization_id AND a.id = page.id
  JOIN organizations o ON o.id = a.organization_id LEFT JOIN users u ON u.id = a.actor_user_id
  ORDER BY ${order}`;
const NEWEST_FIRST = 'a.at DESC, a.id DESC';
const OLDEST_FIRST = 'a.at, a.id';

function conditionsOf({ organization_id: organizationId, ...filter }: AdminAuditFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const all = ['true', ...eventConditions(filter, values)];
  if (organizationId !== undefined) all.push(`a.organization_id = $${values.push(organizationId)}`);
  return { where: all.join(' AND '), values };
}

/** `count` is asked where the page does not tell the total by itself. */
export async function listEventsOfAll(
  tx: Tx,
  filter: AdminAuditFilter,
  { order, limits, count }: { order: 'newest' | 'oldest'; limits: Limits; count: () => Promise<number> },
): Promise<{ rows: AdminAuditEvent[]; total: number }> {
  const { where, values } = conditionsOf(filter);
  const page = `LIMIT $${values.push(limits.limit)} OFFSET $${values.push(limits.offset)}`;
  const rows = await tx.queryOnce<Stored>(pageOf(where, order === 'newest' ? NEWEST_FIRST : OLDEST_FIRST, page), values);
  return {
    rows: rows.map((row) => ({ ...presentAuditEvent(row), organization: { id: row.organization_id, name: row.organization_name } })),
    total: totalOfPage(rows.length, limits) ?? (await count()),
  };
}

export async function countEventsOfAll(tx: Tx, filter: AdminAuditFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const [row] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM audit_events a WHERE ${where}`, values);
  return row?.total ?? 0;
}

/** The next rows of an export, the newest first; `before` is the last of those before. */
export async function listEventsOfAllBefore(
  tx: Tx,
  filter: AdminAuditFilter,
  { before, limit }: { before: Pick<AdminAuditRecord, 'id' | 'exact_at'> | null; limit: number },
): Promise<AdminAuditRecord[]> {
  const { where, values } = conditionsOf(filter);
  const from = before === null ? '' : ` AND (a.at, a.id) < ($${values.push(before.exact_at)}, $${values.push(before.id)})`;
  return await tx.queryOnce<Stored>(pageOf(`${where}${from}`, NEWEST_FIRST, `LIMIT $${values.push(limit)}`), values);
}
