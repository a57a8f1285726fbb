/** The newest invoice of an organization's subscription, for one that has ended too (product.md 14.2). */
import type { Invoice } from '@coverlight/contract/billing/subscription.schema.ts';
import type { Deps } from '#deps.ts';
import { presentInvoice } from './billing.presenter.ts';
import { namesOfPrices } from './invoice-words.ts';
import { findCatalog, listPlans } from './plans.repository.ts';
import { findCurrentSubscription } from './subscriptions.repository.ts';

/** Null where none was made. */
export async function findLastInvoice(deps: Deps, organizationId: string): Promise<Invoice | null> {
  const { current, names } = await deps.db.asOrganization(organizationId, async (tx) => ({
    current: await findCurrentSubscription(tx, organizationId),
    names: namesOfPrices(await listPlans(tx), await findCatalog(tx)),
  }));
  if (current === null || current.remote_id === null) return null;
  const invoice = await deps.billing.findLastInvoice(current.remote_id);
  return invoice === null ? null : presentInvoice(invoice, names);
}
