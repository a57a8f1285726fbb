/** Batches one at a time and as a list. Their rows are in rows/batch-rows.repository.ts. */
import type { BatchSource, BatchState, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import type { BatchMapping } from '@coverlight/contract/batches/columns.schema.ts';
import type { Tx } from '#db/client.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import type { Scope } from '#http/viewer.ts';

export interface BatchRecord {
  id: string;
  user_id: string;
  provider_id: string;
  rule_id: string | null;
  source: BatchSource;
  state: BatchState;
  /** Ciphertext. */
  content: Buffer | null;
  mapping: BatchMapping | null;
  /** States without rows are absent. */
  counts: Partial<Record<RowState, number>>;
  needs: Record<string, number>;
  ceiling: number | null;
  reserved: number;
  reuse_days: number;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  emptied_at: Date | null;
  provider_name: string;
  user_first_name: string;
  user_last_name: string;
  user_is_restricted: boolean;
  rule_name: string | null;
}

const RECORD = `b.id, b.user_id, b.provider_id, b.rule_id, b.source, b.state, b.content, b.mapping, b.counts, b.needs, b.ceiling, b.reserved,
  b.reuse_days, b.created_at, b.updated_at, b.started_at, b.ended_at, b.emptied_at, p.name AS provider_name,
  u.first_name AS user_first_name, u.last_name AS user_last_name, u.is_restricted AS user_is_restricted, r.name AS rule_name`;
const JOINS = `JOIN providers p ON p.organization_id = b.organization_id AND p.id = b.provider_id
  JOIN users u ON u.organization_id = b.organization_id AND u.id = b.user_id
  LEFT JOIN recheck_rules r ON r.organization_id = b.organization_id AND r.id = b.rule_id`;

/** Null where there is none, or none in the scope: both look alike. */
export async function findBatch(tx: Tx, scope: Scope, id: string): Promise<BatchRecord | null> {
  const [row] = await tx.query<BatchRecord & Record<string, unknown>>(
    'find-batch',
    `SELECT ${RECORD} FROM batches b ${JOINS} WHERE b.organization_id = $1 AND b.id = $2 AND ($3 OR b.user_id = $4)`,
    [scope.organizationId, id, !scope.restricted, scope.userId],
  );
  return row ?? null;
}

/** The same, locked until the transaction ends: whoever changes a batch or its rows holds it. */
export async function lockBatch(tx: Tx, scope: Scope, id: string): Promise<BatchRecord | null> {
  const locked = await tx.query(
    'lock-batch',
    'SELECT FROM batches WHERE organization_id = $1 AND id = $2 AND ($3 OR user_id = $4) FOR UPDATE',
    [scope.organizationId, id, !scope.restricted, scope.userId],
  );
  return locked.length === 0 ? null : await findBatch(tx, scope, id);
}

/** Null, too, where somebody else holds it. Without a scope: for the background. */
export async function lockFreeBatch(tx: Tx, organizationId: string, id: string): Promise<BatchRecord | null> {
  const locked = await tx.query('lock-free-batch', 'SELECT FROM batches WHERE organization_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED', [
    organizationId,
    id,
  ]);
  return locked.length === 0 ? null : await findBatch(tx, { organizationId, userId: '', restricted: false }, id);
}

/** The newest first. */
export async function listBatches(tx: Tx, scope: Scope, limits: Limits): Promise<{ rows: BatchRecord[]; total: number }> {
  const rows = await tx.query<BatchRecord & Record<string, unknown>>(
    scope.restricted ? 'list-own-batches' : 'list-batches',
    `SELECT ${RECORD} FROM (
       SELECT * FROM batches b WHERE b.organization_id = $1 ${scope.restricted ? 'AND b.user_id = $4' : 'AND $4::text IS NOT NULL'}
       ORDER BY b.created_at DESC, b.id DESC LIMIT $2 OFFSET $3
     ) b ${JOINS} WHERE b.organization_id = $1 ORDER BY b.created_at DESC, b.id DESC`,
    [scope.organizationId, limits.limit, limits.offset, scope.userId],
  );
  const known = totalOfPage(rows.length, limits);
  if (known !== null) return { rows, total: known };
  const [count] = await tx.query<{ total: number }>(
    'count-batches',
    'SELECT count(*)::int AS total FROM batches WHERE organization_id = $1 AND ($2 OR user_id = $3)',
    [scope.organizationId, !scope.restricted, scope.userId],
  );
  return { rows, total: count?.total ?? 0 };
}

export interface NewBatch {
  id: string;
  user_id: string;
  provider_id: string;
  rule_id?: string | null;
  source: BatchSource;
  state: BatchState;
  upload: Buffer | null;
  content: Buffer | null;
  reuse_days?: number;
  now: Date;
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx.query(
    'insert-batch',
    `INSERT INTO batches (organization_id, id, user_id, provider_id, rule_id, source, state, upload, content, reuse_days, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      tx.organizationId,
      batch.id,
      batch.user_id,
      batch.provider_id,
      batch.rule_id ?? null,
      batch.source,
      batch.state,
      batch.upload,
      batch.content,
      batch.reuse_days ?? 1,
      batch.now,
    ],
  );
}

/** Ciphertext; null once it is gone. */
export async function findUpload(tx: Tx, id: string): Promise<Buffer | null> {
  const [row] = await tx.query<{ upload: Buffer | null }>(
    'find-batch-upload',
    'SELECT upload FROM batches WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  return row?.upload ?? null;
}

/** An absent key stays as it is. */
export interface BatchChange {
  state?: BatchState;
  content?: Buffer | null;
  mapping?: BatchMapping | null;
  upload?: null;
  ceiling?: number | null;
  reuse_days?: number;
  next_look_at?: Date | null;
  started_at?: Date;
  ended_at?: Date | null;
}

const COLUMN_TYPES: Readonly<Record<keyof BatchChange, string>> = {
  state: 'text',
  content: 'bytea',
  mapping: 'jsonb',
  upload: 'bytea',
  ceiling: 'integer',
  reuse_days: 'smallint',
  next_look_at: 'timestamptz',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
};

export async function changeBatch(tx: Tx, id: string, change: BatchChange, now: Date): Promise<void> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined) as [keyof BatchChange, unknown][];
  const sets = entries.map(([column], at) => `${column} = $${at + 4}::${COLUMN_TYPES[column]}`);
  await tx.queryOnce(`UPDATE batches SET ${['updated_at = $3', ...sets].join(', ')} WHERE organization_id = $1 AND id = $2`, [
    tx.organizationId,
    id,
    now,
    ...entries.map(([column, value]) => (column === 'mapping' && value !== null ? JSON.stringify(value) : value)),
  ]);
}

/** After its rows have changed, in the same transaction. */
export async function countRows(tx: Tx, id: string): Promise<{ counts: BatchRecord['counts']; needs: BatchRecord['needs'] }> {
  const [row] = await tx.query<{ counts: BatchRecord['counts']; needs: BatchRecord['needs'] }>(
    'count-batch-rows',
    `WITH rows AS (
       SELECT r.state, r.needs, count(*)::int AS many FROM batch_rows r WHERE r.organization_id = $1 AND r.batch_id = $2 GROUP BY 1, 2
     )
     UPDATE batches SET
       counts = coalesce((SELECT jsonb_object_agg(state, many) FROM (SELECT state, sum(many)::int AS many FROM rows GROUP BY 1) s), '{}'),
       needs = coalesce((SELECT jsonb_object_agg(needs, many) FROM (
         SELECT needs, sum(many)::int AS many FROM rows WHERE needs IS NOT NULL GROUP BY 1) n), '{}')
     WHERE organization_id = $1 AND id = $2 RETURNING counts, needs`,
    [tx.organizationId, id],
  );
  return row ?? { counts: {}, needs: {} };
}

/** How many of `wanted` the ceiling still lets through; they are reserved then. No two processes pass it together. */
export async function reserveChecks(tx: Tx, id: string, wanted: number): Promise<number> {
  const [row] = await tx.query<{ granted: number }>(
    'reserve-checks',
    `UPDATE batches b SET reserved = b.reserved + least($3, coalesce(b.ceiling - b.reserved, $3))
     FROM (SELECT reserved FROM batches WHERE organization_id = $1 AND id = $2 FOR UPDATE) before
     WHERE b.organization_id = $1 AND b.id = $2 AND (b.ceiling IS NULL OR b.reserved < b.ceiling)
     RETURNING b.reserved - before.reserved AS granted`,
    [tx.organizationId, id, wanted],
  );
  return row?.granted ?? 0;
}

/** Of checks that came to nothing, and so cost nothing. */
export async function releaseChecks(tx: Tx, id: string, count: number): Promise<void> {
  if (count === 0) return;
  await tx.query('release-checks', 'UPDATE batches SET reserved = greatest(0, reserved - $3) WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    count,
  ]);
}

/** With its rows. The inquiries that it sent and the appointments that it brought stay, and forget it. */
export async function deleteBatch(tx: Tx, id: string): Promise<void> {
  for (const table of ['inquiries', 'appointments']) {
    await tx.queryOnce(`UPDATE ${table} SET batch_id = NULL WHERE organization_id = $1 AND batch_id = $2`, [tx.organizationId, id]);
  }
  await tx.queryOnce('DELETE FROM batches WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}

export interface BatchAtWork {
  organizationId: string;
  batchId: string;
}

/** Of every organization, the longest waiting first. */
export async function findBatchesAtWork(tx: Tx, now: Date, limit: number): Promise<BatchAtWork[]> {
  return await tx.query<BatchAtWork & Record<string, unknown>>(
    'find-batches-at-work',
    'SELECT organization_id AS "organizationId", batch_id AS "batchId" FROM find_batches_at_work($1, $2)',
    [now, limit],
  );
}
