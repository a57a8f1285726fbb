/** Tells the managers that somebody waits for a subscription: one mail a day (product.md 14.4). */
import type { Deps } from '#deps.ts';
import type { Viewer } from '#http/viewer.ts';
import { billingMailJob } from './billing-mail.job.ts';
import { claimManagersNotice } from './subscriptions.repository.ts';

export async function notifyManagers(deps: Pick<Deps, 'db' | 'clock' | 'queue'>, viewer: Viewer): Promise<void> {
  // A manager needs no mail to know, and who has a subscription waits for none.
  if (viewer.isManager || viewer.hasActiveSubscription) return;
  const { organizationId } = viewer;
  await deps.db.asOrganization(organizationId, async (tx) => {
    if (!(await claimManagersNotice(tx, organizationId, deps.clock()))) return;
    await deps.queue.enqueue(tx, billingMailJob, { organizationId, kind: 'subscription-wanted' });
  });
}
