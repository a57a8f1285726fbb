/** Goes on asking for an inquiry in the background: after the caller was answered, and after a crash. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

export const askOnJob = defineJob({
  name: 'ask-on',
  payload: z.object({ organizationId: z.string(), inquiryId: z.string() }),
  uniqueness: 'one-waiting',
  expireInSeconds: 90,
  retryLimit: 20,
  batchSize: 20,
});

/** Takes up inquiries that no process asks for and no job waits for, as after a restore. */
export const sweepInquiriesJob = defineJob({
  name: 'sweep-inquiries',
  payload: z.object({}),
  cron: '* * * * *',
  batchSize: 1,
  pollSeconds: 5,
});
