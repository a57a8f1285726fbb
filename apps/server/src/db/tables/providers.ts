import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, ulid } from './column-types.ts';

export const providers = pgTable('providers', {
  organization_id: ulid().notNull(),
  id: ulid().notNull(),
  name: text().notNull(),
  npi: text().notNull(),
  tax_id: text().notNull(),
  is_active: boolean().notNull().default(true),
  is_override: boolean().notNull().default(false),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});
