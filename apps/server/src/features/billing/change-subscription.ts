/** Changing the plan or the add-on: settled with the next regular invoice, and exactly as it was shown before (product.md 14.2). */
import type { Preview } from '@coverlight/contract/billing/subscription.schema.ts';
import { toCents, toDollars } from '@coverlight/domain/billing/money.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalid } from '#http/app-error.ts';
import type { BillingCaller } from './billing-caller.ts';
import { withBillingLease } from './billing-lease.ts';
import { linesInWords } from './invoice-words.ts';
import { planChange, refusedChange, type ChangeRequest } from './plan-change.ts';
import { listPlans, type PlanRecord } from './plans.repository.ts';
import { openPreview, sealPreview } from './preview-token.ts';
import { findCurrentSubscription, type SubscriptionRecord } from './subscriptions.repository.ts';
import { syncSubscription } from './sync-subscription.ts';

/** The next regular invoice as it would be after the change. */
export async function previewChange(deps: Deps, caller: BillingCaller, change: ChangeRequest): Promise<Preview> {
  const { organizationId, requestId } = caller;
  const { remote, changes, coupon, priceNames } = await planChange(deps, organizationId, change);
  const shown = await deps.billing.previewChange({ subscriptionId: remote.id, changes, key: `${organizationId}:preview:${requestId}` });
  if (shown.kind === 'refused') throw refusedChange(shown, change.promotion !== null);
  const { lines, total, amountDue, credit, billedAt } = shown;
  // Without a change of its own the invoice holds what earlier ones left.
  const proratedFrom = changes.length === 0 ? null : shown.proratedFrom;
  const own = lines.filter((line) => line.isProration && line.startsAt?.getTime() === proratedFrom?.getTime());
  return {
    token: sealPreview(deps.counterSecret, { organizationId, change, remote }, proratedFrom, deps.clock()),
    lines: linesInWords(lines, priceNames),
    proration: toDollars(own.reduce((sum, line) => sum + toCents(line.amount), 0n)),
    total,
    credit,
    amount_due: amountDue,
    billed_at: billedAt?.toISOString() ?? null,
    is_made: changes.length === 0,
    coupon:
      coupon === null
        ? null
        : { percent_off: coupon.percentOff, amount_off: coupon.amountOff, duration: coupon.duration, months: coupon.months },
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
    const before = await deps.db.asOrganization(organizationId, async (tx) => await findCurrentSubscription(tx, organizationId));
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
      const row = await findCurrentSubscription(tx, organizationId);
      if (row === null) throw new Error('a subscription that was changed is not there');
      await recordAudit(tx, caller.actor, deps.clock(), {
        action: 'subscription.change',
        objectType: 'subscription',
        objectIds: [row.id],
        changedFields: [changeWords(before, row, await listPlans(tx), change)],
      });
      return row;
    });
  });
}

/** From what to what, as the audit log shows it: plans by their names, which say nothing about a patient. */
function changeWords(
  before: SubscriptionRecord | null,
  after: SubscriptionRecord,
  plans: readonly PlanRecord[],
  change: ChangeRequest,
): string {
  const nameOf = (id: string | undefined) => plans.find((plan) => plan.id === id)?.name ?? 'none';
  const onOff = (isOn: boolean | undefined) => (isOn === true ? 'on' : 'off');
  return change.planId === null
    ? `has_feature_reimbursement: ${onOff(before?.has_feature_reimbursement)} to ${onOff(after.has_feature_reimbursement)}`
    : `plan_id: ${nameOf(before?.plan_id)} to ${nameOf(after.plan_id)}`;
}
