/** The answer as staff read it. Wire names follow product.md 3; what that shape would lose is added beside it. */
import * as z from 'zod/mini';
import { decimal, isoDate } from '../scalars.ts';

export const NETWORK_CODES = ['inNetwork', 'outOfNetwork', 'noNetwork', 'notApplicableNetwork'] as const;
export const networkCodeSchema = z.enum(NETWORK_CODES);
/** `notApplicableNetwork` applies to both networks; `noNetwork` is unknown or not stated. */
export type NetworkCode = z.infer<typeof networkCodeSchema>;

export const PAYMENT_TYPES = ['coInsurance', 'coPayment', 'deductibles', 'outOfPocket'] as const;
export const paymentTypeSchema = z.enum(PAYMENT_TYPES);
export type PaymentType = z.infer<typeof paymentTypeSchema>;

/** `auxilary` kinds, in the order they are shown. */
export const AUXILIARY_TYPES = [
  'nonCovered',
  'exclusions',
  'limitations',
  'benefitDescriptions',
  'coverageBasis',
  'costContainment',
  'reserve',
  'preexistingConditions',
  'contact',
  'other',
] as const;
export const auxiliaryTypeSchema = z.enum(AUXILIARY_TYPES);
export type AuxiliaryType = z.infer<typeof auxiliaryTypeSchema>;

const words = z.nullable(z.string());

export const addressSchema = z.object({ street: words, city: words, state: words, zip: words });
/** `info` lines read "Phone: 800-555-0100". */
export const contactSchema = z.object({ name: words, category: words, info: z.array(z.string()) });
export type Contact = z.infer<typeof contactSchema>;

/** A date the payer sent with words for what it means. Either end may be missing; `text` holds what could not be read as a date. */
export const dateFactSchema = z.object({ label: z.string(), from: z.nullable(isoDate), to: z.nullable(isoDate), text: words });
/** Something the payer said that has no field of its own, shown as sent. */
export const factSchema = z.object({ label: z.string(), value: z.string() });

const lineFacts = {
  /** Names the payer's own lines this came from (several when one benefit was told more than once). */
  line_ids: z.array(z.string()),
  network: z.string(),
  network_code: networkCodeSchema,
  /** Level in words as sent; null when the payer stated none. */
  level: words,
  level_code: words,
  description: words,
  /** Null: not stated, which is neither yes nor no. */
  auth_required: z.nullable(z.boolean()),
  /** True: the payer said that it cannot tell. */
  auth_required_unknown: z.boolean(),
  benefit_start: z.nullable(isoDate),
  benefit_end: z.nullable(isoDate),
  place_of_service: words,
  /** The payer's free text on this line. */
  text: words,
  payer_notes: z.array(z.string()),
  contacts: z.array(contactSchema),
  /** Sentences such as "1 visit per 6 months". */
  delivery_information: z.array(z.string()),
  insurance_type: words,
  quantity: z.nullable(z.object({ value: z.string(), qualifier: words, qualifier_code: words })),
  dates: z.array(dateFactSchema),
  facts: z.array(factSchema),
};

/** Money, share or limit. Amounts are null when the payer did not give them: never zero. */
export const benefitSchema = z.object({
  ...lineFacts,
  /** What kind of payment; null for a line that is not one of the four. */
  amount_code: z.nullable(paymentTypeSchema),
  /** X12 EB01 as sent. */
  type_code: z.string(),
  /** Dollars ("25.00") or the patient's percent ("20"), see `unit`. */
  amount: z.nullable(decimal),
  unit: z.nullable(z.enum(['usd', 'percent'])),
  period: words,
  period_code: words,
  total: z.nullable(decimal),
  total_period: words,
  remaining: z.nullable(decimal),
  remaining_period: words,
  /** Sent by the payer, or total minus remaining where product.md 10.3 allows it; `met_computed` tells which. */
  met: z.nullable(decimal),
  met_computed: z.boolean(),
  /** True: the payer states no limit, or sent 999,999.99 for it; `amount` keeps what was sent. */
  no_limit: z.boolean(),
  /** Other wordings of the same benefit told by several answers or lines. */
  merged_benefit_texts: z.array(z.string()),
});
export type Benefit = z.infer<typeof benefitSchema>;

export const auxiliaryBenefitSchema = z.object({
  ...lineFacts,
  type_code: z.string(),
  amount: z.nullable(decimal),
  unit: z.nullable(z.enum(['usd', 'percent'])),
  period: words,
  period_code: words,
  total: z.nullable(decimal),
  total_period: words,
  remaining: z.nullable(decimal),
  remaining_period: words,
});
export type AuxiliaryBenefit = z.infer<typeof auxiliaryBenefitSchema>;

/** Another payer or administrator the answer names. Order flags are true only where the payer said so. */
export const additionalPayerSchema = z.object({
  name: words,
  primary: z.boolean(),
  secondary: z.boolean(),
  tertiary: z.boolean(),
  third_party_administrator: words,
  role: words,
  member_id: words,
  group_number: words,
  service_types: z.array(z.string()),
  contacts: z.array(contactSchema),
  dates: z.array(dateFactSchema),
  texts: z.array(z.string()),
  facts: z.array(factSchema),
  line_ids: z.array(z.string()),
});
export type AdditionalPayer = z.infer<typeof additionalPayerSchema>;

/** A status the payer gave for a service, with its network and level. */
export const statusDetailSchema = z.object({ ...lineFacts, status: z.string(), status_code: words });
export type StatusDetail = z.infer<typeof statusDetailSchema>;

export const benefitGroupSchema = z.object({
  /** Service type code; null where only a name was sent. */
  code: words,
  name: z.string(),
  status: words,
  status_code: words,
  status_details: z.array(statusDetailSchema),
  contacts: z.array(contactSchema),
  benefits: z.array(benefitSchema),
  // `auxilary` is misspelled on the wire and clients read it so (product.md 3).
  auxilary: z.partialRecord(auxiliaryTypeSchema, z.array(auxiliaryBenefitSchema)),
  additional_payers: z.array(additionalPayerSchema),
});
export type BenefitGroup = z.infer<typeof benefitGroupSchema>;

export const planSchema = z.object({
  status: words,
  status_code: words,
  /** What the head of the plan states, where the lines about the plan say the opposite; absent where they agree. */
  stated_status: z.optional(z.object({ status: words, status_code: words })),
  insurance_type: words,
  name: words,
  number: words,
  plan_network_name: words,
  group_name: words,
  group_number: words,
  plan_start: z.nullable(isoDate),
  plan_end: z.nullable(isoDate),
  coverage_start: z.nullable(isoDate),
  coverage_end: z.nullable(isoDate),
  premium_paid_to_end_date: z.nullable(isoDate),
  last_update_date: z.nullable(isoDate),
  contacts: z.array(contactSchema),
  primary_care_provider: z.nullable(contactSchema),
  additional_payer_info: z.array(additionalPayerSchema),
  notes: z.array(z.string()),
  dates: z.array(dateFactSchema),
  facts: z.array(factSchema),
  benefit_groups: z.array(benefitGroupSchema),
});
export type Plan = z.infer<typeof planSchema>;

const personHead = {
  first_name: words,
  middle_name: words,
  last_name: words,
  suffix: words,
  dob: z.nullable(isoDate),
  gender: words,
  member_id: words,
  address: z.nullable(addressSchema),
  facts: z.array(factSchema),
};

/** Something the payer said that fits nowhere else; every such line is kept and shown. */
export const alsoSaidSchema = z.object({ line_id: z.string(), label: z.string(), texts: z.array(z.string()) });

export const coverageSchema = z.object({
  payer_name: words,
  payer_id: words,
  patient: z.nullable(z.object({ ...personHead, relationship: words })),
  subscriber: z.nullable(z.object(personHead)),
  /** The medical plan in force on the day asked for, else the one nearest to it; null when the payer sent none. */
  plan: z.nullable(planSchema),
  /** All plans in the payer's order. */
  plans: z.array(planSchema),
  /** Service types asked, answered and left unanswered (codes). */
  service_types: z.object({ asked: z.array(z.string()), answered: z.array(z.string()), silent: z.array(z.string()) }),
  /** What the clearinghouse says about the answer itself, e.g. that part of it was invalid. */
  notices: z.array(z.object({ kind: z.string(), text: z.string(), service_types: z.optional(z.array(z.string())) })),
  /** The days of service that the answer says it is for; absent in answers stored before this was read. */
  answered_for: z.optional(z.array(dateFactSchema)),
  /** Said about the answer as a whole. */
  facts: z.array(factSchema),
  also_said: z.array(alsoSaidSchema),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const coverageWarningSchema = z.object({
  kind: z.enum([
    'somebody-else',
    'expired',
    'answer-for-other-date',
    'stale-plan-year',
    'stale-month',
    'carve-out',
    'other-payer-primary',
    'at-risk',
    'capitated',
    'inactive',
    'inactive-may-change',
    'plan-ended',
    'plan-ends-soon',
    'plan-not-started',
    'premium-paid-until',
    'no-behavioural-cost',
    'records-differ',
    'several-plans',
    'contradicting-lines',
    'partly-invalid',
    'service-type-silent',
    'asked-under-platform',
    'prominent-line',
    'limit-nearly-used',
    'member-deceased',
  ]),
  severity: z.enum(['danger', 'warning', 'info']),
  title: z.string(),
  /** The payer's own words that led to it; empty where it follows from dates or codes. */
  payer_words: z.array(z.string()),
  /** One sentence: what to do. */
  action: z.string(),
  /** Facts to show with it: name, phone, member id there. */
  facts: z.array(factSchema),
  line_ids: z.array(z.string()),
});
export type CoverageWarning = z.infer<typeof coverageWarningSchema>;
