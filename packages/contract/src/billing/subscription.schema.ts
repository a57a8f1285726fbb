import * as z from 'zod/mini';
import { decimal, id, instant } from '../scalars.ts';

/** The payment provider's words (product.md 4.3). */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

export const planSchema = z.object({
  id,
  name: z.string(),
  /** Dollars a month. */
  base_cost: decimal,
  base_inquiries: z.number(),
  /** Dollars for each inquiry above `base_inquiries`. */
  addl_cost: decimal,
  tier: z.number(),
  /** False: grandfathered, kept by those who have it and sold to nobody. */
  is_enabled: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;

export const subscriptionSchema = z.object({
  id,
  /** The payment provider's id. */
  remote_id: z.nullable(z.string()),
  plan_id: id,
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Whether it gives access now. */
  is_active: z.boolean(),
  current_period_ends_at: z.nullable(instant),
  has_feature_reimbursement: z.boolean(),
  /** Canceled, or to be canceled when the current period ends. */
  has_cancelled: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Completed inquiries of the current period. */
export const usageSchema = z.object({
  used: z.number(),
  included: z.number(),
  /** Those beyond the allowance, and what they cost so far in dollars. */
  extra: z.number(),
  extra_cost: decimal,
});
export type Usage = z.infer<typeof usageSchema>;

/** The next regular invoice as it would be after a change. Amounts in dollars; credits are negative. */
export const previewSchema = z.object({
  /** Hand it over with the change, and exactly this is billed. */
  token: z.string(),
  lines: z.array(z.object({ description: z.string(), amount: decimal, is_proration: z.boolean() })),
  /** Sum of the lines that settle the rest of the current period. */
  proration: decimal,
  total: decimal,
  /** After what stands to the organization's credit. */
  amount_due: decimal,
  billed_at: z.nullable(instant),
});
export type Preview = z.infer<typeof previewSchema>;
