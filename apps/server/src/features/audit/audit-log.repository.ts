/**
 * Reading the log: for managers, sealing and verification. The server's own role may not, so these run under the admin's, which
 * sees every organization; hence each statement asks for the one that was set, and finds nothing where none was (product.md 12.4).
 */
import type { AuditAction, AuditKind } from '@coverlight/contract/audit/audit-actions.ts';
import type { Tx } from '#db/client.ts';
import { limitsOf, totalOfPage, type Page } from '#db/page.ts';
import type { ListCounts } from '#db/list-counts.ts';
import { conditionOfKind } from './audit-kinds.ts';

export interface AuditRecord {
  id: string;
  at: Date;
  action: string;
  outcome: 'done' | 'refused' | 'failed';
  actor_role: 'anonymous' | 'restricted' | 'standard' | 'manager' | 'admin' | 'system';
  actor_user_id: string | null;
  /** Null for somebody of another organization, and for nobody. */
  user_name: string | null;
  user_email: string | null;
  object_type: string | null;
  object_ids: string[];
  address: string | null;
  user_agent: string | null;
  changed_fields: string[];
  reason: string | null;
}

export interface AuditFilter {
  from?: string | undefined;
  until?: string | undefined;
  user_id?: string | undefined;
  kind?: AuditKind | undefined;
  action?: string | undefined;
  /** Without what a screen's own refreshing showed again. */
  folded?: boolean | undefined;
}

const OWN = `a.organization_id = current_setting('app.organization_id', true)`;
/** Of an event as `a` and its person as `u`. */
export const EVENT_COLUMNS = `a.id::text AS id, a.at, a.action, a.outcome, a.actor_role, a.actor_user_id, a.object_type, a.object_ids, a.address,
  a.user_agent, a.changed_fields, a.reason, trim(u.first_name || ' ' || u.last_name) AS user_name, u.email AS user_email`;
const USER = 'LEFT JOIN users u ON u.organization_id = a.organization_id AND u.id = a.actor_user_id';
const NEWEST_FIRST = 'a.at DESC, a.id DESC';
const ORDERS: Readonly<Record<string, string>> = {
  at: 'a.at, a.id',
  '-at': NEWEST_FIRST,
  action: `a.action, ${NEWEST_FIRST}`,
  '-action': `a.action DESC, ${NEWEST_FIRST}`,
};
const DEFAULT_ROWS = 1000;

/** Over `audit_events a`, to be joined by AND; none where nothing is asked for. `values` get what they hold. */
export function eventConditions(filter: AuditFilter, values: unknown[]): string[] {
  const conditions: string[] = [];
  const add = (condition: string, value: unknown) => conditions.push(condition.replace('?', `$${values.push(value)}`));
  if (filter.from !== undefined) add('a.at >= ?', filter.from);
  if (filter.until !== undefined) add('a.at < ?', filter.until);
  if (filter.user_id !== undefined) add('a.actor_user_id = ?', filter.user_id);
  if (filter.action !== undefined) add('a.action = ?', filter.action);
  if (filter.kind !== undefined) {
    const { condition, words } = conditionOfKind(filter.kind, 'a.action');
    add(condition('?'), words);
  }
  // Who asks for one action gets it.
  if (filter.folded === true && filter.action === undefined) add('a.action <> ?', 'inquiry.list-again' satisfies AuditAction);
  return conditions;
}

/** `organizationId` is said besides: the planner cannot know how many rows the one that was set has. */
function conditionsOf(organizationId: string | null, filter: AuditFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [organizationId];
  return { where: [OWN, 'a.organization_id = $1', ...eventConditions(filter, values)].join(' AND '), values };
}

/** The newest first unless `sort` says otherwise. A total above 1,000 may be 5 seconds old (product.md 7.4). */
export async function listAuditEvents(
  tx: Tx,
  { sort = '-at', page, limit, ...filter }: AuditFilter & Page & { sort?: string | undefined },
  counts: ListCounts,
): Promise<{ rows: AuditRecord[]; total: number }> {
  const limits = limitsOf({ ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) }, DEFAULT_ROWS);
  const { where, values } = conditionsOf(tx.organizationId, filter);
  const count = async () =>
    await counts.count(JSON.stringify([tx.organizationId, filter]), async () => {
      const [row] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM audit_events a WHERE ${where}`, values);
      return row?.total ?? 0;
    });
  const order = ORDERS[sort] ?? NEWEST_FIRST;
  // The page is found in an index, as far as it goes; its rows alone are read, with the names of who acted.
  const rows = await tx.queryOnce<AuditRecord & Record<string, unknown>>(
    `SELECT ${EVENT_COLUMNS} FROM (
       SELECT a.organization_id, a.id FROM audit_events a WHERE ${where} ORDER BY ${order} OFFSET ${limits.offset} LIMIT ${limits.limit}) page
     JOIN audit_events a ON a.organization_id = page.organization_id AND a.id = page.id ${USER}
     ORDER BY ${order}`,
    values,
  );
  return { rows, total: totalOfPage(rows.length, limits) ?? (await count()) };
}

/** The next rows of an export, the newest first; `before` is the last id of those before. */
export async function listAuditEventsBefore(
  tx: Tx,
  filter: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditRecord[]> {
  const { where, values } = conditionsOf(tx.organizationId, filter);
  const from = before === null ? '' : ` AND a.id < $${values.length + 1}`;
  return await tx.queryOnce<AuditRecord & Record<string, unknown>>(
    `SELECT ${EVENT_COLUMNS} FROM audit_events a ${USER} WHERE ${where}${from} ORDER BY a.id DESC LIMIT ${limit}`,
    before === null ? values : [...values, before],
  );
}

/** A row as it is sealed, whatever columns it has: instants in UTC with microseconds, bytes in hex. */
export type RawAuditRow = Record<string, unknown>;

/** In id order. */
export async function listRawRows(
  tx: Tx,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<{ id: string; row: RawAuditRow }[]> {
  return await tx.query<{ id: string; row: RawAuditRow } & Record<string, unknown>>(
    'list-raw-audit-rows',
    `SELECT a.id::text AS id, to_jsonb(a) AS row FROM audit_events a WHERE ${OWN} AND a.id > $1 AND a.id <= $2 ORDER BY a.id LIMIT $3`,
    [after, upTo, limit],
  );
}

export interface StoredSeal {
  number: number;
  last_id: string;
  rows: number;
  seal: string;
}

/** In order. */
export async function listSeals(tx: Tx): Promise<StoredSeal[]> {
  return await tx.query<StoredSeal & Record<string, unknown>>(
    'list-audit-seals',
    `SELECT number, last_id::text AS last_id, rows, seal FROM audit_seals a WHERE ${OWN} ORDER BY number`,
    [],
  );
}

export async function findSeal(tx: Tx, number: number | 'newest'): Promise<StoredSeal | null> {
  const [row] = await tx.query<StoredSeal & Record<string, unknown>>(
    'find-audit-seal',
    `SELECT number, last_id::text AS last_id, rows, seal FROM audit_seals a WHERE ${OWN} AND ($1::int IS NULL OR number = $1)
     ORDER BY number DESC LIMIT 1`,
    [number === 'newest' ? null : number],
  );
  return row ?? null;
}

/** Whether nobody else is sealing the transaction's organization; then nobody else may until it ends. */
export async function mayWriteSeal(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ mine: boolean }>(
    'may-write-seal',
    `SELECT pg_try_advisory_xact_lock(hashtext('audit-seal'), hashtext($1)) AS mine`,
    [tx.organizationId],
  );
  return row?.mine ?? false;
}

/** Needs `mayWriteSeal`: the number would be taken. */
export async function insertSeal(tx: Tx, seal: StoredSeal, now: Date): Promise<void> {
  await tx.query(
    'insert-audit-seal',
    `INSERT INTO audit_seals (organization_id, number, last_id, rows, seal, sealed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, seal.number, seal.last_id, seal.rows, seal.seal, now],
  );
}

export interface UnsealedRows {
  organization_id: string;
  oldest: Date;
  last_id: string;
}

/**
 * Organizations with rows after their newest seal: how old the first of these is, and the last id there is. Of all of them; needs the admin's role.
 * Two rows of each are read, however many there are: where sealing has stood still it must be able to begin again.
 */
export async function listUnsealed(tx: Tx): Promise<UnsealedRows[]> {
  return await tx.query<UnsealedRows & Record<string, unknown>>(
    'list-unsealed-audit',
    `SELECT o.id AS organization_id, first.at AS oldest, last.id::text AS last_id
     FROM organizations o
     LEFT JOIN LATERAL (SELECT last_id FROM audit_seals s WHERE s.organization_id = o.id ORDER BY number DESC LIMIT 1) s ON true
     CROSS JOIN LATERAL (
       SELECT e.at FROM audit_events e WHERE e.organization_id = o.id AND e.id > coalesce(s.last_id, 0) ORDER BY e.id LIMIT 1
     ) first
     CROSS JOIN LATERAL (SELECT e.id FROM audit_events e WHERE e.organization_id = o.id ORDER BY e.id DESC LIMIT 1) last`,
    [],
  );
}

/** The next transaction's number: whoever may still write a row with a smaller id has a smaller one. */
export async function nextTransaction(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ next: string }>('next-transaction', 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next', []);
  return row?.next ?? '0';
}

/** Whether every transaction before that number has ended. */
export async function haveEnded(tx: Tx, before: string): Promise<boolean> {
  const [row] = await tx.query<{ ended: boolean }>(
    'transactions-ended',
    'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended',
    [before],
  );
  return row?.ended ?? false;
}
