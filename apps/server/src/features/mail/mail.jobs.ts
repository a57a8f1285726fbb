import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** Sends one mail at once. What fails is tried again by the sweep, which knows when. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  payload: z.object({ organizationId: z.string(), mailId: z.string() }),
  expireInSeconds: 180,
  retryLimit: 2,
  batchSize: 10,
});

/** Each minute: mail that is due and that no process is sending. */
export const sweepMailsJob = defineJob({ name: 'sweep-mails', payload: z.object({}), cron: '* * * * *', batchSize: 1, pollSeconds: 5 });
