/** Switching an organization on and off, and what it may do (docs/product.md 2.14, 6.1). */
import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { syncSubscriptionJob } from '#features/billing/billing.jobs.ts';
import { PERSON_WAITS_MS } from '#features/billing/billing-caller.ts';
import { isRunning } from '#features/billing/subscriptions.repository.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockOrganization } from '#features/organizations/organizations.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import {
  endAllSessions,
  findAdminOrganization,
  findAdminSubscription,
  updateOrganization,
  type OrganizationChange,
} from './admin-organizations.repository.ts';

/** Why an override cannot be switched on. */
export const NO_PLATFORM_PROVIDER = 'The platform provider is not set, so nothing can be asked under it.';

interface AskedChange {
  id: string;
  change: OrganizationChange;
  /** Its subscription is to end with the period that is paid. */
  cancels: boolean;
  actor: Actor;
}

/** Throws 404 and 409. Deactivating ends every session of its members at once; if its subscription cannot be cancelled, nothing happens. */
export async function changeOrganization(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'billing' | 'queue' | 'newId'>,
  { id, change, cancels, actor }: AskedChange,
): Promise<AdminOrganization> {
  if (change.is_active === false && id === INTERNAL_ORGANIZATION_ID) throw conflict('Coverlight itself cannot be deactivated.');
  const check = async (tx: Tx): Promise<AdminOrganization> => {
    const organization = await findAdminOrganization(tx, id, deps.clock());
    if (organization === null) throw notFound();
    if (change.perm_provider_override === true && deps.config.platformProvider === null) throw conflict(NO_PLATFORM_PROVIDER);
    return organization;
  };
  await deps.db.asAdminFor(id, check);
  const isCanceled = cancels && (await cancelSubscription(deps, id));
  return await deps.db.asAdminFor(id, async (tx) => {
    const now = deps.clock();
    await lockOrganization(tx);
    const organization = await check(tx);
    const named = ['is_active', 'perm_provider_override', 'has_override_reimbursement'] as const;
    const changedFields: string[] = named.filter((field) => change[field] !== undefined && change[field] !== organization[field]);
    if (isCanceled) changedFields.push('subscription');
    if (changedFields.length === 0) return organization;
    await updateOrganization(tx, change, now);
    if (change.is_active === false) await endAllSessions(tx, now);
    if (isCanceled) await deps.queue.enqueue(tx, syncSubscriptionJob, { organizationId: id }, { key: id });
    await recordAudit(tx, actor, now, { action: 'organization.update', objectType: 'organization', objectIds: [id], changedFields });
    return (await findAdminOrganization(tx, id, now)) ?? organization;
  });
}

/** Before anything is stored: a payment provider that does not answer stops the whole. False where there is nothing to cancel. */
async function cancelSubscription(deps: Pick<Deps, 'db' | 'clock' | 'billing' | 'newId'>, id: string): Promise<boolean> {
  const subscription = await deps.db.asAdmin(async (tx) => await findAdminSubscription(tx, id, deps.clock()));
  if (subscription === null || subscription.remote_id === null || subscription.has_cancelled || !isRunning(subscription.status))
    return false;
  const { remote_id: subscriptionId } = subscription;
  await deps.billing.within(PERSON_WAITS_MS, async () => {
    await deps.billing.cancelAtPeriodEnd({ subscriptionId, key: `${id}:cancel:${deps.newId()}` });
  });
  return true;
}
