/** Tasks of cases: those that make themselves, and those that people write. */
import type { CaseTaskCode } from '@coverlight/contract/cases/case.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { titleAt } from '../case-places.ts';

export interface CaseTaskRecord {
  id: string;
  case_id: string;
  code: CaseTaskCode;
  subject: string;
  title: string;
  assignee_id: string | null;
  assignee_name: string | null;
  due_on: string | null;
  state: 'open' | 'done' | 'dropped';
  closed_at: Date | null;
  closed_itself: boolean;
  created_by: string | null;
  creator_name: string | null;
  created_at: Date;
  version: number;
}

const COLUMNS = `t.id, t.case_id, t.code, t.subject, t.title, t.assignee_id, trim(a.first_name || ' ' || a.last_name) AS assignee_name, t.due_on,
  t.state, t.closed_at, t.closed_itself, t.created_by, trim(u.first_name || ' ' || u.last_name) AS creator_name, t.created_at, t.version`;
const JOINS = `LEFT JOIN users a ON a.organization_id = t.organization_id AND a.id = t.assignee_id
  LEFT JOIN users u ON u.organization_id = t.organization_id AND u.id = t.created_by`;

type Stored = Omit<CaseTaskRecord, 'title'> & { title: Buffer };
const open = (keys: OrganizationKeys, row: Stored): CaseTaskRecord => ({ ...row, title: keys.decryptText(titleAt(row.id), row.title) });

/** Open ones by their due day, then the closed. */
export async function listCaseTasks(tx: Tx, keys: OrganizationKeys, caseId: string): Promise<CaseTaskRecord[]> {
  const rows = await tx.query<Stored & Record<string, unknown>>(
    'list-case-tasks',
    `SELECT ${COLUMNS} FROM case_tasks t ${JOINS} WHERE t.organization_id = $1 AND t.case_id = $2
     ORDER BY t.state <> 'open', t.due_on NULLS LAST, t.created_at, t.id`,
    [keys.organizationId, caseId],
  );
  return rows.map((row) => open(keys, row));
}

export async function findCaseTask(tx: Tx, keys: OrganizationKeys, id: string): Promise<CaseTaskRecord | null> {
  const [row] = await tx.query<Stored & Record<string, unknown>>(
    'find-case-task',
    `SELECT ${COLUMNS} FROM case_tasks t ${JOINS} WHERE t.organization_id = $1 AND t.id = $2`,
    [keys.organizationId, id],
  );
  return row === undefined ? null : open(keys, row);
}

export interface NewCaseTask {
  id: string;
  caseId: string;
  code: CaseTaskCode;
  subject: string;
  title: string;
  assigneeId: string | null;
  dueOn: string | null;
  userId: string | null;
  now: Date;
}

/** One that is there already, since another request made it, stays. */
export async function insertCaseTask(tx: Tx, keys: OrganizationKeys, task: NewCaseTask): Promise<void> {
  await tx.query(
    'insert-case-task',
    `INSERT INTO case_tasks (organization_id, id, case_id, code, subject, title, assignee_id, due_on, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10) ON CONFLICT (organization_id, case_id, code, subject) DO NOTHING`,
    [
      keys.organizationId,
      task.id,
      task.caseId,
      task.code,
      task.subject,
      keys.encryptText(titleAt(task.id), task.title),
      task.assigneeId,
      task.dueOn,
      task.userId,
      task.now,
    ],
  );
}

/** Says anew what is to be done, and opens it. Nothing where its version has moved on: what a person has just done to it stays. */
export async function renewCaseTask(
  tx: Tx,
  keys: OrganizationKeys,
  { id, version, title, dueOn }: { id: string; version: number; title: string; dueOn: string | null },
): Promise<void> {
  await tx.query(
    'renew-case-task',
    `UPDATE case_tasks SET title = $3, due_on = $4, state = 'open', closed_at = NULL, closed_itself = false, version = version + 1
     WHERE organization_id = $1 AND id = $2 AND version = $5`,
    [keys.organizationId, id, keys.encryptText(titleAt(id), title), dueOn, version],
  );
}

export async function closeCaseTasks(tx: Tx, organizationId: string, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    'close-case-tasks',
    `UPDATE case_tasks SET state = 'done', closed_at = $3, closed_itself = true, version = version + 1
     WHERE organization_id = $1 AND id = ANY ($2) AND state = 'open'`,
    [organizationId, ids, now],
  );
}

export type CaseTaskChange = Pick<CaseTaskRecord, 'title' | 'assignee_id' | 'due_on' | 'state' | 'closed_at'>;

/** False where its version has moved on; nothing is changed then. */
export async function updateCaseTask(
  tx: Tx,
  keys: OrganizationKeys,
  { id, version, change }: { id: string; version: number; change: CaseTaskChange },
): Promise<boolean> {
  const rows = await tx.query(
    'update-case-task',
    `UPDATE case_tasks SET title = $4, assignee_id = $5, due_on = $6, state = $7, closed_at = $8, closed_itself = false, version = version + 1
     WHERE organization_id = $1 AND id = $2 AND version = $3 RETURNING id`,
    [
      keys.organizationId,
      id,
      version,
      keys.encryptText(titleAt(id), change.title),
      change.assignee_id,
      change.due_on,
      change.state,
      change.closed_at,
    ],
  );
  return rows.length > 0;
}
