import type { Tx } from '#db/client.ts';

/** Ended, or left alone before it was sent. One that is sent and goes on is neither. */
const IS_OVER = `emptied_at IS NULL AND state IN ('reading', 'columns', 'review', 'done', 'stopped') AND coalesce(ended_at, updated_at) < `;

/** Reads every organization: for an admin's transaction. */
export async function listBatchesToEmpty(tx: Tx, before: Date): Promise<{ organization_id: string; id: string }[]> {
  return await tx.query<{ organization_id: string; id: string }>(
    'list-batches-to-empty',
    `SELECT organization_id, id FROM batches WHERE ${IS_OVER} $1 ORDER BY organization_id, id LIMIT 10000`,
    [before],
  );
}

/** False where somebody went on with it meanwhile. One that was never sent is stopped by it. */
export async function emptyBatch(tx: Tx, id: string, { before, now }: { before: Date; now: Date }): Promise<boolean> {
  const emptied = await tx.query(
    'empty-batch',
    `UPDATE batches SET upload = NULL, content = NULL, emptied_at = $4, next_look_at = NULL,
       state = CASE WHEN state = 'done' THEN state ELSE 'stopped' END, ended_at = coalesce(ended_at, $4)
     WHERE organization_id = $1 AND id = $2 AND ${IS_OVER} $3 RETURNING 1`,
    [tx.organizationId, id, before, now],
  );
  if (emptied.length === 0) return false;
  await tx.query(
    'empty-batch-rows',
    `UPDATE batch_rows SET content = NULL, problems = NULL, result = NULL, same_key = NULL
     WHERE organization_id = $1 AND batch_id = $2`,
    [tx.organizationId, id],
  );
  return true;
}
