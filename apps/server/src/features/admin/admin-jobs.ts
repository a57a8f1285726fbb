/** Long work of admins: one of a kind at a time, with progress that survives leaving the page (product.md 7.1). */
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit, type AuditEntry } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { AppError, conflict } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import { endAdminJob, findAdminJob, insertAdminJob, noteProgress, type AdminJob } from './admin-jobs.repository.ts';

/** What the work answers in the end; `body` null for 204. */
export interface WorkAnswer {
  status: 200 | 204 | 500 | 502 | 503;
  body: unknown;
}

export interface WorkProgress {
  (done: number, total: number | null): Promise<void>;
}

interface AdminWork {
  kind: string;
  startedBy: string;
  actor: Actor;
  /** For the audit log: once as it begins, and once more where it fails. */
  deed: AuditEntry;
}

/** The call waits this long for the work itself. */
const HOLD_MS = 20_000;
const BUSY = 'This is running already. Please wait until it has ended.';

/** Starts the work and waits for it a while. Answers the ended work, or how far it is. 409 where one of this kind is running. */
export async function runAdminJob(
  deps: Deps,
  { kind, startedBy, actor, deed }: AdminWork,
  work: (progress: WorkProgress) => Promise<WorkAnswer>,
): Promise<AdminJob> {
  const id = deps.newId();
  const isMine = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    const now = deps.clock();
    const isNew = await insertAdminJob(tx, { id, kind, startedBy, now });
    // With its start: what it stores, in many transactions, then never stands without a row.
    if (isNew) await recordAudit(tx, actor, now, deed);
    return isNew;
  });
  if (!isMine) throw conflict(BUSY);
  // Where even its end cannot be written, whoever polls learns from its silence that it has failed.
  const running = follow(deps, id, { actor, deed }, work).catch((error: unknown) =>
    deps.log.error({ jobId: id, err: safeError(error) }, 'admin work lost'),
  );
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, HOLD_MS).unref())]);
  const job = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await findAdminJob(tx, id, deps.clock()));
  if (job === null) throw new Error('a job that was just started is not there');
  return job;
}

async function follow(
  deps: Deps,
  id: string,
  { actor, deed }: Pick<AdminWork, 'actor' | 'deed'>,
  work: (progress: WorkProgress) => Promise<WorkAnswer>,
): Promise<void> {
  const asInternal = async (write: (tx: Tx) => Promise<void>): Promise<void> => await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, write);
  let seen = { done: 0, total: null as number | null };
  const note = async (): Promise<void> => await asInternal(async (tx) => await noteProgress(tx, id, seen, deps.clock()));
  // A long step between two reports must not look like a process that died.
  const beat = setInterval(() => {
    note().catch((error: unknown) => deps.log.warn({ jobId: id, err: safeError(error) }, 'progress of admin work not noted'));
  }, 10_000).unref();
  const answer = await work(async (done, total) => {
    seen = { done, total };
    await note();
  }).catch((error: unknown): WorkAnswer => {
    deps.log.warn({ jobId: id, err: safeError(error) }, 'admin work failed');
    if (error instanceof AppError && error.code === 'upstream') return { status: 502, body: { errors: error.errors } };
    return { status: 500, body: null };
  });
  clearInterval(beat);
  await asInternal(async (tx) => {
    const now = deps.clock();
    await endAdminJob(tx, id, answer, now);
    if (answer.status >= 500) await recordAudit(tx, actor, now, { ...deed, outcome: 'failed' });
  });
}
