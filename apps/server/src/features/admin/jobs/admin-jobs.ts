/** Long work of admins: one of a kind at a time, with progress that survives leaving the page and the process (product.md 7.1, 15.4). */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit, type AuditEntry } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR, type Actor } from '#http/actor.ts';
import { conflict } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import {
  endAdminJob,
  endLostJobs,
  findAdminJob,
  insertAdminJob,
  noteProgress,
  takeLeftJobs,
  type AdminJob,
  type JobProgress,
} from './admin-jobs.repository.ts';
import { SYNC_TASKS } from '#features/admin/payers/sync-jobs.ts';
import type { Task, WorkAnswer } from './admin-task.ts';
import { UPLOAD_TASKS } from './upload-tasks.ts';

/** Takes up what a process left behind when it died. */
export const sweepAdminJobsJob = defineJob({
  name: 'sweep-admin-jobs',
  payload: z.object({}),
  cron: '* * * * *',
  batchSize: 1,
  pollSeconds: 5,
  retryLimit: 0,
});

const TASKS = { ...SYNC_TASKS, ...UPLOAD_TASKS } satisfies Record<string, Task>;
export type TaskName = keyof typeof TASKS;
const isTaskName = (name: string): name is TaskName => Object.hasOwn(TASKS, name);

interface AdminWork {
  id: string;
  task: TaskName;
  /** Of one payer its id, of a file an id of its own; else what the task is told. */
  subject: string | null;
  actor: Actor;
  run: Task['run'];
}

/** The call waits this long for the work itself. */
const HOLD_MS = 20_000;
const BEAT_MS = 10_000;
const BUSY = 'This is running already. Please wait until it has ended.';

const asInternal = async <T>(deps: Deps, run: (tx: Tx) => Promise<T>): Promise<T> =>
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, run);
const kindOf = (task: TaskName, subject: string | null): string => (TASKS[task].scope === 'all' ? task : `${task}:${subject ?? ''}`);
const taskOf = (kind: string): string => kind.split(':')[0] ?? kind;

/** As the audit log has it. */
function deedOf(task: TaskName, subject: string | null): AuditEntry {
  const { action, objectType, scope } = TASKS[task];
  return { action, objectType, objectIds: scope === 'payer' && subject !== null ? [subject] : [] };
}

/** Starts the work and waits for it a while. Answers the ended work, or how far it is. 409 where one of this kind is running. */
export async function runAdminJob(
  deps: Deps,
  { task, subject, startedBy, actor, run = TASKS[task].run }: Omit<AdminWork, 'id' | 'run'> & { startedBy: string; run?: Task['run'] },
): Promise<AdminJob> {
  const id = deps.newId();
  const isMine = await asInternal(deps, async (tx) => {
    const now = deps.clock();
    await giveUpLost(tx, now);
    const isNew = await insertAdminJob(tx, { id, kind: kindOf(task, subject), subject, startedBy, now });
    // With its start: what it stores, in many transactions, then never stands without a row. A file is stored in one, with its row.
    if (isNew && TASKS[task].scope !== 'file') await recordAudit(tx, actor, now, deedOf(task, subject));
    return isNew;
  });
  if (!isMine) throw conflict(BUSY);
  const running = follow(deps, { id, task, subject, actor, run }, null);
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, HOLD_MS).unref())]);
  const job = await asInternal(deps, async (tx) => await findAdminJob(tx, id, deps.clock()));
  if (job === null) throw new Error('a job that was just started is not there');
  return job;
}

/** Goes on with what processes left behind when they died, in their place; resolves as soon as it is under way. */
export async function takeUpAdminJobs(deps: Deps): Promise<void> {
  const left = await asInternal(deps, async (tx) => {
    await giveUpLost(tx, deps.clock());
    return await takeLeftJobs(tx, Object.keys(TASKS), deps.clock());
  });
  for (const { id, kind, subject, answer } of left) {
    const task = taskOf(kind);
    deps.log.warn({ jobId: id, task }, 'admin work taken up');
    if (isTaskName(task)) void follow(deps, { id, task, subject, actor: SYSTEM_ACTOR, run: TASKS[task].run }, answer);
  }
}

async function giveUpLost(tx: Tx, now: Date): Promise<void> {
  for (const { kind, subject } of await endLostJobs(tx, now)) {
    const task = taskOf(kind);
    if (isTaskName(task)) await recordAudit(tx, SYSTEM_ACTOR, now, { ...deedOf(task, subject), outcome: 'failed' });
  }
}

/** Never rejects: where even its end cannot be written, whoever polls learns from its silence that it has failed. */
async function follow(deps: Deps, work: AdminWork, found: unknown): Promise<void> {
  await carryOut(deps, work, found).catch((error: unknown) => deps.log.error({ jobId: work.id, err: safeError(error) }, 'admin work lost'));
}

async function carryOut(deps: Deps, { id, task, subject, actor, run }: AdminWork, found: unknown): Promise<void> {
  let seen: JobProgress = { done: 0, total: null, found };
  const note = async (): Promise<void> => await asInternal(deps, async (tx) => await noteProgress(tx, id, seen, deps.clock()));
  // A long step between two reports must not look like a process that died.
  const beat = setInterval(() => {
    note().catch((error: unknown) => deps.log.warn({ jobId: id, err: safeError(error) }, 'progress of admin work not noted'));
  }, BEAT_MS).unref();
  const progress = async (done: number, total: number | null, soFar: unknown = null): Promise<void> => {
    seen = { done, total, found: soFar };
    await note();
  };
  const answer = await run(deps, subject, { progress, found }).catch((error: unknown): WorkAnswer => {
    deps.log.warn({ jobId: id, err: safeError(error) }, 'admin work failed');
    return { status: 500, body: null };
  });
  clearInterval(beat);
  // It was not the work that failed: the next process takes it up.
  if (answer.status >= 500 && deps.stopping.aborted) return;
  const end = async (tx: Tx): Promise<void> => await endAdminJob(tx, id, answer, deps.clock());
  if (answer.status < 500) return await asInternal(deps, end);
  await asInternal(deps, async (tx) => {
    await end(tx);
    await recordAudit(tx, actor, deps.clock(), { ...deedOf(task, subject), outcome: 'failed' });
  }).catch(async (error: unknown) => {
    deps.log.error({ jobId: id, err: safeError(error) }, 'failed admin work is not on record');
    // Who waits for it must learn that it failed.
    await asInternal(deps, end);
  });
}
