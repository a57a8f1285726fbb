/** Changing the plan or the add-on: settled with the next regular invoice, and exactly as it was shown before (product.md 14.2). */
import type { Preview } from '@coverlight/contract/billing/subscription.schema.ts';
import { toCents, toDollars } from '@coverlight/domain/billing/money.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalid } from '#http/app-error.ts';
import type { BillingCaller } from './billing-caller.ts';
import { withBillingLease } from './billing-lease.ts';
import { planChange, refusedChange, type ChangeRequest } from './plan-change.ts';
import { openPreview, sealPreview } from './preview-token.ts';
import { findCurrentSubscription, type SubscriptionRecord } from './subscriptions.repository.ts';
import { syncSubscription } from './sync-subscription.ts';

/** The next regular invoice as it would be after the change. */
export async function previewChange(deps: Deps, caller: BillingCaller, change: ChangeRequest): Promise<Preview> {
  const { organizationId, requestId } = caller;
  const { remote, changes } = await planChange(deps, organizationId, change);
  const shown = await deps.billing.previewChange({ subscriptionId: remote.id, changes, key: `${organizationId}:preview:${requestId}` });
  if (shown.kind === 'refused') throw refusedChange(shown, change.promotion !== null);
  const { lines, total, amountDue, billedAt } = shown;
  // Without a change of its own the invoice holds what earlier ones left.
  const proratedFrom = changes.length === 0 ? null : shown.proratedFrom;
  const own = lines.filter((line) => line.isProration && line.startsAt?.getTime() === proratedFrom?.getTime());
  return {
    token: sealPreview(deps.counterSecret, { organizationId, change, remote }, proratedFrom, deps.clock()),
    lines: lines.map(({ description, amount, isProration }) => ({ description, amount, is_proration: isProration })),
    proration: toDollars(own.reduce((sum, line) => sum + toCents(line.amount), 0n)),
    total,
    amount_due: amountDue,
    billed_at: billedAt?.toISOString() ?? null,
  };
}

/** `preview`: the token of what was shown; null counts from now. The subscription as it then is. */
export async function changeSubscription(
  deps: Deps,
  caller: BillingCaller,
  { change, preview }: { change: ChangeRequest; preview: string | null },
): Promise<SubscriptionRecord> {
  const { organizationId, requestId } = caller;
  return await withBillingLease(deps, organizationId, async (keep) => {
    const { remote, changes } = await planChange(deps, organizationId, change);
    // It is so already, as after a second click.
    if (changes.length > 0) {
      const sealed = { organizationId, change, remote };
      const seen = preview === null ? { proratedFrom: null } : openPreview(deps.counterSecret, sealed, preview, deps.clock());
      if (seen === false) throw invalid({ NOFIELD: ['The amounts are out of date. Please look at them again.'] });
      await keep();
      const key = `${organizationId}:change:${requestId}`;
      const outcome = await deps.billing.changeItems({ subscriptionId: remote.id, changes, proratedFrom: seen.proratedFrom, key });
      if (outcome.kind === 'refused') throw refusedChange(outcome, change.promotion !== null);
    }
    await syncSubscription(deps, organizationId);
    return await deps.db.asOrganization(organizationId, async (tx) => {
      const changed = change.planId === null ? 'has_feature_reimbursement' : 'plan_id';
      const row = await findCurrentSubscription(tx, organizationId);
      if (row === null) throw new Error('a subscription that was changed is not there');
      await recordAudit(tx, caller.actor, deps.clock(), {
        action: 'subscription.change',
        objectType: 'subscription',
        objectIds: [row.id],
        changedFields: [changed],
      });
      return row;
    });
  });
}
