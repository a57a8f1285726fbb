import type { Deps } from '#deps.ts';
import type { ReadUpload } from '#features/reimbursements/read-csv.ts';
import type { Actor } from '#http/actor.ts';
import { runAdminJob } from './admin-jobs.ts';
import { progressOf } from './job-progress.ts';
import type { UploadTask } from './upload-tasks.ts';

/** Progress is written down this often. */
const TELL_MS = 1000;

/** Stores what was read; what takes long goes on after the answer, with its progress (product.md 15.4). */
export async function runUpload(
  deps: Deps,
  task: UploadTask,
  { actor, startedBy }: { actor: Actor; startedBy: string },
  upload: ReadUpload<unknown>,
) {
  const job = await runAdminJob(deps, {
    task,
    // Of its own: two files wait for each other where they have to, and are not refused.
    subject: deps.newId(),
    startedBy,
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
