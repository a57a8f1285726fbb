import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import type { ReadUpload } from '#features/reimbursements/read-csv.ts';
import { actorOf } from '#http/actor.ts';
import type { Viewer } from '#http/viewer.ts';
import { runAdminJob } from './admin-jobs.ts';
import { progressOf } from './job-progress.ts';
import type { UploadTask } from './upload-tasks.ts';

/** Progress is written down this often. */
const TELL_MS = 1000;

/** Stores what was read; what takes long goes on after the answer, with its progress (product.md 15.4). */
export async function runUpload(
  deps: Deps,
  task: UploadTask,
  caller: { viewer: Viewer; request: FastifyRequest },
  upload: ReadUpload<unknown>,
) {
  const actor = actorOf(caller.request, caller.viewer);
  const job = await runAdminJob(deps, {
    task,
    // Of its own: two files wait for each other where they have to, and are not refused.
    subject: deps.newId(),
    startedBy: caller.viewer.userId,
    actor,
    async run(_deps, _subject, { progress }) {
      await progress(0, upload.total);
      let told = performance.now();
      await upload.store(actor, async (rows) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        await progress(rows, upload.total);
      });
      return { status: 204, body: null };
    },
  });
  return progressOf(job) ?? { status: 204 as const, body: null };
}
