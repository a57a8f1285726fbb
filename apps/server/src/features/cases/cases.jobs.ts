/** What case work does in the background. Payloads hold nothing. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** Brings tasks in step with answers that have come. */
export const syncCasesJob = defineJob({ name: 'sync-cases', payload: z.object({}), cron: '*/2 * * * *', batchSize: 1, pollSeconds: 5 });
