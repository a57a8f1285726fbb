/**
 * Long work on the server, followed here rather than in a screen, so that leaving the screen loses neither its progress nor its end
 * (docs/product.md 15.4). What this tab did not begin, or forgot by a reload, the server knows.
 */
import { adminPayersContract as contract, type JobKind } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { ReplyOf } from '@coverlight/contract/endpoint.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { createMemoryStore } from '#lib/memory-store.ts';

export interface Progress {
  done: number;
  /** Null while the server does not know yet. */
  total: number | null;
}
type Running = { job: Progress & { id: string } };
type JobReply = ReplyOf<typeof contract.job>;

const POLL_MS = 2000;
/** A poll that found no server is tried again this often: one that starts anew goes on with the work. */
const LOST_POLLS = 60;

export const runningJobs = createMemoryStore<Record<JobKind, Progress | null>>({
  'sync-payers': null,
  'sync-schemas': null,
  'upload-payers': null,
  'upload-prefixes': null,
  'upload-reimbursements': null,
  'upload-la-prefixes': null,
});

const isRunning = (reply: unknown): reply is Running => typeof reply === 'object' && reply !== null && 'job' in reply;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function poll(id: string): Promise<JobReply> {
  for (let lost = 1; ; lost += 1) {
    try {
      // Nobody asked for this call: watching is no activity.
      return await call(contract.job, { params: { id }, background: true });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 0 || lost >= LOST_POLLS) throw error;
      await pause(POLL_MS);
    }
  }
}

/** Waits for the answer of the work itself. */
export async function settled<Reply>(
  first: Reply,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Exclude<Reply | JobReply, Running>> {
  let reply: Reply | JobReply = first;
  while (isRunning(reply)) {
    const { id, done, total } = reply.job;
    onProgress({ done, total });
    await pause(POLL_MS);
    reply = await poll(id);
  }
  return reply as Exclude<Reply | JobReply, Running>;
}

/** Runs work of which there is one of its kind at a time; its progress stands in `runningJobs`. */
export async function runJob<Reply>(kind: JobKind, start: () => Promise<Reply>): Promise<Exclude<Reply | JobReply, Running>> {
  runningJobs.set({ [kind]: { done: 0, total: null } });
  try {
    return await settled(await start(), (progress) => runningJobs.set({ [kind]: progress }));
  } finally {
    runningJobs.set({ [kind]: null });
  }
}

/** Work that is under way and not followed here: begun before a reload, or by somebody else. */
export async function unfollowedJobs(): Promise<ReadonlyArray<{ kind: JobKind; first: Running }>> {
  const { jobs } = await call(contract.runningJobs, { background: true });
  return jobs.flatMap(({ id, kind, done, total }) =>
    runningJobs.get()[kind] === null ? [{ kind, first: { job: { id, done, total } } }] : [],
  );
}
