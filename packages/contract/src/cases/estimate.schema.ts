/** What care may cost the patient: worked out step by step, and as a Good Faith Estimate where one is owed (product.md 20.6, 20.7). */
import * as z from 'zod/mini';
import { decimal, id, instant, isoDate, requiredText, text } from '../scalars.ts';
import { careLevelSchema } from './case.schema.ts';
import { gridNetworkSchema } from './case-grid.schema.ts';
import { estimateClaimSchema } from './remittance.schema.ts';

export const ESTIMATE_KINDS = ['gfe', 'estimate'] as const;
export type EstimateKind = (typeof ESTIMATE_KINDS)[number];
/** In this order; a replaced one ends, and so does a settled one. */
export const ESTIMATE_STATES = ['draft', 'delivered', 'replaced', 'settled'] as const;
export type EstimateState = (typeof ESTIMATE_STATES)[number];
export const DELIVERY_WAYS = ['paper', 'mail', 'email', 'portal'] as const;
/** Of a service code. CPT codes stand without their words, which are not ours to print. */
export const CODE_TYPES = ['CPT', 'HCPCS', 'REV', 'other'] as const;

export const dollars = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter dollars such as 150.00.'));
const share = z.string().check(z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Please enter a percentage from 0 to 100.'));

export const estimateLineSchema = z.strictObject({
  /** In the practice's own words. */
  service: requiredText(200),
  code: z.optional(z.nullable(text(20))),
  code_type: z.optional(z.nullable(z.enum(CODE_TYPES))),
  /** ICD-10 codes, as they stand on the paper. */
  diagnosis: z.optional(z.nullable(text(100))),
  quantity: z.int().check(z.minimum(1), z.maximum(1000)),
  /** Of one. */
  charge: dollars,
  /** The facility that bills it; null: that of the case. */
  provider_id: z.optional(z.nullable(id)),
  /** State and place where it is given, such as "CA, Long Beach". */
  place: z.optional(z.nullable(text(100))),
  /** Of what recurs: how often, such as "twice a week for 12 weeks". */
  frequency: z.optional(z.nullable(text(100))),
});
export type EstimateLine = z.infer<typeof estimateLineSchema>;

/** Services that have to be scheduled apart, each in the practice's own words: named on the paper, in no sum of it. */
export const apartSchema = z.array(requiredText(200)).check(z.maxLength(20));

/** What the arithmetic starts from. Dollars of one session; what is absent is taken from the case, and null where nobody said it. */
export const estimateBasisSchema = z.strictObject({
  level: careLevelSchema,
  network: gridNetworkSchema,
  /** What the practice charges. */
  fee: dollars,
  sessions: z.int().check(z.minimum(1), z.maximum(366)),
  /** What the payer allows of it, lowest and highest. */
  allowed_low: z.optional(z.nullable(dollars)),
  allowed_high: z.optional(z.nullable(dollars)),
  /** The patient's share in percent. */
  share: z.optional(z.nullable(share)),
  /** In dollars a session; in place of a share. */
  copay: z.optional(z.nullable(dollars)),
  deductible_left: z.optional(z.nullable(dollars)),
  out_of_pocket_left: z.optional(z.nullable(dollars)),
});
export type EstimateBasis = z.infer<typeof estimateBasisSchema>;

const sessionSchema = z.object({
  number: z.int(),
  /** Of the base what counts toward the deductible. */
  to_deductible: decimal,
  deductible_left: decimal,
  payer_pays: decimal,
  patient_pays: decimal,
  /** Null: no limit is known. */
  out_of_pocket_left: z.nullable(decimal),
});

/** At one allowed amount. */
export const calculationSchema = z.object({
  fee: decimal,
  allowed: decimal,
  /** The lower of both. */
  base: decimal,
  sessions: z.array(sessionSchema),
  payer_pays: decimal,
  /** Of the base: deductible, copayments and share. */
  patient_pays: decimal,
  /** Of the fee beyond the base, which the practice may bill besides where it is out of network. */
  above_allowed: decimal,
  /** Whole sessions before the first payment; null: none is paid within these. */
  payments_begin_after: z.nullable(z.int()),
  /** The session in which the out-of-pocket limit is reached; null: none, or no limit is known. */
  limit_reached_in: z.nullable(z.int()),
  /** One sentence a step, as shown. */
  steps: z.array(z.string()),
});
export type Calculation = z.infer<typeof calculationSchema>;

export const RANGE_SPANS = ['p25-p75', 'lowest-highest', 'too-few'] as const;
export const RANGE_ORIGINS = ['upload', 'own', 'both'] as const;
/** What payers allowed before, as percent of the fee. */
export const rangeSchema = z.object({
  /** Claims it rests on. */
  n: z.int(),
  /** Lowest and highest; null where there are fewer than 5. */
  low: z.nullable(decimal),
  high: z.nullable(decimal),
  /** Null where there are fewer than 20. */
  p25: z.nullable(decimal),
  p75: z.nullable(decimal),
  oldest: z.nullable(instant),
  newest: z.nullable(instant),
  /** 3: same payer, prefix and employer or group; 1: the payer alone; null: no claim fits. */
  match_level: z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  /** Of past claims of this payer and level the percentage inside the range made without them; null: not tested yet. */
  held_share: z.nullable(decimal),
  /** Claims that `held_share` was counted on. */
  held_of: z.nullable(z.int()),
  shown: z.enum(RANGE_SPANS),
  /** `own`: the practice's own claims, which tell what was allowed; `upload`: what payers paid; null: no claim fits. */
  origin: z.nullable(z.enum(RANGE_ORIGINS)),
  /** How many of them are the practice's own; absent in what was stored before there were any. */
  own: z.optional(z.int()),
});
export type Range = z.infer<typeof rangeSchema>;

/** What came of it, of one facility. */
export const actualSchema = z.strictObject({
  provider_id: id,
  billed: dollars,
  allowed: z.optional(z.nullable(dollars)),
  paid: z.optional(z.nullable(dollars)),
  patient: z.optional(z.nullable(dollars)),
});
export type Actual = z.infer<typeof actualSchema>;

const named = z.object({ id, name: z.string() });

export const estimateSchema = z.object({
  id,
  case_id: id,
  kind: z.enum(ESTIMATE_KINDS),
  state: z.enum(ESTIMATE_STATES),
  lines: z.array(estimateLineSchema),
  /** Services to be scheduled apart. */
  apart: z.array(z.string()),
  /** Each line's quantity times its charge, by facility. */
  totals: z.array(z.object({ provider: named, charges: decimal })),
  /** Null: lines alone. */
  basis: z.nullable(estimateBasisSchema),
  /** At both ends of the allowed amount; null where one of the inputs is not known, which `missing` names. */
  low: z.nullable(calculationSchema),
  high: z.nullable(calculationSchema),
  missing: z.array(z.enum(['allowed', 'share', 'deductible_left'])),
  /** As it was when the estimate was made; null where the caller's own amounts were taken. */
  range: z.nullable(rangeSchema),
  scheduled_on: z.nullable(isoDate),
  service_on: z.nullable(isoDate),
  requested_on: z.nullable(isoDate),
  /** IANA zone whose days count. */
  zone: z.string(),
  /** The last day for handing it over; null: none is laid down. */
  due_at: z.nullable(isoDate),
  /** Why that day, in a sentence. */
  due_words: z.nullable(z.string()),
  is_late: z.boolean(),
  delivered: z.nullable(z.object({ how: z.enum(DELIVERY_WAYS), at: instant, by: named })),
  /** The estimate in whose place it stands, and the one in its own. */
  replaces: z.nullable(id),
  replaced_by: z.nullable(id),
  actuals: z.array(actualSchema),
  /** Of which the actual amounts are made, where a remittance or a settled comparison told them; by service day. */
  claims: z.array(estimateClaimSchema),
  /** Facilities that bill 400.00 or more above what was estimated: the patient may dispute it. */
  above: z.array(z.object({ provider: named, estimated: decimal, billed: decimal, above: decimal })),
  created_by: named,
  created_at: instant,
  updated_at: instant,
  version: z.number(),
});
export type Estimate = z.infer<typeof estimateSchema>;
