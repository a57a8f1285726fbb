/** An organization as a customer: its account at the payment provider and its subscriptions, as last read from there. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { subscriptions } from '#db/tables/billing.ts';

export type SubscriptionRecord = typeof subscriptions.$inferSelect;

export interface BillingAccount {
  remote_customer_id: string | null;
  version: string;
  notified_invoice_id: string | null;
}

const ENDED = ['canceled', 'incomplete_expired'] as const;
/** A subscription that has not ended for good; an organization has at most one. */
export const isRunning = (status: SubscriptionRecord['status']): boolean => !(ENDED as readonly string[]).includes(status);

const NO_ACCOUNT: BillingAccount = { remote_customer_id: null, version: '0', notified_invoice_id: null };

export async function findAccount(tx: Tx, organizationId: string): Promise<BillingAccount> {
  const [row] = await tx.query<BillingAccount & Record<string, unknown>>(
    'find-billing-account',
    'SELECT remote_customer_id, version::text, notified_invoice_id FROM billing_accounts WHERE organization_id = $1',
    [organizationId],
  );
  return row ?? NO_ACCOUNT;
}

async function ensureAccount(tx: Tx, organizationId: string): Promise<void> {
  await tx.queryOnce('INSERT INTO billing_accounts (organization_id) VALUES ($1) ON CONFLICT DO NOTHING', [organizationId]);
}

export async function saveCustomer(tx: Tx, organizationId: string, remoteCustomerId: string): Promise<void> {
  await ensureAccount(tx, organizationId);
  await tx.queryOnce('UPDATE billing_accounts SET remote_customer_id = $2 WHERE organization_id = $1', [organizationId, remoteCustomerId]);
}

/** False where somebody holds it. A process that died lets go at `until`. */
export async function takeLease(tx: Tx, organizationId: string, owner: string, now: Date, until: Date): Promise<boolean> {
  await ensureAccount(tx, organizationId);
  const rows = await tx.queryOnce(
    `UPDATE billing_accounts SET lease_owner = $2, lease_until = $4
     WHERE organization_id = $1 AND (lease_until IS NULL OR lease_until < $3) RETURNING organization_id`,
    [organizationId, owner, now, until],
  );
  return rows.length > 0;
}

/** False where it is no longer the owner's. */
export async function extendLease(tx: Tx, organizationId: string, owner: string, until: Date): Promise<boolean> {
  const rows = await tx.queryOnce(
    'UPDATE billing_accounts SET lease_until = $3 WHERE organization_id = $1 AND lease_owner = $2 RETURNING organization_id',
    [organizationId, owner, until],
  );
  return rows.length > 0;
}

export async function releaseLease(tx: Tx, organizationId: string, owner: string): Promise<void> {
  await tx.queryOnce('UPDATE billing_accounts SET lease_owner = NULL, lease_until = NULL WHERE organization_id = $1 AND lease_owner = $2', [
    organizationId,
    owner,
  ]);
}

/** False where somebody else wrote since `version` was read: what was read from the provider may then be older than what is stored. */
export async function advanceVersion(tx: Tx, organizationId: string, version: string): Promise<boolean> {
  const rows = await tx.queryOnce(
    'UPDATE billing_accounts SET version = version + 1 WHERE organization_id = $1 AND version = $2 RETURNING organization_id',
    [organizationId, version],
  );
  return rows.length > 0;
}

/** True once for each failed invoice. */
export async function claimInvoiceNotice(tx: Tx, organizationId: string, invoiceId: string): Promise<boolean> {
  const rows = await tx.queryOnce(
    `UPDATE billing_accounts SET notified_invoice_id = $2
     WHERE organization_id = $1 AND notified_invoice_id IS DISTINCT FROM $2 RETURNING organization_id`,
    [organizationId, invoiceId],
  );
  return rows.length > 0;
}

/** True at most once in 24 hours. */
export async function claimManagersNotice(tx: Tx, organizationId: string, now: Date): Promise<boolean> {
  await ensureAccount(tx, organizationId);
  const rows = await tx.queryOnce(
    `UPDATE billing_accounts SET managers_notified_at = $2::timestamptz
     WHERE organization_id = $1 AND (managers_notified_at IS NULL OR managers_notified_at <= $2::timestamptz - interval '24 hours') RETURNING organization_id`,
    [organizationId, now],
  );
  return rows.length > 0;
}

/** Organizations that were past due before `dueBefore` and whose managers do not know yet that access has ended. */
export async function listEndedGrace(tx: Tx, dueBefore: Date): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>('find-ended-grace', 'SELECT * FROM find_ended_grace($1, $2)', [dueBefore, 1000]);
  return rows.map((row) => row.organization_id);
}

const selectCurrent = (tx: Tx, organizationId: string) =>
  tx.orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.organization_id, organizationId))
    .orderBy(sql`${subscriptions.status} IN ('canceled', 'incomplete_expired')`, desc(subscriptions.created_at))
    .limit(1);

/** The running one if there is one, else the last that ran. */
export async function findCurrentSubscription(tx: Tx, organizationId: string): Promise<SubscriptionRecord | null> {
  const [row] = await selectCurrent(tx, organizationId);
  return row ?? null;
}

/** As it is once whoever is changing it has ended. Who asks so comes one after the other. */
export async function lockCurrentSubscription(tx: Tx, organizationId: string): Promise<SubscriptionRecord | null> {
  await selectCurrent(tx, organizationId).for('update');
  // Another one may have begun while this waited.
  return await findCurrentSubscription(tx, organizationId);
}

export async function listSubscriptions(tx: Tx, organizationId: string): Promise<SubscriptionRecord[]> {
  return await tx.orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.organization_id, organizationId))
    .orderBy(desc(subscriptions.created_at));
}

export async function insertSubscription(tx: Tx, row: typeof subscriptions.$inferInsert): Promise<void> {
  await tx.orm.insert(subscriptions).values(row);
}

export async function updateSubscription(tx: Tx, organizationId: string, id: string, change: Partial<SubscriptionRecord>): Promise<void> {
  await tx.orm
    .update(subscriptions)
    .set(change)
    .where(and(eq(subscriptions.organization_id, organizationId), eq(subscriptions.id, id)));
}

/** For demo data alone: the sandbox has forgotten this customer, and the row waits for a new subscription there. */
export async function forgetRemote(tx: Tx, organizationId: string, subscriptionId: string): Promise<void> {
  await tx.queryOnce('UPDATE billing_accounts SET remote_customer_id = NULL WHERE organization_id = $1', [organizationId]);
  await updateSubscription(tx, organizationId, subscriptionId, { remote_id: null });
}
