import { boolean, date, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { PLAN_STATES } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { bytea, instant, ulid } from './column-types.ts';

/** Contract's statuses without `expired`, which is derived when reading. */
export const STORED_STATUSES = ['draft', 'pending', 'complete', 'max-retry', 'unknown', 'cancel', 'error', 'failure'] as const;

export interface Asked {
  service_types: string[];
  practice_type: string | null;
  /** What the payer of an active plan said nothing about; null or absent where that is not known. */
  silent?: string[] | null;
}

/** What lists read; what is long or opened one at a time is in `inquiryContents`. */
export const inquiries = pgTable('inquiries', {
  organization_id: ulid().notNull(),
  id: ulid().notNull(),
  user_id: ulid().notNull(),
  provider_id: ulid().notNull(),
  payer_id: ulid().notNull(),
  status: text({ enum: STORED_STATUSES }).notNull(),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
  /** Null for a draft. */
  sent_at: instant(),
  /** YYYY-MM-DD; null means the day of asking. */
  as_of_date: date({ mode: 'string' }),
  source: text(),
  plan_status: text(),
  plan_state: text({ enum: PLAN_STATES }),
  /** The returned name and birth date both differ from the typed ones. */
  is_person_in_doubt: boolean().notNull().default(false),
  /** When somebody said that it is the patient all the same. */
  person_confirmed_at: instant(),
  /** Null before an answer. */
  is_handled_elsewhere: boolean(),
  is_other_payer_first: boolean(),
  payer_name_override: text(),
  is_hidden: boolean().notNull().default(false),
  dismissed_at: instant(),
  parent_id: ulid(),
  had_reimbursement: boolean().notNull().default(false),
  /** Whether the payer returned coverage; false until it has answered. */
  has_coverage: boolean().notNull().default(false),
  answered_at: instant(),
  /** YYYY-MM-DD: when the cover that was told of ends; null where it does not, or nobody said so. */
  ends_on: date({ mode: 'string' }),
  asked: jsonb().$type<Asked>(),
  /** Name of the platform's provider it was asked under; null when asked under the practice's own. */
  asked_under: text(),
  /** When asking on in the background ends; null for a draft. */
  deadline_at: instant(),
  /** When something is due for it; null when nothing is left to be asked. */
  next_turn_at: instant(),
  /** Of an error: who refused it. */
  refused_by: text({ enum: ['clearinghouse', 'payer'] }),
  /** Who is served first: 0 somebody at a desk, 1 a batch, 2 a plan. */
  lane: smallint().notNull().default(0),
  /** The batch it was sent by. */
  batch_id: ulid(),
  /** Ciphertext; null in a draft without a name. */
  patient_name: bytea(),
});

/** Ciphertext throughout. */
export const inquiryContents = pgTable('inquiry_contents', {
  organization_id: ulid().notNull(),
  inquiry_id: ulid().notNull(),
  submission: bytea().notNull(),
  /** Until the inquiry has ended. */
  ssn: bytea(),
  coverage: bytea(),
  raw_answer: bytea(),
  remote_errors: bytea(),
  returned_patient: bytea(),
});
