import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant, ulid } from './column-types.ts';

export const users = pgTable('users', {
  organization_id: ulid().notNull(),
  id: ulid().notNull(),
  email: text().notNull(),
  /** Null until a first password is set through a mailed link. */
  password_hash: text(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  /** Ten digits or ''. */
  phone: text().notNull().default(''),
  is_active: boolean().notNull().default(true),
  is_admin: boolean().notNull().default(false),
  is_manager: boolean().notNull().default(false),
  is_restricted: boolean().notNull().default(false),
  perm_reimbursements: boolean().notNull().default(false),
  last_login_at: instant(),
  tos_version: text(),
  tos_accepted_at: instant(),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  organization_id: ulid().notNull(),
  id: ulid().notNull(),
  user_id: ulid().notNull(),
  token_hash: bytea().notNull(),
  created_at: instant().notNull(),
  last_seen_at: instant().notNull(),
  /** The latest end, whatever the activity. */
  ends_at: instant().notNull(),
  is_factor_pending: boolean().notNull().default(false),
  user_agent: text(),
  address: text(),
  ended_at: instant(),
});

export const knownDevices = pgTable('known_devices', {
  organization_id: ulid().notNull(),
  user_id: ulid().notNull(),
  token_hash: bytea().notNull(),
  created_at: instant().notNull(),
  last_used_at: instant().notNull(),
});

export const loginCounters = pgTable('login_counters', {
  counter: bytea().notNull(),
  /** Failures since `window_started_at`. */
  failures: integer().notNull(),
  window_started_at: instant().notNull(),
  /** Failures since the last success. */
  streak: integer().notNull(),
  last_failure_at: instant().notNull(),
  blocked_until: instant(),
});
