/** What is asked by telephone, of whom, and what was said (product.md 20.2). */
import * as z from 'zod/mini';
import { id, instant, isoDate, requiredText, workDay } from '../scalars.ts';
import { careLevelSchema } from './case.schema.ts';
import { GRID_FACTS, gridNetworkSchema } from './case-grid.schema.ts';

export const CALL_STATES = ['draft', 'calling', 'partly', 'done'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** Where a number comes from, in the order in which one is chosen. `typed`: from the member's card, by a person. */
export const PHONE_ORIGINS = ['administrator', 'service-contact', 'plan-contact', 'payer-contact', 'payer-list', 'typed'] as const;
export type PhoneOrigin = (typeof PHONE_ORIGINS)[number];

/** Asked beside the cells of the grid; each can be left out. */
export const FIXED_QUESTIONS = [
  'reviewer',
  'authorization-first-day',
  'left-and-reset',
  'counted-together',
  'accreditation',
  'out-of-network-basis',
  'single-case',
  'claims-address',
  'timely-filing',
] as const;
export const fixedQuestionSchema = z.enum(FIXED_QUESTIONS);
export type FixedQuestion = z.infer<typeof fixedQuestionSchema>;

export const CALL_QUESTIONS = [...GRID_FACTS, ...FIXED_QUESTIONS] as const;
const questionKey = z.enum(CALL_QUESTIONS);
export type CallQuestionKey = z.infer<typeof questionKey>;

export const CALL_UNITS = ['days', 'visits', 'hours', 'weeks', 'months'] as const;
const money = z.string().check(z.regex(/^\d{1,9}(\.\d{2})?$/, 'Please enter dollars such as 30.00.'));
const percent = z.string().check(z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Please enter a percentage from 0 to 100.'));

/** `unknown`: the representative could not tell, which is an answer and leaves the cell open. */
export const callValueSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('yes') }),
  z.strictObject({ type: z.literal('no') }),
  z.strictObject({ type: z.literal('unknown') }),
  z.strictObject({ type: z.literal('money'), amount: money }),
  z.strictObject({ type: z.literal('percent'), percent }),
  z.strictObject({ type: z.literal('count'), count: z.int().check(z.minimum(0), z.maximum(99_999)), unit: z.enum(CALL_UNITS) }),
  z.strictObject({ type: z.literal('date'), date: workDay }),
  z.strictObject({ type: z.literal('text'), text: requiredText(1000) }),
]);
export type CallValue = z.infer<typeof callValueSchema>;
export const CALL_VALUE_TYPES = ['yes', 'no', 'unknown', 'money', 'percent', 'count', 'date', 'text'] as const;
export type CallValueType = (typeof CALL_VALUE_TYPES)[number];

const named = z.object({ id, name: z.string() });

export const callQuestionSchema = z.object({
  question: questionKey,
  /** Null, as the network, for a question of the fixed list. */
  level: z.nullable(careLevelSchema),
  network: z.nullable(gridNetworkSchema),
  /** "Outpatient, in network: is prior authorization needed?" */
  words: z.string(),
  /** What the answers say already, so that the caller can hold it against the voice; null: nothing. */
  said: z.nullable(z.string()),
  said_by: z.nullable(z.string()),
  /** Who has the say; null for a question of the fixed list. */
  company: z.nullable(z.string()),
  /** The types that an answer may have, the likeliest first. */
  types: z.array(z.enum(CALL_VALUE_TYPES)),
  /** The answer that counts; null: not asked yet. */
  answer_id: z.nullable(id),
});
export type CallQuestion = z.infer<typeof callQuestionSchema>;

export const callAnswerSchema = z.object({
  id,
  call_sheet_id: id,
  question: questionKey,
  level: z.nullable(careLevelSchema),
  network: z.nullable(gridNetworkSchema),
  words: z.string(),
  value: callValueSchema,
  /** The value as people read it. */
  text: z.string(),
  rep_name: z.string(),
  /** The representative's, or 'refused' where none was given. */
  reference_no: z.string(),
  called_at: instant,
  ended_at: z.nullable(instant),
  on_hold_seconds: z.nullable(z.number()),
  /** Who called. */
  user: named,
  /** The number that was called. */
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  /** The earlier answer that this one corrects. */
  supersedes: z.nullable(id),
  /** Counts no more: corrected, or older than the plan year or 60 days. */
  ended: z.nullable(z.enum(['superseded', 'expired'])),
  /** The last day on which it counts. */
  valid_until: isoDate,
});
export type CallAnswer = z.infer<typeof callAnswerSchema>;

export const phoneChoiceSchema = z.object({
  phone: z.string(),
  origin: z.enum(PHONE_ORIGINS),
  /** Whose number it is, and why this one. */
  name: z.nullable(z.string()),
  words: z.string(),
});
export type PhoneChoice = z.infer<typeof phoneChoiceSchema>;

export const callSheetSchema = z.object({
  id,
  case_id: id,
  inquiry_id: id,
  /** Whom it is made for: the company that is called. */
  company: z.nullable(z.string()),
  purpose: z.nullable(z.string()),
  state: z.enum(CALL_STATES),
  /** Null: no number is known, one can be typed. */
  phone: z.nullable(z.string()),
  phone_origin: z.nullable(z.enum(PHONE_ORIGINS)),
  /** Each number that is known, the best first. */
  phones: z.array(phoneChoiceSchema),
  questions: z.array(callQuestionSchema),
  answers: z.array(callAnswerSchema),
  created_by: named,
  created_at: instant,
  updated_at: instant,
  version: z.number(),
});
export type CallSheet = z.infer<typeof callSheetSchema>;

/** A sheet as a case lists it. */
export const callSheetRowSchema = z.object({
  id,
  case_id: id,
  company: z.nullable(z.string()),
  state: z.enum(CALL_STATES),
  created_by: named,
  created_at: instant,
  version: z.number(),
});
export type CallSheetRow = z.infer<typeof callSheetRowSchema>;

const reference = requiredText(60);

/** What one call brought. All its answers are kept, or none. */
export const callResultSchema = z.strictObject({
  rep_name: requiredText(100),
  /** Required; 'refused' where the representative gives none. */
  reference_no: reference,
  called_at: instant,
  ended_at: z.optional(z.nullable(instant)),
  on_hold_seconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(86_400)))),
  answers: z
    .array(
      z.strictObject({
        question: questionKey,
        level: z.optional(z.nullable(careLevelSchema)),
        network: z.optional(z.nullable(gridNetworkSchema)),
        value: callValueSchema,
        supersedes: z.optional(z.nullable(id)),
      }),
    )
    .check(z.minLength(1, 'Please enter at least one answer.'), z.maxLength(100)),
});
export type CallResult = z.infer<typeof callResultSchema>;
