import { boolean, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, ulid } from './column-types.ts';

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
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const plans = pgTable('plans', {
  id: ulid().notNull(),
  name: text().notNull(),
  /** Dollars a month. */
  base_cost: numeric({ precision: 10, scale: 2 }).notNull(),
  base_inquiries: integer().notNull(),
  /** Dollars for each inquiry above `base_inquiries`. */
  addl_cost: numeric({ precision: 10, scale: 2 }).notNull(),
  tier: integer().notNull(),
  is_enabled: boolean().notNull().default(true),
  /** Prices at the payment provider; null until it was set up there. */
  remote_base_price_id: text(),
  remote_extra_price_id: text(),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});

export const subscriptions = pgTable('subscriptions', {
  organization_id: ulid().notNull(),
  id: ulid().notNull(),
  /** The payment provider's id; null only for demo data. */
  remote_id: text(),
  plan_id: ulid().notNull(),
  status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
  current_period_starts_at: instant(),
  current_period_ends_at: instant(),
  cancels_at_period_end: boolean().notNull().default(false),
  has_feature_reimbursement: boolean().notNull().default(false),
  /** Set while the status is past_due. */
  past_due_since: instant(),
  /** Sum of the open invoices in dollars; null where nothing is owed. */
  owed_amount: numeric({ precision: 10, scale: 2 }),
  owed_currency: text(),
  /** When the oldest open invoice was due. */
  owed_since: instant(),
  /** When the managers were told that access has ended; null while there is access. */
  access_end_told_at: instant(),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});
