/** Tells the managers that somebody waits for a subscription: one mail a day (product.md 14.4). */
import type { Deps } from '#deps.ts';
import type { Viewer } from '#http/viewer.ts';
import { claimManagersNotice } from './subscriptions.repository.ts';
import { tellManagers } from './tell-managers.ts';

export type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'newId'>;

export async function notifyManagers(deps: NotifyDeps, viewer: Viewer, personName: string): Promise<void> {
  // A manager needs no mail to know, and who has a subscription waits for none.
  if (viewer.isManager || viewer.hasActiveSubscription) return;
  const { organizationId } = viewer;
  await deps.db.asOrganization(organizationId, async (tx) => {
    if (!(await claimManagersNotice(tx, organizationId, deps.clock()))) return;
    await tellManagers(deps, tx, organizationId, { kind: 'no-subscription', personName, subscription: null });
  });
}
