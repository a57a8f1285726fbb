import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant, ulid } from './column-types.ts';

export const organizations = pgTable('organizations', {
  id: ulid().notNull(),
  /** The organization itself, so that the rule for tenant tables holds here too. */
  organization_id: ulid()
    .notNull()
    .generatedAlwaysAs(sql`id`),
  name: text().notNull(),
  is_active: boolean().notNull().default(true),
  has_override_reimbursement: boolean().notNull().default(false),
  perm_provider_override: boolean().notNull().default(false),
  require_second_factor: boolean().notNull().default(false),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});

export const organizationKeys = pgTable('organization_keys', {
  organization_id: ulid().notNull(),
  purpose: text({ enum: ['data', 'search'] }).notNull(),
  version: integer().notNull(),
  wrapped_key: bytea().notNull(),
  /** Which DATA_KEY wrapped it. */
  wrapping_key_id: text().notNull(),
  created_at: instant().notNull().defaultNow(),
  /** The newest version whose time has come is the one to write with. */
  active_from: instant().notNull(),
});
