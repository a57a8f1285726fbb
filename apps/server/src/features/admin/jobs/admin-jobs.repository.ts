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

/** A process that has not been seen for this long has died; another takes its work up. */
const SILENT_SECONDS = 30;
/** What nobody took up for this long has failed, and so has what was begun long ago and never came to its end. */
const LOST_SECONDS = 300;
const TOO_OLD_SECONDS = 3600;

export interface LeftJob {
  id: string;
  kind: string;
  subject: string | null;
  /** What its process had found out until it died. */
  answer: unknown;
}

/** False where one of this kind is running. */
export async function insertAdminJob(
  tx: Tx,
  job: { id: string; kind: string; subject: string | null; startedBy: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    'insert-admin-job',
    `INSERT INTO admin_jobs (organization_id, id, kind, subject, started_by, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (organization_id, kind) WHERE ended_at IS NULL DO NOTHING RETURNING 1`,
    [tx.organizationId, job.id, job.kind, job.subject, job.startedBy, job.now],
  );
  return rows.length > 0;
}

/** Of these tasks, what processes left behind when they died: it is the caller's now, and nobody else's. */
export async function takeLeftJobs(tx: Tx, tasks: readonly string[], now: Date): Promise<LeftJob[]> {
  return await tx.query<LeftJob & Record<string, unknown>>(
    'take-left-admin-jobs',
    `UPDATE admin_jobs SET seen_at = $2
     WHERE organization_id = $1 AND ended_at IS NULL AND split_part(kind, ':', 1) = ANY ($3)
       AND seen_at < $2::timestamptz - make_interval(secs => $4) AND seen_at >= $2::timestamptz - make_interval(secs => $5)
       AND started_at >= $2::timestamptz - make_interval(secs => $6)
     RETURNING id, kind, subject, answer`,
    [tx.organizationId, now, tasks, SILENT_SECONDS, LOST_SECONDS, TOO_OLD_SECONDS],
  );
}

/** Ends as failed what nobody took up; returns it. */
export async function endLostJobs(tx: Tx, now: Date): Promise<LeftJob[]> {
  return await tx.query<LeftJob & Record<string, unknown>>(
    'end-lost-admin-jobs',
    `UPDATE admin_jobs SET ended_at = $2, status = 500
     WHERE organization_id = $1 AND ended_at IS NULL AND seen_at < $2::timestamptz - make_interval(secs => $3)
     RETURNING id, kind, subject, answer`,
    [tx.organizationId, now, LOST_SECONDS],
  );
}

export interface JobProgress {
  done: number;
  total: number | null;
  /** What was found out until now: whoever takes the work up goes on from it. */
  found: unknown;
}

export async function noteProgress(tx: Tx, id: string, { done, total, found }: JobProgress, now: Date): Promise<void> {
  await tx.query(
    'note-admin-job',
    `UPDATE admin_jobs SET done = $3, total = $4, seen_at = $5, answer = coalesce($6, answer)
     WHERE organization_id = $1 AND id = $2 AND ended_at IS NULL`,
    [tx.organizationId, id, done, total, now, found === null ? null : JSON.stringify(found)],
  );
}

export async function endAdminJob(tx: Tx, id: string, answer: { status: number; body: unknown }, now: Date): Promise<void> {
  await tx.query(
    'end-admin-job',
    'UPDATE admin_jobs SET ended_at = $3, seen_at = $3, status = $4, answer = $5 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, now, answer.status, answer.body === null ? null : JSON.stringify(answer.body)],
  );
}

/** Null for an unknown id. What a process that died left behind has failed once nobody took it up. */
export async function findAdminJob(tx: Tx, id: string, now: Date): Promise<AdminJob | null> {
  const [row] = await tx.query<AdminJob & Record<string, unknown>>(
    'find-admin-job',
    `SELECT id, kind, done, total, answer, coalesce(ended_at, CASE WHEN is_lost THEN seen_at END) AS ended_at,
       CASE WHEN is_lost THEN 500 ELSE status END AS status
     FROM (SELECT *, ended_at IS NULL AND seen_at < $3::timestamptz - make_interval(secs => $4) AS is_lost FROM admin_jobs) job
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, now, LOST_SECONDS],
  );
  return row ?? null;
}

/** Of these kinds, what is under way: left out is what was left behind and taken up by nobody. */
export async function listRunningJobs<Kind extends string>(
  tx: Tx,
  kinds: readonly Kind[],
  now: Date,
): Promise<{ id: string; kind: Kind; done: number; total: number | null }[]> {
  return await tx.query<{ id: string; kind: Kind; done: number; total: number | null }>(
    'list-running-admin-jobs',
    `SELECT id, split_part(kind, ':', 1) AS kind, done, total FROM admin_jobs
     WHERE organization_id = $1 AND split_part(kind, ':', 1) = ANY ($2) AND ended_at IS NULL AND seen_at >= $3::timestamptz - make_interval(secs => $4)
     ORDER BY id`,
    [tx.organizationId, kinds, now, LOST_SECONDS],
  );
}
