/** What differs between two answers about one person and one policy (product.md 18.4). */
import * as z from 'zod/mini';

export const GRAVITIES = ['urgent', 'look', 'info'] as const;
/** `urgent`: act before the next visit; `look`: somebody should see it; `info`: shown in the timeline only. */
export const gravitySchema = z.enum(GRAVITIES);
export type Gravity = z.infer<typeof gravitySchema>;

/** The gravest first, in the order in which changes are told. */
export const CHANGE_CODES = [
  'deceased',
  'became-inactive',
  'coverage-ended',
  'coverage-ends-soon',
  'at-risk-began',
  'other-payer-now-primary',
  'other-payer-appeared',
  'medicare-advantage-appeared',
  'carve-out-appeared',
  'carve-out-changed',
  'plan-changed',
  'member-id-changed',
  'now-not-covered',
  'authorization-now-required',
  'limit-exhausted',
  'retro-ended',
  'active-again',
  'retro-added',
  'identity-corrected',
  'group-changed',
  'network-name-changed',
  'plan-year-began',
  'went-backwards',
  'copay-changed',
  'coinsurance-changed',
  'deductible-total-changed',
  'out-of-pocket-total-changed',
  'limit-changed',
  'authorization-no-longer',
  'contradiction-began',
  'now-silent',
  'deductible-met',
  'out-of-pocket-met',
  'accumulated',
  'no-longer-silent',
  'contact-changed',
  'words-only',
] as const;
export const changeCodeSchema = z.enum(CHANGE_CODES);
export type ChangeCode = z.infer<typeof changeCodeSchema>;

const words = z.nullable(z.string());

/** Where in the answer a change is, in words for staff; null: it is not about one of these, or about all of them. */
export const changePlaceSchema = z.object({ plan: words, service: words, level: words, network: words, period: words });
export type ChangePlace = z.infer<typeof changePlaceSchema>;

export const changeSchema = z.object({
  code: changeCodeSchema,
  gravity: gravitySchema,
  place: changePlaceSchema,
  /** What each answer says there, in words; null: it says nothing. Several lines of one place are joined by "; ". */
  before: words,
  after: words,
  /** The payer's own lines in each answer; empty for what the head of a plan or of a person says. */
  before_line_ids: z.array(z.string()),
  after_line_ids: z.array(z.string()),
  /** One plain sentence for staff. */
  words: z.string(),
  /** One sentence: what to do; null where nothing is to be done. */
  action: words,
});
export type Change = z.infer<typeof changeSchema>;

/** A part of the two answers that was not compared, and the reason, both in words for staff. */
export const notComparableSchema = z.object({ what: z.string(), why: z.string() });
export type NotComparable = z.infer<typeof notComparableSchema>;
