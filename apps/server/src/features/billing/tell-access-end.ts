/** Tells the managers once when their organization loses access (product.md 14.4). */
import { PAST_DUE_GRACE_DAYS, subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { listEndedGrace, lockCurrentSubscription, updateSubscription } from './subscriptions.repository.ts';
import { tellManagers } from './tell-managers.ts';

export type AccessEndDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'newId'>;

const DAY_MS = 86_400_000;

/** Grace ends by the clock alone: no event of the payment provider says so. */
export async function tellEndedGrace(deps: AccessEndDeps): Promise<void> {
  const dueBefore = new Date(deps.clock().getTime() - PAST_DUE_GRACE_DAYS * DAY_MS);
  const organizations = await deps.db.withoutOrganization(async (tx) => await listEndedGrace(tx, dueBefore));
  for (const organizationId of organizations) {
    await deps.db.asOrganization(organizationId, async (tx) => await tellAccessEnd(deps, tx, organizationId));
  }
}

/** To be called after a subscription was stored. Access that comes back makes the next end worth a mail again. */
export async function tellAccessEnd(deps: AccessEndDeps, tx: Tx, organizationId: string): Promise<void> {
  // The clock and an event of the payment provider may come in one moment.
  const row = await lockCurrentSubscription(tx, organizationId);
  if (row === null) return;
  const { hasActive } = subscriptionAccess(row.status, row.past_due_since, deps.clock());
  const isTold = row.access_end_told_at !== null;
  if (hasActive === !isTold) return;
  await updateSubscription(tx, organizationId, row.id, { access_end_told_at: hasActive ? null : deps.clock() });
  if (!hasActive) await tellManagers(deps, tx, organizationId, { kind: 'access-ended', personName: null, subscription: row });
}
