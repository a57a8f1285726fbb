import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { findSubscriptionSummary } from '#features/organizations/organizations.repository.ts';

/** Whether payers may be asked for the organization now, where no session says so. */
export async function hasActiveSubscription(tx: Tx, organizationId: string, now: Date): Promise<boolean> {
  if (organizationId === INTERNAL_ORGANIZATION_ID) return true;
  const summary = await findSubscriptionSummary(tx);
  return subscriptionAccess(summary?.status ?? null, summary?.past_due_since ?? null, now).hasActive;
}
