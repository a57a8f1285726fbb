import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant, ulid } from './column-types.ts';

/** Who did or saw what. Names of fields, never values; never search terms. The server can only add rows. */
export const auditEvents = pgTable('audit_events', {
  organization_id: ulid().notNull(),
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  at: instant().notNull(),
  /** Null for what no person did, and for a sign-in with an unknown address. */
  actor_user_id: ulid(),
  /** Differs from `organization_id` where a platform admin acted. */
  actor_organization_id: ulid(),
  actor_role: text({ enum: ['anonymous', 'restricted', 'standard', 'manager', 'admin', 'system'] }).notNull(),
  session_id: ulid(),
  action: text().notNull(),
  object_type: text(),
  object_ids: text().array().notNull().default([]),
  /** Keyed digest that ties together what was done about one patient. */
  patient_key: bytea(),
  outcome: text({ enum: ['done', 'refused', 'failed'] }).notNull(),
  address: text(),
  user_agent: text(),
  request_id: text(),
  changed_fields: text().array().notNull().default([]),
  /** Why a platform admin looked; null for everybody else. */
  reason: text(),
});
