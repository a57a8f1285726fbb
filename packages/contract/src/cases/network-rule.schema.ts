/** Rules by which a practice knows whether it is in a plan's network; never the payer's word (product.md 20.5). */
import * as z from 'zod/mini';
import { CARE_LEVELS } from '../inquiries/inquiry.schema.ts';
import { id, instant, isoDate, requiredText, text, workDay } from '../scalars.ts';

/** `single-case`: a single case agreement is to be sought. `ask`: it is not known. */
export const VERDICTS = ['in', 'out', 'single-case', 'ask'] as const;
export type Verdict = (typeof VERDICTS)[number];
export const RULE_SOURCES = ['contract', 'portal', 'call', 'directory'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

/** An empty list asks for nothing; of several entries any fits. */
const words = (maxLength: number) => z.array(requiredText(maxLength)).check(z.maxLength(50, 'Please use at most 50 entries.'));

const US_STATE = z.string().check(z.regex(/^[A-Z]{2}$/, 'Please use two capital letters such as CA.'));
const PREFIX = z.string().check(z.regex(/^[A-Z0-9]{3}$/, 'Please use three letters or digits.'));

const ruleFields = {
  /** The place in the list; the first that fits decides. */
  order: z.int().check(z.minimum(1), z.maximum(100_000)),
  payer_id: z.nullable(id),
  provider_id: z.nullable(id),
  levels: z.array(z.enum(CARE_LEVELS)).check(z.maxLength(CARE_LEVELS.length)),
  /** In the plan's name, as whole words. */
  plan_words: words(100),
  /** In the name of the plan's network, as whole words. */
  network_words: words(100),
  insurance_types: words(100),
  /** Of the member's address. */
  states: z.array(US_STATE).check(z.maxLength(60)),
  group_numbers: words(50),
  /** Of the member id. */
  prefixes: z.array(PREFIX).check(z.maxLength(500)),
  verdict: z.enum(VERDICTS),
  source: z.enum(RULE_SOURCES),
  /** First and last day of service it holds for; null: without end. */
  from: z.nullable(workDay),
  to: z.nullable(workDay),
  note: z.nullable(text(500)),
};

/** What may be left out asks for nothing; `order` then is the end of the list. */
export const newNetworkRuleSchema = z.strictObject({
  order: z.optional(ruleFields.order),
  payer_id: z.optional(ruleFields.payer_id),
  provider_id: z.optional(ruleFields.provider_id),
  levels: z.optional(ruleFields.levels),
  plan_words: z.optional(ruleFields.plan_words),
  network_words: z.optional(ruleFields.network_words),
  insurance_types: z.optional(ruleFields.insurance_types),
  states: z.optional(ruleFields.states),
  group_numbers: z.optional(ruleFields.group_numbers),
  prefixes: z.optional(ruleFields.prefixes),
  verdict: ruleFields.verdict,
  source: ruleFields.source,
  from: z.optional(ruleFields.from),
  to: z.optional(ruleFields.to),
  note: z.optional(ruleFields.note),
});
export type NewNetworkRule = z.infer<typeof newNetworkRuleSchema>;

export const networkRuleSchema = z.object({
  id,
  ...ruleFields,
  payer_name: z.nullable(z.string()),
  provider_name: z.nullable(z.string()),
  /** What its owner should look at: it ends within 30 days, has ended, or has fitted nothing for a year. */
  attention: z.nullable(z.enum(['ends-soon', 'ended', 'unused'])),
  /** When it last decided; null: never. */
  last_fit_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
  version: z.number(),
});
export type NetworkRule = z.infer<typeof networkRuleSchema>;

/** What the rules say of one answer. */
export const networkVerdictSchema = z.object({
  verdict: z.enum(VERDICTS),
  /** Null: no rule fits, so it is to be asked. */
  rule: z.nullable(
    z.object({
      id,
      order: z.number(),
      source: z.enum(RULE_SOURCES),
      from: z.nullable(isoDate),
      to: z.nullable(isoDate),
      note: z.nullable(z.string()),
    }),
  ),
  /** "In network by your rule 12 (contract, until 06/30/2027)". */
  words: z.string(),
});
export type NetworkVerdict = z.infer<typeof networkVerdictSchema>;
