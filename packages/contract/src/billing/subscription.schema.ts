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
  /** What is to be paid now; null where nothing is. */
  owed: z.nullable(
    z.object({
      /** Dollars of all open invoices. */
      amount: decimal,
      currency: z.string(),
      /** Of the oldest one. */
      due_at: instant,
      /** Until when one may work although it is not paid; null where access has ended. */
      access_ends_at: z.nullable(instant),
    }),
  ),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Completed inquiries of the current period. */
export const usageSchema = z.object({
  period_starts_at: instant,
  /** Null where the payment provider has named no period yet. */
  period_ends_at: z.nullable(instant),
  used: z.number(),
  included: z.number(),
  /** Those beyond the allowance, and what they cost so far in dollars. */
  extra: z.number(),
  extra_cost: decimal,
});
export type Usage = z.infer<typeof usageSchema>;

export const invoiceLineSchema = z.object({
  description: z.string(),
  amount: decimal,
  is_proration: z.boolean(),
  starts_at: z.nullable(instant),
  ends_at: z.nullable(instant),
});
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

/** What a coupon gives: percent or dollars off, for one invoice, some months, or always. */
export const couponSchema = z.object({
  percent_off: z.nullable(z.string()),
  amount_off: z.nullable(decimal),
  duration: z.enum(['once', 'repeating', 'forever']),
  /** Of 'repeating'. */
  months: z.nullable(z.number()),
});
export type Coupon = z.infer<typeof couponSchema>;

/** The next regular invoice as it would be after a change. Amounts in dollars; credits are negative. */
export const previewSchema = z.object({
  /** Hand it over with the change, and exactly this is billed. */
  token: z.string(),
  /** Those that cost or credit something. */
  lines: z.array(invoiceLineSchema),
  /** Sum of the lines that settle the rest of the current period. */
  proration: decimal,
  total: decimal,
  /** What stood to the organization's credit before this invoice. */
  credit: decimal,
  /** After that credit; never below zero: what is left of it is carried on. */
  amount_due: decimal,
  billed_at: z.nullable(instant),
  /** It is so already: nothing would change. */
  is_made: z.boolean(),
  /** Of the code that was handed over; null without one. */
  coupon: z.nullable(couponSchema),
});
export type Preview = z.infer<typeof previewSchema>;

/** An invoice that was made. Amounts in dollars. */
export const invoiceSchema = z.object({ lines: z.array(invoiceLineSchema), total: decimal, billed_at: z.nullable(instant) });
export type Invoice = z.infer<typeof invoiceSchema>;
