import type { Tx } from '#db/client.ts';

export interface AdminJob {
  id: string;
  kind: string;
  done: number;
  total: number | null;
  ended_at: Date | null;
  /** HTTP status and body of the work's own answer, once it has ended. */
  status: number | null;
  answer: unknown;
}

/** A process that has not been seen for this long has died. */
const DEAD_AFTER_SECONDS = 60;

/** False where one of this kind is running. One that was left behind by a process that died is ended first. */
export async function insertAdminJob(tx: Tx, job: { id: string; kind: string; startedBy: string; now: Date }): Promise<boolean> {
  await tx.query(
    'end-dead-admin-jobs',
    `UPDATE admin_jobs SET ended_at = $3, status = 500 WHERE organization_id = $1 AND kind = $2 AND ended_at IS NULL
       AND seen_at < $3::timestamptz - make_interval(secs => $4)`,
    [tx.organizationId, job.kind, job.now, DEAD_AFTER_SECONDS],
  );
  const rows = await tx.query(
    'insert-admin-job',
    `INSERT INTO admin_jobs (organization_id, id, kind, started_by, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (organization_id, kind) WHERE ended_at IS NULL DO NOTHING RETURNING 1`,
    [tx.organizationId, job.id, job.kind, job.startedBy, job.now],
  );
  return rows.length > 0;
}

export async function noteProgress(tx: Tx, id: string, progress: { done: number; total: number | null }, now: Date): Promise<void> {
  await tx.query('note-admin-job', 'UPDATE admin_jobs SET done = $3, total = $4, seen_at = $5 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    progress.done,
    progress.total,
    now,
  ]);
}

export async function endAdminJob(tx: Tx, id: string, answer: { status: number; body: unknown }, now: Date): Promise<void> {
  await tx.query(
    'end-admin-job',
    'UPDATE admin_jobs SET ended_at = $3, seen_at = $3, status = $4, answer = $5 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, now, answer.status, answer.body === null ? null : JSON.stringify(answer.body)],
  );
}

/** Null for an unknown id. What a process that died left behind has failed. */
export async function findAdminJob(tx: Tx, id: string, now: Date): Promise<AdminJob | null> {
  const [row] = await tx.query<AdminJob & Record<string, unknown>>(
    'find-admin-job',
    `SELECT id, kind, done, total, answer, coalesce(ended_at, CASE WHEN is_dead THEN seen_at END) AS ended_at,
       CASE WHEN is_dead THEN 500 ELSE status END AS status
     FROM (SELECT *, ended_at IS NULL AND seen_at < $3::timestamptz - make_interval(secs => $4) AS is_dead FROM admin_jobs) job
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, now, DEAD_AFTER_SECONDS],
  );
  return row ?? null;
}

/** Of these kinds, what is under way: left out is what a process that died left behind. */
export async function listRunningJobs<Kind extends string>(
  tx: Tx,
  kinds: readonly Kind[],
  now: Date,
): Promise<{ id: string; kind: Kind; done: number; total: number | null }[]> {
  return await tx.query<{ id: string; kind: Kind; done: number; total: number | null }>(
    'list-running-admin-jobs',
    `SELECT id, kind, done, total FROM admin_jobs
     WHERE organization_id = $1 AND kind = ANY ($2) AND ended_at IS NULL AND seen_at >= $3::timestamptz - make_interval(secs => $4)
     ORDER BY id`,
    [tx.organizationId, kinds, now, DEAD_AFTER_SECONDS],
  );
}
