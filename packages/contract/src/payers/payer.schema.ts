/** Payers as staff choose them, and what each wants to know before it answers (product.md 3). */
import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

const payerHead = {
  id,
  name: z.string(),
  is_group: z.boolean(),
  /** Its codes at clearinghouses, only where another payer has the same name. */
  codes: z.optional(z.string()),
};
export const payerSchema = z.object({ ...payerHead, children: z.array(z.object({ ...payerHead, children: z.array(z.never()) })) });
export type Payer = z.infer<typeof payerSchema>;

/** One that a search found. */
export const foundPayerSchema = z.object({
  ...payerHead,
  /** The group it is chosen through. */
  group: z.nullable(z.object({ id, name: z.string() })),
  /** Why it was found where its name does not show it: a name it had, one that a clearinghouse uses, or one of ours, which is not told. */
  found_by: z.nullable(
    z.union([
      z.object({ kind: z.enum(['formerly', 'also']), name: z.string() }),
      z.object({ kind: z.literal('internal'), name: z.null() }),
    ]),
  ),
});
export type FoundPayer = z.infer<typeof foundPayerSchema>;

export const payerFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  allowed: z.boolean(),
  required: z.boolean(),
  /** A JavaScript regular expression; null where the payer gave none that compiles. */
  pattern: z.nullable(z.string()),
  maxLength: z.nullable(z.number()),
  /** Earliest date allowed, YYYY-MM-DD. */
  min: z.nullable(z.string()),
  options: z.array(z.object({ id: z.string(), name: z.string() })),
  multiple: z.boolean(),
  /** How many options may be chosen; null: no limit stated. */
  max_options: z.nullable(z.number()),
});
export type PayerField = z.infer<typeof payerFieldSchema>;

export const payerFormSchema = z.object({
  fields: z.array(payerFieldSchema),
  /** Lists of field names; the patient may be identified by all fields of any one of them. */
  combos: z.array(z.array(z.string())),
});
export type PayerSchema = z.infer<typeof payerFormSchema>;

/** What to expect of a payer now, from how it answered everybody lately; null is not known, and then nothing is said. */
export const payerExpectationSchema = z.object({
  /** Whole seconds in the middle of its last answers. */
  usual_seconds: z.nullable(z.number()),
  /** Questions go unanswered: since its last answer, or the first of them where none is known. To the minute. */
  silent_since: z.nullable(instant),
  /** Codes of service types that it takes, yet never answered about, however often it was asked lately. */
  silent_services: z.array(z.string()),
});
export type PayerExpectation = z.infer<typeof payerExpectationSchema>;
