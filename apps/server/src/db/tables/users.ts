import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, ulid } from './column-types.ts';

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
  /** Left out of every statement: the server's roles may not write it. */
  is_admin: boolean().notNull().generatedAlwaysAs(false),
  is_manager: boolean().notNull().default(false),
  is_restricted: boolean().notNull().default(false),
  perm_reimbursements: boolean().notNull().default(false),
  last_login_at: instant(),
  tos_version: text(),
  tos_accepted_at: instant(),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});
