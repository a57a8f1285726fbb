import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** Makes the reset link and its mail after the answer has left, so that the answer takes as long for an address without account. */
export const prepareResetJob = defineJob({
  name: 'prepare-reset',
  payload: z.object({ organizationId: z.string(), userId: z.string().nullable() }),
  retryLimit: 8,
});
