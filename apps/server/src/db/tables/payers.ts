import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { instant, ulid } from './column-types.ts';

/** Global: every organization asks the same payers. */
export const payers = pgTable('payers', {
  id: ulid().notNull(),
  name: text().notNull(),
  /** What admins call it; never shown to practices. */
  name_internal: text().notNull().default(''),
  /** Availity's code; null where Availity does not know the payer. `is_active` and `is_available` are Availity's too. */
  code: text(),
  is_active: boolean().notNull().default(true),
  is_available: boolean().notNull().default(false),
  pverify_code: text(),
  pverify_name: text(),
  pverify_is_active: boolean().notNull().default(true),
  pverify_is_available: boolean().notNull().default(false),
  /** False: asked by phone there, which takes days. */
  pverify_is_electronic: boolean().notNull().default(true),
  is_blue: boolean().notNull().default(false),
  is_group: boolean().notNull().default(false),
  split_service_type: boolean().notNull().default(false),
  /** The group it is chosen through. */
  payer_group_id: ulid(),
  /** The payer it was merged into. */
  parent_id: ulid(),
  deleted_at: instant(),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});

export const payerSchemas = pgTable('payer_schemas', {
  payer_id: ulid().notNull(),
  fields: jsonb().$type<PayerField[]>().notNull(),
  combos: jsonb().$type<string[][]>().notNull(),
  /** What of the asking provider the payer takes beside name and NPI. */
  provider_fields: text().array().notNull().default([]),
  /** An admin's word is not overwritten by a sync. */
  source: text({ enum: ['availity', 'admin', 'default'] }).notNull(),
  updated_at: instant().notNull().defaultNow(),
});

export const payerPrefixes = pgTable('payer_prefixes', {
  /** First three characters of a member id, upper case. */
  prefix: text().notNull(),
  payer_id: ulid().notNull(),
});
