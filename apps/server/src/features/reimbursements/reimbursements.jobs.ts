/** What past claims do in the background. Payloads hold nothing. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** After an upload of many claims. */
export const tallyClaimsJob = defineJob({
  name: 'tally-claims',
  payload: z.object({}),
  uniqueness: 'one-waiting',
  batchSize: 1,
  expireInSeconds: 600,
});
