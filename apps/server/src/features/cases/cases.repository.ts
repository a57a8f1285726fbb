/** Cases, one at a time and in lists. Restricted users reach those they made or were given (product.md 20.4). */
import type { CareLevelKey, CaseState, PaymentWay } from '@coverlight/contract/cases/case.schema.ts';
import type { PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { ListCounts } from '#db/list-counts.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import { openIdentity } from '#features/inquiries/inquiry-contents.ts';
import { newParameters } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';
import { reasonAt } from './case-places.ts';

interface Row {
  id: string;
  /** Of the check that it began with; null where the viewer may not see that person. */
  person_id: string | null;
  inquiry_id: string;
  provider_id: string;
  levels: CareLevelKey[];
  state: CaseState;
  payment: PaymentWay | null;
  assignee_id: string | null;
  /** YYYY-MM-DD. */
  due_on: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
  payer_id: string;
  payer_name: string;
  provider_name: string;
  assignee_name: string | null;
  creator_name: string;
  open_tasks: number;
  /** The earliest due day of an open task. */
  task_due_on: string | null;
}

export interface CaseRecord extends Row {
  reason: string | null;
  patient: PatientIdentity;
}

export interface CaseListRow extends Row {
  patient: PatientIdentity;
  /** Of the open task that is due first; ciphertext is opened by the caller. */
  next_task: { id: string; title: Buffer; due_on: string | null } | null;
}

type Stored<T> = Omit<T, 'reason' | 'patient' | 'next_task'> & {
  reason: Buffer | null;
  submission: Buffer | null;
  returned_patient: Buffer | null;
};

const columns = (
  all: string,
  user: string,
) => `c.id, CASE WHEN ${all} OR i.user_id = ${user} THEN i.person_id END AS person_id, c.inquiry_id, c.provider_id, c.levels, c.state, c.payment, c.assignee_id, c.due_on, c.created_by, c.created_at,
  c.updated_at, c.version, c.reason, i.payer_id, coalesce(i.payer_name_override, y.name) AS payer_name, p.name AS provider_name,
  trim(a.first_name || ' ' || a.last_name) AS assignee_name, trim(u.first_name || ' ' || u.last_name) AS creator_name,
  t.open_tasks, t.task_due_on, i.submission, i.returned_patient`;

/**
 * Of cases `c`. The check is looked up for each of them: joined at once, the planner reads all checks of a large organization beside its users
 * first (docs/decisions/110-case-work.md).
 */
const JOINS = `CROSS JOIN LATERAL (
    SELECT i.payer_id, i.payer_name_override, i.user_id, n.person_id, x.submission, x.returned_patient FROM inquiries i
    JOIN inquiry_contents x ON x.organization_id = i.organization_id AND x.inquiry_id = i.id
    LEFT JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
    WHERE i.organization_id = c.organization_id AND i.id = c.inquiry_id OFFSET 0
  ) i
  JOIN payers y ON y.id = i.payer_id
  JOIN providers p ON p.organization_id = c.organization_id AND p.id = c.provider_id
  JOIN users u ON u.organization_id = c.organization_id AND u.id = c.created_by
  LEFT JOIN users a ON a.organization_id = c.organization_id AND a.id = c.assignee_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS open_tasks, min(t.due_on) AS task_due_on FROM case_tasks t
    WHERE t.organization_id = c.organization_id AND t.case_id = c.id AND t.state = 'open'
  ) t`;

const inScope = (all: string, user: string) => `(${all} OR c.created_by = ${user} OR c.assignee_id = ${user})`;

/** Null where there is none, or none in the scope: both look alike. `forChange` locks its row. */
export async function findCase(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  { id, forChange = false }: { id: string; forChange?: boolean },
): Promise<CaseRecord | null> {
  const [row] = await tx.query<Stored<CaseRecord> & Record<string, unknown>>(
    forChange ? 'lock-case' : 'find-case',
    `SELECT ${columns('$3', '$4')} FROM cases c ${JOINS}
     WHERE c.organization_id = $1 AND c.id = $2 AND ${inScope('$3', '$4')}${forChange ? ' FOR UPDATE OF c' : ''}`,
    [scope.organizationId, id, !scope.restricted, scope.userId],
  );
  return row === undefined ? null : open(keys, row);
}

function open(keys: OrganizationKeys, { submission, returned_patient, reason, ...row }: Stored<CaseRecord>): CaseRecord {
  return {
    ...row,
    reason: reason === null ? null : keys.decryptText(reasonAt(row.id), reason),
    patient: openIdentity(keys, row.inquiry_id, { submission, returned_patient }),
  };
}

export interface NewCase {
  id: string;
  inquiryId: string;
  providerId: string;
  levels: readonly CareLevelKey[];
  state: CaseState;
  payment: PaymentWay | null;
  reason: string | null;
  userId: string;
  now: Date;
}

export async function insertCase(tx: Tx, keys: OrganizationKeys, made: NewCase): Promise<void> {
  await tx.query(
    'insert-case',
    `INSERT INTO cases (organization_id, id, inquiry_id, provider_id, levels, state, payment, reason, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      keys.organizationId,
      made.id,
      made.inquiryId,
      made.providerId,
      made.levels,
      made.state,
      made.payment,
      made.reason === null ? null : keys.encryptText(reasonAt(made.id), made.reason),
      made.userId,
      made.now,
    ],
  );
}

export type CaseChange = Partial<Pick<CaseRecord, 'provider_id' | 'levels' | 'state' | 'payment' | 'assignee_id' | 'due_on' | 'reason'>>;

/** What `change` names; the row is locked already. */
export async function updateCase(
  tx: Tx,
  keys: OrganizationKeys,
  { id, change, now }: { id: string; change: CaseChange; now: Date },
): Promise<void> {
  const { values, param } = newParameters();
  const [organization, row, at] = [param(keys.organizationId), param(id), param(now)];
  const { reason, ...plain } = change;
  const sets = Object.entries(plain).map(([column, value]) => `${column} = ${param(value)}`);
  if (reason !== undefined) sets.push(`reason = ${param(reason === null ? null : keys.encryptText(reasonAt(id), reason))}`);
  await tx.queryOnce(
    `UPDATE cases SET ${[...sets, `updated_at = ${at}`, 'version = version + 1'].join(', ')} WHERE organization_id = ${organization} AND id = ${row}`,
    values,
  );
}

export interface CaseQuery {
  view?: 'mine' | 'nobody' | 'late';
  states?: readonly CaseState[];
  inquiryId?: string;
  /** The practice's day. */
  today: string;
  limits: Limits;
  counts: ListCounts;
}

function conditionOf(scope: Scope, query: CaseQuery, param: (value: unknown) => string): string {
  const conditions = [`c.organization_id = ${param(scope.organizationId)}`];
  if (scope.restricted) {
    const user = param(scope.userId);
    conditions.push(`(c.created_by = ${user} OR c.assignee_id = ${user})`);
  }
  if (query.states !== undefined) conditions.push(`c.state = ANY (${param(query.states)})`);
  else if (query.inquiryId === undefined) conditions.push(`c.state NOT IN ('admitted', 'declined', 'closed')`);
  if (query.view === 'mine') conditions.push(`c.assignee_id = ${param(scope.userId)}`);
  if (query.view === 'nobody') conditions.push('c.assignee_id IS NULL');
  if (query.view === 'late') {
    const today = param(query.today);
    conditions.push(`(c.due_on < ${today} OR EXISTS (SELECT FROM case_tasks t
      WHERE t.organization_id = c.organization_id AND t.case_id = c.id AND t.state = 'open' AND t.due_on < ${today}))`);
  }
  if (query.inquiryId !== undefined) {
    conditions.push(`EXISTS (SELECT FROM case_inquiries q
      WHERE q.organization_id = c.organization_id AND q.case_id = c.id AND q.inquiry_id = ${param(query.inquiryId)})`);
  }
  return conditions.join(' AND ');
}

/** Those due first lead, then the newest. A total above 1,000 may be 5 seconds old (product.md 7.4). */
export async function listCases(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  query: CaseQuery,
): Promise<{ rows: CaseListRow[]; total: number }> {
  const page = newParameters();
  const condition = conditionOf(scope, query, page.param);
  const order = 'c.due_on NULLS LAST, c.created_at DESC, c.id DESC';
  const rows = await tx.queryOnce<Stored<CaseListRow> & { task_id: string | null; task_title: Buffer | null; task_due: string | null }>(
    `SELECT ${columns(page.param(!scope.restricted), page.param(scope.userId))}, k.id AS task_id, k.title AS task_title, k.due_on AS task_due
     FROM (SELECT c.* FROM cases c WHERE ${condition} ORDER BY ${order}
       LIMIT ${page.param(query.limits.limit)} OFFSET ${page.param(query.limits.offset)}) c ${JOINS}
     LEFT JOIN LATERAL (
       SELECT t.id, t.title, t.due_on FROM case_tasks t
       WHERE t.organization_id = c.organization_id AND t.case_id = c.id AND t.state = 'open'
       ORDER BY t.due_on NULLS LAST, t.created_at, t.id LIMIT 1
     ) k ON true
     ORDER BY ${order}`,
    page.values,
  );
  const opened = rows.map(({ task_id: id, task_title: title, task_due: due, submission, returned_patient, reason: _reason, ...row }) => ({
    ...row,
    patient: openIdentity(keys, row.inquiry_id, { submission, returned_patient }),
    next_task: id === null || title === null ? null : { id, title, due_on: due },
  }));
  const { limits, counts, ...filter } = query;
  const count = async () => await counts.count(JSON.stringify([scope, filter]), async () => await countCases(tx, scope, query));
  return { rows: opened, total: totalOfPage(opened.length, limits) ?? (await count()) };
}

async function countCases(tx: Tx, scope: Scope, query: CaseQuery): Promise<number> {
  const { values, param } = newParameters();
  const [row] = await tx.queryOnce<{ count: number }>(
    `SELECT count(*)::int AS count FROM cases c WHERE ${conditionOf(scope, query, param)}`,
    values,
  );
  return row?.count ?? 0;
}

/** How far it has got, for the report. */
export interface KnownCounts {
  of: number;
  first: number;
  asked: number;
  called: number;
}

export async function rememberKnown(tx: Tx, organizationId: string, id: string, { of, first, asked, called }: KnownCounts): Promise<void> {
  await tx.query(
    'remember-known',
    `UPDATE cases SET known_of = $3, known_first = $4, known_asked = $5, known_called = $6
     WHERE organization_id = $1 AND id = $2 AND (known_of, known_first, known_asked, known_called) IS DISTINCT FROM ($3, $4, $5, $6)`,
    [organizationId, id, of, first, asked, called],
  );
}
