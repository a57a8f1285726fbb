import type { Plan, Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
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
  };
}

export const presentUsage = ({ used, extra, extra_cost }: PeriodUsage, included: number): Usage => ({ used, included, extra, extra_cost });
