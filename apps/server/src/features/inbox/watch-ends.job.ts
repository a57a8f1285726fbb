import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** In the early morning of the United States. Without an organization: all of them. */
export const watchEndsJob = defineJob({
  name: 'watch-ends',
  payload: z.object({ organizationId: z.string().optional() }),
  cron: '40 9 * * *',
  batchSize: 1,
  pollSeconds: 5,
  expireInSeconds: 3600,
  retryLimit: 3,
  retryDelaySeconds: 60,
});
