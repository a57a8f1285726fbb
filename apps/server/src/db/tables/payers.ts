import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { instant, ulid } from './column-types.ts';

/** Global: every organization asks the same payers. */
export const payers = pgTable('payers', {
  id: ulid().notNull(),
  name: text().notNull(),
  /** What admins call it, where they gave it such a name; never shown to practices. */
  name_internal: text().notNull().default(''),
  /** The clearinghouse whose name for it the payer goes by; null where an admin named it. */
  named_by: text(),
  /** Clearinghouses in the order in which they are asked; null: as they are configured. */
  route_order: text().array(),
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

/** What a clearinghouse has of a payer. */
export const payerSources = pgTable('payer_sources', {
  payer_id: ulid().notNull(),
  clearinghouse: text().notNull(),
  /** The payer that is asked with it: its own, or the one that was merged into. */
  asked_as: ulid().notNull(),
  /** Null: it cannot be asked there. */
  code: text(),
  /** The clearinghouse's own, as syncs bring it; and what an admin put in its place. */
  name: text(),
  typed_name: text(),
  is_active: boolean().notNull().default(true),
  /** Of a merged one: the switch before the merge. */
  own_is_active: boolean(),
  is_available: boolean().notNull().default(false),
  /** False: asked by phone there, which takes days. */
  is_electronic: boolean().notNull().default(true),
  /** By lists that were read to their end; null: by none. */
  first_listed_at: instant(),
  last_listed_at: instant(),
  /** When an admin entered its code, or brought it back, by hand. */
  entered_at: instant(),
  /** Its configuration; null where it has none. */
  fields: jsonb().$type<PayerField[]>(),
  combos: jsonb().$type<string[][]>(),
  /** What of the asking provider the payer takes beside name and NPI. */
  provider_fields: text().array().notNull().default([]),
});

export const payerPrefixes = pgTable('payer_prefixes', {
  /** First three characters of a member id, upper case. */
  prefix: text().notNull(),
  payer_id: ulid().notNull(),
});
