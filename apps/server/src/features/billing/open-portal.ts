/** The payment provider's own page for cards, invoices and leaving; plans are not changed there (product.md 14.2). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalid } from '#http/app-error.ts';
import type { BillingCaller } from './billing-caller.ts';
import { notSetUp, PLAN_PATH } from './open-checkout.ts';
import { findCatalog } from './plans.repository.ts';
import { findAccount, findCurrentSubscription } from './subscriptions.repository.ts';

/** The address of the page: a key to the account, never to be logged. */
export async function openPortal(deps: Deps, { organizationId, requestId, actor }: BillingCaller): Promise<string> {
  const { account, catalog, current } = await deps.db.asOrganization(organizationId, async (tx) => ({
    account: await findAccount(tx, organizationId),
    catalog: await findCatalog(tx),
    current: await findCurrentSubscription(tx, organizationId),
  }));
  if (account.remote_customer_id === null) throw invalid({ NOFIELD: ['Your organization has not bought a plan yet.'] });
  if (catalog === null) throw notSetUp();
  const opened = await deps.billing.openPortal({
    customerId: account.remote_customer_id,
    configurationId: catalog.portal_configuration_id,
    returnUrl: `${deps.config.publicUrl}${PLAN_PATH}`,
    forPaymentMethod: current?.status === 'past_due' || current?.status === 'unpaid',
    key: `${organizationId}:portal:${requestId}`,
  });
  if ('kind' in opened) throw invalid({ NOFIELD: ['The payment page cannot be opened. Please contact support.'] });
  await deps.db.asOrganization(organizationId, async (tx) => {
    await recordAudit(tx, actor, deps.clock(), { action: 'subscription.portal' });
  });
  return opened.url;
}
