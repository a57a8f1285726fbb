/** Every job of the product and what runs it: the table of contents of the background. */
import type { Deps } from '#deps.ts';
import { askOnJob, sweepInquiriesJob } from '#features/inquiries/ask-on.job.ts';
import type { Asking } from '#features/inquiries/asking.ts';
import type { JobDefinition } from '#jobs/define-job.ts';

export const ALL_JOBS: readonly JobDefinition<never>[] = [
  askOnJob,
  sweepInquiriesJob,
] as readonly unknown[] as readonly JobDefinition<never>[];

export async function startWorkers(deps: Deps, asking: Asking): Promise<void> {
  await deps.queue.work(askOnJob, async (target) => await asking.askOn(target));
  await deps.queue.work(sweepInquiriesJob, async () => await asking.sweep());
}
