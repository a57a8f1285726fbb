/** Somebody comes back from paying: one look, since the payment provider's message may come late or never (product.md 14.2). */
import type { Deps } from '#deps.ts';
import { notFound } from '#http/app-error.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Throws 404 for a checkout that is unknown or another organization's. */
export async function lookAtCheckout(deps: Deps, organizationId: string, checkoutId: string): Promise<void> {
  if ((await deps.billing.findCheckoutOrganization(checkoutId)) !== organizationId) throw notFound();
  await syncSubscription(deps, organizationId);
}
