/** Makes the demo organizations' subscriptions real at the payment sandbox, so that they can be changed, paid and left. */
import type { Deps } from '#deps.ts';
import { ensureCustomer } from '#features/billing/open-checkout.ts';
import { findPlan } from '#features/billing/plans.repository.ts';
import { currentRemote } from '#features/billing/remote-subscription.ts';
import {
  findAccount,
  findCurrentSubscription,
  forgetRemote,
  isRunning,
  type SubscriptionRecord,
} from '#features/billing/subscriptions.repository.ts';
import { syncSubscription } from '#features/billing/sync-subscription.ts';
import { DEMO_CUSTOMERS } from './demo-data.ts';

/** Safe to repeat, also after the sandbox has forgotten everything. What somebody cancelled stays cancelled. */
export async function subscribeDemo(deps: Deps): Promise<void> {
  for (const customer of DEMO_CUSTOMERS) await subscribeOne(deps, customer);
}

async function subscribeOne(deps: Deps, { organizationId, email }: { organizationId: string; email: string }): Promise<void> {
  const { row, account } = await deps.db.asOrganization(organizationId, async (tx) => ({
    row: await findCurrentSubscription(tx, organizationId),
    account: await findAccount(tx, organizationId),
  }));
  if (row === null || !isRunning(row.status)) return;
  const known = account.remote_customer_id === null ? [] : await deps.billing.listSubscriptions(account.remote_customer_id);
  if (currentRemote(known) === null) await startOne(deps, { organizationId, email, row });
  await syncSubscription(deps, organizationId);
}

interface Start {
  organizationId: string;
  email: string;
  row: SubscriptionRecord;
}

async function startOne(deps: Deps, { organizationId, email, row }: Start): Promise<void> {
  const plan = await deps.db.asOrganization(organizationId, async (tx) => {
    await forgetRemote(tx, organizationId, row.id);
    return await findPlan(tx, row.plan_id);
  });
  if (plan === null || plan.remote_base_price_id === null || plan.remote_extra_price_id === null) return;
  const requestId = deps.newId();
  const customerId = await ensureCustomer(deps, { organizationId, email, requestId });
  const prices = [
    { priceId: plan.remote_base_price_id, isMetered: false },
    { priceId: plan.remote_extra_price_id, isMetered: true },
  ];
  await deps.billing.startTestSubscription({ customerId, prices, key: `${organizationId}:demo:${requestId}` });
}
