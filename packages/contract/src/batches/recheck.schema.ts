/** Checks that come again by themselves: rules, whom they ask about and when, and what the next 30 days would bring (product.md 19.6). */
import * as z from 'zod/mini';
import { decimal, id, instant, isoDate, requiredText, text } from '../scalars.ts';
import { reuseDaysSchema } from './batch.schema.ts';

const days = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

export const recheckWhenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('monthly'), day: days(28) }),
  z.strictObject({ kind: z.literal('before_appointment'), days: days(14) }),
  /** In the first days of the plan's year, as the answer has it, else of the calendar's. */
  z.strictObject({ kind: z.literal('plan_year') }),
  /** What an answer lets expect: a premium's end, a grace period, COBRA, a Medicaid renewal, a cover taken back. One rule at most. */
  z.strictObject({ kind: z.literal('watch') }),
]);
export type RecheckWhen = z.infer<typeof recheckWhenSchema>;

/** All of them must hold; an empty list narrows nothing. */
export const recheckWhoSchema = z.strictObject({
  payers: z.array(id).check(z.maxLength(200)),
  /** X12 insurance type codes. */
  insurance_types: z.array(text(10, 1)).check(z.maxLength(60)),
  tags: z.array(text(60, 1)).check(z.maxLength(50)),
  with_appointment: z.boolean(),
  /** Asked about or seen within so many days; null: whenever. */
  active_within_days: z.nullable(days(730)),
});
export type RecheckWho = z.infer<typeof recheckWhoSchema>;

const rule = {
  name: requiredText(60),
  who: recheckWhoSchema,
  when: recheckWhenSchema,
  /** Checks a month at most. A hard stop. */
  monthly_budget: z.int().check(z.minimum(0), z.maximum(100_000)),
  reuse_days: reuseDaysSchema,
  is_on: z.boolean(),
};
export const newRecheckRuleSchema = z.strictObject(rule);
export const recheckRuleChangesSchema = z.partial(z.strictObject(rule));

export const recheckRuleSchema = z.object({
  id,
  ...rule,
  name: z.string(),
  user: z.object({ id, name: z.string() }),
  /** Checks of this month so far, and those that the budget held back. */
  used: z.number(),
  held_back: z.number(),
  last_run_at: z.nullable(instant),
  created_at: instant,
});
export type RecheckRule = z.infer<typeof recheckRuleSchema>;

export const recheckPreviewSchema = z.object({
  from: isoDate,
  until: isoDate,
  /** Checks within the budgets, and beyond them. */
  asked: z.number(),
  held_back: z.number(),
  /** As for a batch: of `asked`, those beyond the plan, and what they cost in dollars; null without a plan. */
  extra: z.nullable(z.number()),
  extra_cost: z.nullable(decimal),
  words: z.string(),
  days: z.array(z.object({ day: isoDate, asked: z.number(), held_back: z.number() })),
  /** One page of whom it is about. */
  people: z.array(
    z.object({
      day: isoDate,
      rule: z.object({ id, name: z.string() }),
      patient: z.string(),
      birth_date: z.nullable(z.string()),
      payer: z.object({ id, name: z.string() }),
      /** The check that is done again. */
      inquiry_id: id,
      /** In words. */
      why: z.string(),
      is_held_back: z.boolean(),
    }),
  ),
});
export type RecheckPreview = z.infer<typeof recheckPreviewSchema>;

export const appointmentSchema = z.object({
  id,
  /** `YYYY-MM-DD`, or with a time `YYYY-MM-DDTHH:MM`, as the practice's calendar has it. */
  at: z.string(),
  patient: z.string(),
  birth_date: z.nullable(z.string()),
  member_id: z.nullable(z.string()),
  payer: z.nullable(z.object({ id, name: z.string() })),
  provider: z.object({ id, name: z.string() }),
  /** The batch that brought it; null once that is deleted. */
  batch_id: z.nullable(id),
  /** The newest check that came of it. */
  inquiry_id: z.nullable(id),
});
export type Appointment = z.infer<typeof appointmentSchema>;
