/** The payment provider's own pages: cards, invoices and leaving, or the invoice that is open. Plans are not changed there (product.md 14.2). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalid } from '#http/app-error.ts';
import type { BillingCaller } from './billing-caller.ts';
import { notSetUp, PLAN_PATH } from './open-checkout.ts';
import { findCatalog } from './plans.repository.ts';
import { currentRemote } from './remote-subscription.ts';
import { findAccount, findCurrentSubscription } from './subscriptions.repository.ts';

export type PortalPage = 'overview' | 'payment-method' | 'open-invoice';

const NOT_OPENED = { NOFIELD: ['The payment page cannot be opened. Please contact support.'] };

/** The address of the page: a key to the account, never to be logged. `page` null: the card where a payment is due, else the overview. */
export async function openPortal(
  deps: Deps,
  { organizationId, requestId, actor }: BillingCaller,
  page: PortalPage | null,
): Promise<string> {
  const { account, catalog, current } = await deps.db.asOrganization(organizationId, async (tx) => ({
    account: await findAccount(tx, organizationId),
    catalog: await findCatalog(tx),
    current: await findCurrentSubscription(tx, organizationId),
  }));
  const customerId = account.remote_customer_id;
  if (customerId === null) throw invalid({ NOFIELD: ['Your organization has not bought a plan yet.'] });
  if (catalog === null) throw notSetUp();
  const isDue = current?.status === 'past_due' || current?.status === 'unpaid';
  const url =
    page === 'open-invoice'
      ? await findInvoicePage(deps, customerId)
      : await openSession(deps, {
          customerId,
          configurationId: catalog.portal_configuration_id,
          returnUrl: `${deps.config.publicUrl}${PLAN_PATH}`,
          forPaymentMethod: page === 'payment-method' || (page === null && isDue),
          key: `${organizationId}:portal:${requestId}`,
        });
  await deps.db.asOrganization(organizationId, async (tx) => {
    await recordAudit(tx, actor, deps.clock(), { action: 'subscription.portal' });
  });
  return url;
}

async function openSession(deps: Deps, input: Parameters<Deps['billing']['openPortal']>[0]): Promise<string> {
  const opened = await deps.billing.openPortal(input);
  if ('kind' in opened) throw invalid(NOT_OPENED);
  return opened.url;
}

/** Of the oldest open invoice, which can be paid there with any card. */
async function findInvoicePage(deps: Deps, customerId: string): Promise<string> {
  const live = currentRemote(await deps.billing.listSubscriptions(customerId));
  const [invoice] = live === null ? [] : await deps.billing.listOpenInvoices(live.id);
  if (invoice === undefined) throw invalid({ NOFIELD: ['No invoice is open any more. Please reload the page.'] });
  if (invoice.payUrl === null) throw invalid(NOT_OPENED);
  return invoice.payUrl;
}
