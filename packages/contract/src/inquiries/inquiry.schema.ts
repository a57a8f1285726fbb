/** One check of a patient's insurance: what was typed, where it stands, what came back (product.md 3, 4.1). */
import * as z from 'zod/mini';
import { fieldErrorsSchema } from '../errors.ts';
import { decimal, id, instant, isoDate, text } from '../scalars.ts';
import { type FieldOf, FORM_FIELD_NAMES, FORM_FIELDS, type FormField } from './form-fields.ts';
import { CHANGE_CODES, GRAVITIES } from '../persons/changes.schema.ts';
import { coverageSchema, coverageWarningSchema } from './coverage.schema.ts';

/** `expired` is derived when reading a complete inquiry and never stored. */
export const INQUIRY_STATUSES = ['draft', 'pending', 'complete', 'max-retry', 'unknown', 'expired', 'cancel', 'error', 'failure'] as const;
export const inquiryStatusSchema = z.enum(INQUIRY_STATUSES);
export type InquiryStatus = z.infer<typeof inquiryStatusSchema>;
export type StoredInquiryStatus = Exclude<InquiryStatus, 'expired'>;

/** A typed value; '' and null both mean "left empty". */
const typed = (maxLength: number) => z.optional(z.nullable(text(maxLength)));
const typedDate = z.optional(z.nullable(z.union([isoDate, z.literal('')], 'Please enter a valid date.')));

const typedCodes = (maxLength: number) => z.optional(z.nullable(z.array(z.nullable(text(maxLength))).check(z.maxLength(99))));

type Typed<F extends FormField> =
  F extends FieldOf<'service-types'>
    ? ReturnType<typeof typedCodes>
    : F extends FieldOf<'birth-date' | 'as-of-date'>
      ? typeof typedDate
      : ReturnType<typeof typed>;

function typedField(name: FormField) {
  const { kind, length } = FORM_FIELDS[name];
  if (kind === 'service-types') return typedCodes(length);
  return kind === 'birth-date' || kind === 'as-of-date' ? typedDate : typed(length);
}

/** Detox, residential, partial hospitalization, intensive outpatient, outpatient. */
export const CARE_LEVELS = ['dtx', 'rtc', 'php', 'iop', 'op'] as const;

/** The form as it travels. Keys the payer's schema does not have are dropped by the server, unknown ones are refused. An absent day is today. */
export const inquiryFormSchema = z.strictObject({
  provider_id: id,
  payer_id: id,
  // Each name with the shape that its kind has in `Typed`.
  ...(Object.fromEntries(FORM_FIELD_NAMES.map((name) => [name, typedField(name)])) as { [F in FormField]: Typed<F> }),
  /** The inquiry this one was copied from. */
  parentId: z.optional(z.nullable(id)),
  /** The draft that becomes this inquiry. */
  draftId: z.optional(z.nullable(id)),
  /** The chosen combo itself: the names of the fields it needs. */
  selectedCombo: z.optional(z.nullable(z.array(text(40)).check(z.maxLength(10)))),
  /** The practice's own number of the patient; the payer never sees it. */
  externalId: typed(64),
  /** The levels of care for which the service types were chosen; asks nothing itself. */
  careLevels: z.optional(z.nullable(z.array(z.enum(CARE_LEVELS)).check(z.maxLength(CARE_LEVELS.length)))),
});
export type InquiryForm = z.output<typeof inquiryFormSchema>;

const keptText = z.optional(z.string());
const keptCodes = z.optional(z.array(z.string()));
type KeptField = Exclude<FormField, FieldOf<'ssn'>>;
const isKept = (name: FormField): name is KeptField => FORM_FIELDS[name].kind !== 'ssn';
type Kept<F extends KeptField> = F extends FieldOf<'service-types'> ? typeof keptCodes : typeof keptText;
const keptField = (name: KeptField) => (FORM_FIELDS[name].kind === 'service-types' ? keptCodes : keptText);

/** What was typed, as kept and shown again. Never holds the SSN. */
export const submissionSchema = z.object({
  provider_id: id,
  payer_id: id,
  ...(Object.fromEntries(FORM_FIELD_NAMES.filter(isKept).map((name) => [name, keptField(name)])) as { [F in KeptField]: Kept<F> }),
  parentId: z.optional(z.string()),
  selectedCombo: z.optional(z.array(z.string())),
  externalId: z.optional(z.string()),
  careLevels: z.optional(z.array(z.enum(CARE_LEVELS))),
});
export type Submission = z.infer<typeof submissionSchema>;

const named = z.object({ id, name: z.string() });
/** Message by key; the key says whose problem it is (product.md 4.1, 8). Empty when nothing was refused. */
export const remoteErrorsSchema = z.record(z.string(), z.string());
export type RemoteErrors = z.infer<typeof remoteErrorsSchema>;

/** What a plan's status amounts to; `other`: a status that X12 does not define, `not-stated`: none, which is not inactive. */
export const PLAN_STATES = [
  'active',
  'capitated',
  'at-risk',
  'inactive',
  'may-change',
  'unknown',
  'contradicted',
  'other',
  'not-stated',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/**
 * What lists are filtered by. The first six part the answers that may be shown, each by how it is seen; the other two are marks that any of
 * them may have.
 */
export const COVERAGE_FILTERS = [
  'active',
  'at-risk',
  'inactive',
  'no-status',
  'different-person',
  'out-of-date',
  'handled-elsewhere',
  'other-payer-first',
] as const;
export type CoverageFilter = (typeof COVERAGE_FILTERS)[number];

const inquiryHead = {
  id,
  status: inquiryStatusSchema,
  created_at: instant,
  updated_at: instant,
  /** The day the coverage was asked for; null means the day of asking. */
  as_of_date: z.nullable(isoDate),
  payer: named,
  /** The name the payer answered under, where it differs from the chosen one. */
  payer_name_override: z.nullable(z.string()),
  provider: named,
  user: named,
  /** The clearinghouse that answered, and what it calls itself; null before an answer. */
  source: z.nullable(z.string()),
  source_name: z.nullable(z.string()),
  is_hidden: z.boolean(),
  had_reimbursement: z.boolean(),
  /** The plan's status in words; null before an answer and where the payer stated none. */
  plan_status: z.nullable(z.string()),
  /** What it amounts to; null before an answer, and of answers from before this was kept. */
  plan_state: z.nullable(z.enum(PLAN_STATES)),
  /** The returned name and birth date both differ from the typed ones, and nobody has confirmed that it is the patient. */
  may_be_somebody_else: z.boolean(),
  remote_errors: remoteErrorsSchema,
  /** The person it belongs to; null for a draft, and for checks from before persons until they are linked. */
  person_id: z.nullable(id),
};

/** By what checks are told apart in a list. */
const patientIdentity = {
  /** First and last name as typed; '' where none was. */
  patient: z.string(),
  /** As typed; null where none was. */
  member_id: z.nullable(z.string()),
  birth_date: z.nullable(z.string()),
  /** Whom the payer answered about; null before an answer, and where it names nobody. `name` is '' where it gave none. */
  returned_patient: z.nullable(z.object({ name: z.string(), member_id: z.nullable(z.string()), birth_date: z.nullable(z.string()) })),
};
export const patientIdentitySchema = z.object(patientIdentity);
export type PatientIdentity = z.infer<typeof patientIdentitySchema>;

export const inquiryRowSchema = z.object({
  ...inquiryHead,
  ...patientIdentity,
  /** Another company administers behavioural health; another payer is to be billed first. Null before an answer. */
  is_handled_elsewhere: z.nullable(z.boolean()),
  is_other_payer_first: z.nullable(z.boolean()),
  /** What is new since the answer before it, gravest first; null where nothing was compared. */
  changes: z.nullable(z.object({ gravest: z.nullable(z.enum(GRAVITIES)), codes: z.array(z.enum(CHANGE_CODES)) })),
  /** Seconds since it was sent, while it is still being asked. */
  waiting_seconds: z.nullable(z.number()),
});
export type InquiryRow = z.infer<typeof inquiryRowSchema>;

export const inquirySchema = z.object({
  ...inquiryHead,
  submission: submissionSchema,
  /** When the payer's answer arrived; null before. */
  answered_at: z.nullable(instant),
  /** What was really asked: X12 service type codes, or the practice type of a pVerify question. */
  asked: z.nullable(z.object({ service_types: z.array(z.string()), practice_type: z.nullable(z.string()) })),
  /** Name of the platform's provider it was asked under; null when asked under the practice's own. */
  asked_under: z.nullable(z.string()),
  /** While it is open: until then the payer is asked at the latest. */
  asking_until: z.optional(instant),
  /** Checks of other payers: whose answer led to this one, and those that this answer led to; oldest first. */
  related: z.array(
    z.object({
      id,
      relation: z.enum(['because-of', 'follow-up']),
      payer_name: z.string(),
      status: inquiryStatusSchema,
      created_at: instant,
    }),
  ),
  coverage: z.nullable(coverageSchema),
  /** What changes what to do, gravest first; derived when reading. */
  warnings: z.array(coverageWarningSchema),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/** An answer of the last 24 hours to the same question, offered before asking again. */
export const recentAnswerSchema = z.object({
  id,
  created_at: instant,
  user: named,
  plan_status: z.nullable(z.string()),
  /** As of any inquiry. */
  person_id: z.nullable(id),
});

export const createdInquirySchema = z.object({ inquiry: inquirySchema });
/** A request that the clearinghouse itself refused: words by field, and the inquiry kept as `error`. */
export const refusedInquirySchema = z.object({ errors: fieldErrorsSchema, inquiry: inquirySchema });

export const reimbursementReportSchema = z.object({
  local_allowable: z.boolean(),
  match_level: z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  avg: z.nullable(decimal),
  dtx: z.nullable(decimal),
  rtc: z.nullable(decimal),
  php: z.nullable(decimal),
  iop: z.nullable(decimal),
  op: z.nullable(decimal),
  /** Rows the means rest on. */
  sample_size: z.number(),
  /** When the newest of those rows was uploaded; null for a local allowable. */
  newest_upload: z.nullable(instant),
});
export type ReimbursementReport = z.infer<typeof reimbursementReportSchema>;
