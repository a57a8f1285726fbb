/** Buying a plan: sends the manager to the payment provider's page. At most one subscription comes of it (product.md 14.2). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { invalid, unavailable } from '#http/app-error.ts';
import type { SoldPrice } from '#ports/billing-gateway.ts';
import type { BillingCaller } from './billing-caller.ts';
import { withBillingLease } from './billing-lease.ts';
import { findCatalog, findPlan } from './plans.repository.ts';
import { currentRemote } from './remote-subscription.ts';
import { findAccount, findCurrentSubscription, isRunning, saveCustomer } from './subscriptions.repository.ts';
import { syncSubscription } from './sync-subscription.ts';

export const PLAN_PATH = '/organization/settings/plan';
export const notSetUp = () => unavailable('Plans cannot be bought at the moment. Please contact support.');
const alreadySubscribed = () => invalid({ NOFIELD: ['Your organization already has a subscription.'] });

interface Order {
  plan_id: string;
  has_feature_reimbursement?: boolean | undefined;
}

/** The address of the page. */
export async function openCheckout(deps: Deps, caller: BillingCaller, order: Order): Promise<string> {
  const { organizationId, requestId } = caller;
  const prices = await pricesOf(deps, organizationId, order);
  return await withBillingLease(deps, organizationId, async (keep) => {
    const customerId = await ensureCustomer(deps, caller);
    await endOpenCheckouts(deps, caller, customerId);
    const back = `${deps.config.publicUrl}${PLAN_PATH}`;
    await keep();
    const opened = await deps.billing.openCheckout({
      organizationId,
      customerId,
      prices,
      successUrl: `${back}?checkout={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${back}?left=checkout${order.has_feature_reimbursement === true ? '-with-estimates' : ''}`,
      key: `${organizationId}:checkout:${requestId}`,
    });
    if ('kind' in opened) throw notSetUp();
    await deps.db.asOrganization(organizationId, async (tx) => {
      const entry = { action: 'subscription.checkout' as const, objectType: 'plan', objectIds: [order.plan_id] };
      await recordAudit(tx, caller.actor, deps.clock(), entry);
    });
    return opened.url;
  });
}

async function pricesOf(deps: Deps, organizationId: string, order: Order): Promise<SoldPrice[]> {
  const { plan, catalog, current } = await deps.db.asOrganization(organizationId, async (tx) => ({
    plan: await findPlan(tx, order.plan_id),
    catalog: await findCatalog(tx),
    current: await findCurrentSubscription(tx, organizationId),
  }));
  if (plan === null) throw invalid({ plan_id: ['Please choose a plan.'] });
  if (!plan.is_enabled) throw invalid({ NOFIELD: ['This plan is no longer available.'] });
  if (current !== null && isRunning(current.status)) throw alreadySubscribed();
  if (catalog === null || plan.remote_base_price_id === null || plan.remote_extra_price_id === null) throw notSetUp();
  return [
    { priceId: plan.remote_base_price_id, isMetered: false },
    { priceId: plan.remote_extra_price_id, isMetered: true },
    ...(order.has_feature_reimbursement === true ? [{ priceId: catalog.addon_price_id, isMetered: false }] : []),
  ];
}

/** Also after a crash between making the customer and keeping its id: the one that was lost never pays. */
export async function ensureCustomer(
  deps: Pick<Deps, 'db' | 'billing'>,
  caller: Pick<BillingCaller, 'organizationId' | 'email' | 'requestId'>,
): Promise<string> {
  const { organizationId, email, requestId } = caller;
  const { account, name } = await deps.db.asOrganization(organizationId, async (tx) => ({
    account: await findAccount(tx, organizationId),
    name: (await findOrganization(tx, organizationId)).name,
  }));
  if (account.remote_customer_id !== null) return account.remote_customer_id;
  const customerId = await deps.billing.createCustomer({ organizationId, name, email, key: `${organizationId}:customer:${requestId}` });
  await deps.db.asOrganization(organizationId, async (tx) => await saveCustomer(tx, organizationId, customerId));
  return customerId;
}

/** Afterwards no page is open on which a second subscription could be bought. Refuses where one was bought meanwhile. */
async function endOpenCheckouts(deps: Deps, { organizationId, requestId }: BillingCaller, customerId: string): Promise<void> {
  for (const checkoutId of await deps.billing.listOpenCheckouts(customerId)) {
    await deps.billing.expireCheckout({ checkoutId, key: `${organizationId}:expire-${checkoutId}:${requestId}` });
  }
  if (currentRemote(await deps.billing.listSubscriptions(customerId)) === null) return;
  await syncSubscription(deps, organizationId);
  throw alreadySubscribed();
}
