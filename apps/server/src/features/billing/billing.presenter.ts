import type { Invoice, Plan, Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { accessEndsAt, subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { BillingPeriod } from '@coverlight/domain/billing/usage-period.ts';
import type { InvoicePreview } from '#ports/billing-gateway.ts';
import { linesInWords, type PriceName } from './invoice-words.ts';
import type { PlanRecord } from './plans.repository.ts';
import type { SubscriptionRecord } from './subscriptions.repository.ts';
import type { PeriodUsage } from './usage.repository.ts';

export const presentPlan = ({ id, name, base_cost, base_inquiries, addl_cost, tier, is_enabled }: PlanRecord): Plan => ({
  id,
  name,
  base_cost,
  base_inquiries,
  addl_cost,
  tier,
  is_enabled,
});

export function presentSubscription(row: SubscriptionRecord, now: Date): Subscription {
  const { id, remote_id, plan_id, status, has_feature_reimbursement } = row;
  return {
    id,
    remote_id,
    plan_id,
    status,
    is_active: subscriptionAccess(status, row.past_due_since, now).hasActive,
    current_period_ends_at: row.current_period_ends_at?.toISOString() ?? null,
    has_feature_reimbursement,
    has_cancelled: status === 'canceled' || row.cancels_at_period_end,
    owed: presentOwed(row, now),
  };
}

function presentOwed(row: SubscriptionRecord, now: Date): Subscription['owed'] {
  const { owed_amount: amount, owed_currency: currency, owed_since: since } = row;
  if (amount === null || currency === null || since === null) return null;
  const endsAt = accessEndsAt(row.status, row.past_due_since);
  return { amount, currency, due_at: since.toISOString(), access_ends_at: endsAt !== null && endsAt > now ? endsAt.toISOString() : null };
}

/** `endsAt` null: the payment provider has named no period yet. */
export const presentUsage = (
  { used, extra, extra_cost }: PeriodUsage,
  included: number,
  { startsAt, endsAt }: { startsAt: Date; endsAt: BillingPeriod['endsAt'] | null },
): Usage => ({
  period_starts_at: startsAt.toISOString(),
  period_ends_at: endsAt?.toISOString() ?? null,
  used,
  included,
  extra,
  extra_cost,
});

export const presentInvoice = ({ lines, total, billedAt }: InvoicePreview, names: ReadonlyMap<string, PriceName>): Invoice => ({
  lines: linesInWords(lines, names),
  total,
  billed_at: billedAt?.toISOString() ?? null,
});
