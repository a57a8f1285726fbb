/** Stores what is true of a subscription now. Events only say that it is time to look (product.md 14.3). */
import { toCents, toDollars } from '@coverlight/domain/billing/money.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import type { OpenInvoice, RemoteSubscription } from '#ports/billing-gateway.ts';
import { listOpenEvents, markProcessed } from './billing-events.repository.ts';
import { findCatalog, listPlans, type BillingCatalog, type PlanRecord } from './plans.repository.ts';
import { currentRemote, periodOf } from './remote-subscription.ts';
import {
  advanceVersion,
  claimInvoiceNotice,
  findAccount,
  findCurrentSubscription,
  insertSubscription,
  isRunning,
  listSubscriptions,
  updateSubscription,
  type SubscriptionRecord,
} from './subscriptions.repository.ts';
import { tellAccessEnd } from './tell-access-end.ts';
import { tellManagers } from './tell-managers.ts';

export type SyncDeps = Pick<Deps, 'db' | 'clock' | 'billing' | 'queue' | 'log' | 'newId'>;

/** Of several that overlap one succeeds in each round. */
const TRIES = 20;

/** Safe to repeat and from several processes at once: of two looks that overlap the later one to end looks again. */
export async function syncSubscription(deps: SyncDeps, organizationId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await deps.db.asOrganization(organizationId, async (tx) => {
      const account = await findAccount(tx, organizationId);
      const customerId = account.remote_customer_id;
      return { customerId, version: account.version, events: customerId === null ? [] : await listOpenEvents(tx, customerId) };
    });
    if (before.customerId === null) return;
    const remotes = await readRemote(deps, organizationId, before.customerId);
    const live = currentRemote(remotes);
    const owed = live !== null && isDue(live) ? await deps.billing.listOpenInvoices(live.id) : [];
    const isWritten = await deps.db.asOrganization(organizationId, async (tx) => {
      if (!(await advanceVersion(tx, organizationId, before.version))) return false;
      await store(deps, tx, { organizationId, remotes, owed });
      await markProcessed(tx, before.events, deps.clock());
      return true;
    });
    if (isWritten) return;
  }
  throw new Error('the subscription was written by others all the time');
}

async function readRemote(deps: SyncDeps, organizationId: string, customerId: string): Promise<RemoteSubscription[]> {
  const remotes = await deps.billing.listSubscriptions(customerId);
  const live = currentRemote(remotes);
  if (live === null || !(await adoptPaymentMethod(deps, organizationId, live))) return remotes;
  return await deps.billing.listSubscriptions(customerId);
}

/**
 * A card given in the portal becomes the customer's, but a renewal is charged to the subscription's own: without copying it the dead card
 * would be tried again. What is open is paid with it first, the oldest first: as long as that fails the card is not adopted, so that the next
 * look tries again; what is paid is no longer open. True where anything may have changed.
 */
async function adoptPaymentMethod(deps: SyncDeps, organizationId: string, live: RemoteSubscription): Promise<boolean> {
  const paymentMethodId = await deps.billing.findDefaultPaymentMethod(live.customerId);
  if (paymentMethodId === null || paymentMethodId === live.defaultPaymentMethodId) return false;
  const look = deps.newId();
  if (isDue(live)) {
    for (const { id: invoiceId } of await deps.billing.listOpenInvoices(live.id)) {
      const key = `${organizationId}:pay-${invoiceId}:${look}`;
      // A card that is refused once is not tried on the other invoices.
      if (!(await deps.billing.payInvoice({ invoiceId, paymentMethodId, key }))) break;
    }
  }
  const key = `${organizationId}:payment-method:${look}`;
  await deps.billing.useDefaultPaymentMethod({ subscriptionId: live.id, paymentMethodId, key });
  return true;
}

const isDue = ({ status }: RemoteSubscription): boolean => status === 'past_due' || status === 'unpaid';

interface Found {
  organizationId: string;
  remotes: readonly RemoteSubscription[];
  /** Of the running subscription. */
  owed: readonly OpenInvoice[];
}

async function store(deps: SyncDeps, tx: Tx, { organizationId, remotes, owed }: Found): Promise<void> {
  const [plans, catalog, rows] = [await listPlans(tx), await findCatalog(tx), await listSubscriptions(tx, organizationId)];
  const live = currentRemote(remotes);
  const running = remotes.filter(({ status }) => isRunning(status));
  if (running.length > 1) deps.log.error({ organizationId, count: running.length }, 'an organization has several subscriptions');
  // Ended ones first: at most one row may be running.
  const ordered = [...remotes.filter(({ status }) => !isRunning(status)), ...(live === null ? [] : [live])];
  for (const remote of ordered) {
    const row = rows.find((known) => known.remote_id === remote.id) ?? adoptable(rows, remote);
    await storeOne(deps, tx, { organizationId, remote, row, plans, catalog, owed: remote === live ? owed : [] });
  }
  await tellAccessEnd(deps, tx, organizationId);
  // Once access has ended its own mail says so.
  if (live === null || live.status !== 'past_due' || live.latestInvoiceId === null) return;
  if (await claimInvoiceNotice(tx, organizationId, live.latestInvoiceId)) {
    const subscription = await findCurrentSubscription(tx, organizationId);
    await tellManagers(deps, tx, organizationId, { kind: 'payment-failed', personName: null, subscription });
  }
}

/** A row that never was at the provider becomes the one that is there now. */
const adoptable = (rows: readonly SubscriptionRecord[], remote: RemoteSubscription): SubscriptionRecord | undefined =>
  isRunning(remote.status) ? rows.find((row) => row.remote_id === null && isRunning(row.status)) : undefined;

interface OneSubscription {
  organizationId: string;
  remote: RemoteSubscription;
  row: SubscriptionRecord | undefined;
  plans: readonly PlanRecord[];
  catalog: BillingCatalog | null;
  owed: readonly OpenInvoice[];
}

async function storeOne(deps: SyncDeps, tx: Tx, { organizationId, remote, row, plans, catalog, owed }: OneSubscription): Promise<void> {
  const priceIds = new Set(remote.items.map((item) => item.priceId));
  const planId = plans.find((plan) => plan.remote_base_price_id !== null && priceIds.has(plan.remote_base_price_id))?.id ?? row?.plan_id;
  if (planId === undefined) {
    deps.log.error({ organizationId }, 'a subscription to a plan that is not ours');
    return;
  }
  const now = deps.clock();
  const period = periodOf(remote);
  const change = {
    remote_id: remote.id,
    plan_id: planId,
    status: remote.status,
    current_period_starts_at: period?.startsAt ?? null,
    current_period_ends_at: period?.endsAt ?? null,
    cancels_at_period_end: remote.cancelsAtPeriodEnd,
    has_feature_reimbursement: catalog !== null && priceIds.has(catalog.addon_price_id),
    past_due_since: remote.status === 'past_due' ? (row?.past_due_since ?? now) : null,
    ...owedOf(owed),
    updated_at: now,
  };
  if (row !== undefined) await updateSubscription(tx, organizationId, row.id, change);
  else
    await insertSubscription(tx, {
      ...change,
      organization_id: organizationId,
      id: deps.newId(),
      created_at: remote.createdAt,
      ...neverHadAccess(remote, now),
    });
}

/** What never gave access cannot lose it: a first payment that was not completed is worth no mail. */
const neverHadAccess = ({ status }: RemoteSubscription, now: Date): Partial<SubscriptionRecord> =>
  subscriptionAccess(status, null, now).hasActive ? {} : { access_end_told_at: now };

/** Invoices of one subscription share its currency. */
function owedOf(invoices: readonly OpenInvoice[]): Pick<SubscriptionRecord, 'owed_amount' | 'owed_currency' | 'owed_since'> {
  const [oldest] = invoices;
  if (oldest === undefined) return { owed_amount: null, owed_currency: null, owed_since: null };
  const amount = toDollars(invoices.reduce((sum, invoice) => sum + toCents(invoice.amount), 0n));
  return { owed_amount: amount, owed_currency: oldest.currency, owed_since: oldest.dueAt };
}
