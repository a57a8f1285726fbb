/** Rows on their way to becoming inquiries, and back again as results (product.md 19.4). */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Tx } from '#db/client.ts';
import type { StoredRow } from '../rows/batch-rows.repository.ts';

export interface QueuedPayer {
  /** Null: no row should be so; it is checked anew. */
  payer_id: string | null;
  rows: number;
}

export async function listQueuedPayers(tx: Tx, batchId: string): Promise<QueuedPayer[]> {
  return await tx.query<QueuedPayer & Record<string, unknown>>(
    'list-queued-payers',
    `SELECT r.payer_id, count(*)::int AS rows FROM batch_rows r
     WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.state = 'queued' GROUP BY 1 ORDER BY 2, 1`,
    [tx.organizationId, batchId],
  );
}

export async function listQueuedRows(tx: Tx, batchId: string, payerId: string | null, limit: number): Promise<StoredRow[]> {
  return await tx.query<StoredRow & Record<string, unknown>>(
    'list-queued-rows',
    `SELECT r.row, r.state, r.needs, r.payer_id, r.payer_name, r.provider_id, r.inquiry_id, r.same_key, r.duplicate_of, r.content, r.problems,
       r.result, r.is_done
     FROM batch_rows r
     WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.state = 'queued' AND r.payer_id IS NOT DISTINCT FROM $3 ORDER BY r.row LIMIT $4`,
    [tx.organizationId, batchId, payerId, limit],
  );
}

/** A row whose inquiry has ended, or whose reused answer nobody has looked at. Ciphertexts; coverage of a complete one only. */
export interface EndedRow {
  row: number;
  state: 'asking' | 'reused';
  inquiry_id: string;
  status: StoredInquiryStatus;
  created_at: Date;
  as_of_date: string | null;
  answered_at: Date | null;
  asked_under: string | null;
  person_confirmed_at: Date | null;
  /** It says something else than the one before it. */
  is_changed: boolean;
  submission: Buffer | null;
  coverage: Buffer | null;
}

/** Answered after `comparedBy`, an answer waits until it has been compared with the one before it. */
export async function listEndedRows(tx: Tx, batchId: string, limit: number, comparedBy: Date): Promise<EndedRow[]> {
  return await tx.query<EndedRow & Record<string, unknown>>(
    'list-ended-rows',
    // Rows first: whoever begins with inquiries reads all that the organization ever sent.
    `WITH open AS MATERIALIZED (
       SELECT r.organization_id, r.row, r.state, r.inquiry_id FROM batch_rows r
       WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.state IN ('asking', 'reused') AND (r.state = 'asking' OR r.needs IS NULL)
     )
     SELECT r.row, r.state, i.id AS inquiry_id, i.status, i.created_at, i.as_of_date, i.answered_at, i.asked_under, i.person_confirmed_at,
       c.submission, c.coverage, EXISTS (SELECT FROM comparisons o WHERE o.organization_id = i.organization_id AND o.after_id = i.id
         AND o.gravest IN ('urgent', 'look')) AS is_changed
     FROM open r
     JOIN inquiries i ON i.organization_id = r.organization_id AND i.id = r.inquiry_id
     LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id AND i.status = 'complete'
     WHERE r.organization_id = $1 AND (r.state = 'reused' OR i.status NOT IN ('pending', 'max-retry'))
       AND (i.answered_at IS NULL OR i.answered_at < $4 OR NOT EXISTS (
         SELECT FROM answers_to_compare m WHERE m.organization_id = i.organization_id AND m.inquiry_id = i.id))
     ORDER BY r.row LIMIT $3`,
    [tx.organizationId, batchId, limit, comparedBy],
  );
}

/** `result`: ciphertext; null without coverage. */
export type SettledRow = Pick<StoredRow, 'row' | 'state' | 'needs' | 'result'>;

export async function settle(tx: Tx, batchId: string, rows: readonly SettledRow[]): Promise<void> {
  await tx.query(
    'settle-batch-rows',
    `UPDATE batch_rows o SET state = r.state, needs = r.needs, result = r.result
     FROM unnest($3::int[], $4::text[], $5::smallint[], $6::bytea[]) AS r (row, state, needs, result)
     WHERE o.organization_id = $1 AND o.batch_id = $2 AND o.row = r.row`,
    [
      tx.organizationId,
      batchId,
      rows.map(({ row }) => row),
      rows.map(({ state }) => state),
      rows.map(({ needs }) => needs),
      rows.map(({ result }) => result),
    ],
  );
}

/** Not a change of the batch: nobody did anything. */
export async function setNextLook(tx: Tx, batchId: string, at: Date | null): Promise<void> {
  await tx.query('set-next-look', 'UPDATE batches SET next_look_at = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    batchId,
    at,
  ]);
}
