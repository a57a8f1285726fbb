/** What billing does in the background. Payloads hold ids of ours only. */
import { z } from 'zod';
import { defineJob } from '#jobs/define-job.ts';

const ofOrganization = z.object({ organizationId: z.string() });

/** Reads an organization's subscription from the payment provider and stores what is true now. */
export const syncSubscriptionJob = defineJob({
  name: 'sync-subscription',
  payload: ofOrganization,
  uniqueness: 'one-waiting',
  retryLimit: 12,
  // Somebody who has just paid waits for it.
  pollSeconds: 0.5,
});

/** Reports an organization's extra inquiries. */
export const reportUsageJob = defineJob({
  name: 'report-usage',
  payload: ofOrganization,
  uniqueness: 'one-waiting',
  // Longer than the slowest answers to a batch of reports.
  expireInSeconds: 300,
  retryLimit: 3,
  pollSeconds: 0.5,
});

/** Takes up again what is still to be reported, as after hours without the payment provider. */
export const sweepUsageJob = defineJob({ name: 'sweep-usage', payload: z.object({}), cron: '*/2 * * * *', batchSize: 1, pollSeconds: 5 });

/** Makes good what events were lost. */
export const reconcileBillingJob = defineJob({
  name: 'reconcile-billing',
  payload: z.object({}),
  cron: '7 * * * *',
  batchSize: 1,
  pollSeconds: 5,
  expireInSeconds: 600,
});
