/** Mail to an organization's managers about their subscription. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

export const billingMailJob = defineJob({
  name: 'billing-mail',
  payload: z.object({ organizationId: z.string(), kind: z.enum(['subscription-wanted', 'payment-failed']) }),
  retryLimit: 10,
});
