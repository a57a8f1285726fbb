/** Items as the server makes and keeps them; what people see and do is in inbox.repository.ts. */
import type { ChangeCode, Gravity } from '@coverlight/contract/persons/changes.schema.ts';
import type { Tx } from '#db/client.ts';

export interface ItemRow {
  id: string;
  person_id: string;
  policy_id: string;
  inquiry_id: string;
  /** 'coverage-ends-soon': told because the day came nearer; else null. */
  watch: ChangeCode | null;
  codes: ChangeCode[];
  due_on: string | null;
  state: 'open' | 'snoozed' | 'done';
  /** Null: closed by nobody, since nothing was left to tell. */
  closed_by: string | null;
}

const COLUMNS = 'n.id, n.person_id, n.policy_id, n.inquiry_id, n.watch, n.codes, n.due_on, n.state, n.closed_by';

/** Of a person, and those that the answers given are told in whoever they belonged to: locked, the newest first. None that is about no policy. */
export async function lockItems(tx: Tx, personId: string, afterIds: readonly string[]): Promise<ItemRow[]> {
  return await tx.query<ItemRow & Record<string, unknown>>(
    'lock-inbox-items',
    `SELECT ${COLUMNS} FROM inbox_items n
     WHERE n.organization_id = $1 AND n.policy_id IS NOT NULL AND n.inquiry_id IS NOT NULL AND (n.person_id = $2 OR n.id IN (
       SELECT c.inbox_item_id FROM comparisons c WHERE c.organization_id = n.organization_id AND c.after_id = ANY ($3)))
     ORDER BY n.created_at DESC, n.id DESC FOR NO KEY UPDATE OF n`,
    [tx.organizationId, personId, afterIds],
  );
}

export interface NewItem {
  id: string;
  personId: string;
  policyId: string;
  inquiryId: string;
  comparisonId: string | null;
  watch: ChangeCode | null;
  codes: readonly ChangeCode[];
  gravest: Gravity;
  dueOn: string | null;
  now: Date;
}

export async function insertItem(tx: Tx, item: NewItem): Promise<void> {
  await tx.query(
    'insert-inbox-item',
    `INSERT INTO inbox_items (organization_id, id, person_id, policy_id, inquiry_id, comparison_id, watch, codes, gravest, due_on, created_at,
       updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      tx.organizationId,
      item.id,
      item.personId,
      item.policyId,
      item.inquiryId,
      item.comparisonId,
      item.watch,
      item.codes,
      item.gravest,
      item.dueOn,
      item.now,
    ],
  );
}

/** What it tells now. `isNews`: it comes back to the top, and is open. */
export async function updateItem(tx: Tx, item: NewItem, isNews: boolean): Promise<void> {
  await tx.query(
    'update-inbox-item',
    `UPDATE inbox_items SET person_id = $3, policy_id = $4, inquiry_id = $5, comparison_id = $6, watch = $7, codes = $8, gravest = $9,
       due_on = $10, updated_at = $11, created_at = CASE WHEN $12 THEN $11 ELSE created_at END,
       state = CASE WHEN $12 THEN 'open' ELSE state END, snoozed_until = CASE WHEN $12 THEN NULL ELSE snoozed_until END,
       closed_at = CASE WHEN $12 THEN NULL ELSE closed_at END
     WHERE organization_id = $1 AND id = $2`,
    [
      tx.organizationId,
      item.id,
      item.personId,
      item.policyId,
      item.inquiryId,
      item.comparisonId,
      item.watch,
      item.codes,
      item.gravest,
      item.dueOn,
      item.now,
      isNews,
    ],
  );
}

/** Nothing is left to tell. */
export async function closeItems(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    'close-inbox-items',
    `UPDATE inbox_items SET state = 'done', snoozed_until = NULL, closed_at = $3, updated_at = $3
     WHERE organization_id = $1 AND id = ANY ($2) AND state <> 'done'`,
    [tx.organizationId, ids, now],
  );
}

/** Open or snoozed ones with any of the codes, locked. */
export async function lockOpenItems(tx: Tx, codes: readonly ChangeCode[]): Promise<Pick<ItemRow, 'id' | 'codes'>[]> {
  return await tx.query<Pick<ItemRow, 'id' | 'codes'> & Record<string, unknown>>(
    'lock-open-inbox-items',
    `SELECT id, codes FROM inbox_items WHERE organization_id = $1 AND state <> 'done' AND codes && $2::text[] ORDER BY id FOR NO KEY UPDATE`,
    [tx.organizationId, codes],
  );
}

export async function writeCodes(
  tx: Tx,
  id: string,
  { codes, gravest }: { codes: readonly ChangeCode[]; gravest: Gravity },
  now: Date,
): Promise<void> {
  await tx.query(
    'write-inbox-item-codes',
    'UPDATE inbox_items SET codes = $3, gravest = $4, updated_at = $5 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, codes, gravest, now],
  );
}
