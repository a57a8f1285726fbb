/** What estimates do in the background. Payloads hold nothing. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

/** Every night: how often the range of past claims would have held. */
export const backTestJob = defineJob({
  name: 'backtest-ranges',
  payload: z.object({}),
  cron: '23 9 * * *',
  batchSize: 1,
  pollSeconds: 10,
  expireInSeconds: 1800,
});
