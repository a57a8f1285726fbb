/** A case: one patient, one facility, the levels of care that are sought, until it is known what the plan pays (product.md 20). */
import * as z from 'zod/mini';
import { CARE_LEVELS, inquiryStatusSchema, patientIdentitySchema } from '../inquiries/inquiry.schema.ts';
import { id, instant, isoDate } from '../scalars.ts';
import { networkVerdictSchema } from './network-rule.schema.ts';

export const careLevelSchema = z.enum(CARE_LEVELS);
export type CareLevelKey = z.infer<typeof careLevelSchema>;

/** At least one, none twice. */
export const careLevelsSchema = z.array(careLevelSchema).check(
  z.minLength(1, 'Please choose at least one level of care.'),
  z.maxLength(CARE_LEVELS.length),
  z.refine((levels) => new Set(levels).size === levels.length, 'Please name each level once.'),
);

/** In the order of the work; the last three end it. */
export const CASE_STATES = ['new', 'checking', 'calling', 'estimating', 'ready', 'admitted', 'declined', 'closed'] as const;
export const caseStateSchema = z.enum(CASE_STATES);
export type CaseState = z.infer<typeof caseStateSchema>;

/** Why an inquiry belongs to a case. */
export const CASE_ROLES = ['main', 'carve-out', 'other-payer', 'recheck'] as const;
export const caseRoleSchema = z.enum(CASE_ROLES);
export type CaseRole = z.infer<typeof caseRoleSchema>;

/** How the patient means to pay; asked at scheduling. The first two are owed a Good Faith Estimate. */
export const PAYMENT_WAYS = ['uninsured', 'self-pay', 'insured'] as const;
export const paymentWaySchema = z.enum(PAYMENT_WAYS);
export type PaymentWay = z.infer<typeof paymentWaySchema>;

const named = z.object({ id, name: z.string() });

/** Tasks make and close themselves by their code; `by-hand` ones only people do. */
export const CASE_TASK_CODES = ['check-company', 'ask-not-asked', 'call', 'deliver-estimate', 'by-hand'] as const;
export type CaseTaskCode = (typeof CASE_TASK_CODES)[number];
export const CASE_TASK_STATES = ['open', 'done', 'dropped'] as const;
export const caseTaskSchema = z.object({
  id,
  case_id: id,
  code: z.enum(CASE_TASK_CODES),
  title: z.string(),
  assignee: z.nullable(named),
  due_on: z.nullable(isoDate),
  state: z.enum(CASE_TASK_STATES),
  created_at: instant,
  /** When it was done or dropped; null while it is open. */
  closed_at: z.nullable(instant),
  /** True where it closed by itself, since the fact arrived. */
  closed_itself: z.boolean(),
  version: z.number(),
});
export type CaseTask = z.infer<typeof caseTaskSchema>;

export const caseNoteSchema = z.object({
  id,
  case_id: id,
  text: z.string(),
  user: named,
  /** Colleagues who were mailed that they are mentioned. */
  mentions: z.array(named),
  created_at: instant,
});
export type CaseNote = z.infer<typeof caseNoteSchema>;

/** One answer or attempt of the case. */
export const caseInquirySchema = z.object({
  id,
  role: caseRoleSchema,
  /** The company whose carve-out or precedence led here, as it was named; null for the main payer. */
  company: z.nullable(z.string()),
  /** 0 is the main payer; each company asked because of another counts one more. */
  hop: z.number(),
  payer: named,
  status: inquiryStatusSchema,
  /** The answer may be about another person (product.md 2.9.4): nothing of it is in the grid. */
  may_be_somebody_else: z.boolean(),
  created_at: instant,
  answered_at: z.nullable(instant),
});
export type CaseInquiry = z.infer<typeof caseInquirySchema>;

/** A company that the answers of the case name, and that has to be asked (product.md 20.4). */
export const caseCompanySchema = z.object({
  name: z.string(),
  /** Why, as the warning says it. */
  title: z.string(),
  /** Whose answer names it. */
  named_by: id,
  role: z.enum(['carve-out', 'other-payer']),
  member_id: z.nullable(z.string()),
  /** The one payer that is this company; null: none can be told, a person chooses. */
  payer_id: z.nullable(id),
  phone: z.nullable(z.string()),
  /** The check of it that belongs to the case; null before. */
  inquiry_id: z.nullable(id),
  /** Why it cannot be checked from here: it was asked already, or three companies were. Null: it can. */
  blocked: z.nullable(z.enum(['asked', 'too-many'])),
});
export type CaseCompany = z.infer<typeof caseCompanySchema>;

/** Cells of the levels that are sought. `not_clear` are those that contradict. The five add up to `of`. */
export const caseKnownSchema = z.object({
  known: z.number(),
  of: z.number(),
  not_stated: z.number(),
  not_asked: z.number(),
  not_clear: z.number(),
  filtered: z.number(),
});

const caseHead = {
  id,
  /** Whom the check that it began with belongs to; null where the viewer may not see that person. */
  person_id: z.nullable(id),
  /** As the main check has it. */
  patient: patientIdentitySchema,
  payer: named,
  provider: named,
  levels: z.array(careLevelSchema),
  state: caseStateSchema,
  assignee: z.nullable(named),
  due_on: z.nullable(isoDate),
  /** Its own due day or that of an open task has passed. */
  is_late: z.boolean(),
  open_tasks: z.number(),
  created_by: named,
  created_at: instant,
  updated_at: instant,
  version: z.number(),
};

export const caseRowSchema = z.object({
  ...caseHead,
  /** The open task that is due first. */
  next_task: z.nullable(z.object({ title: z.string(), due_on: z.nullable(isoDate) })),
});
export type CaseRow = z.infer<typeof caseRowSchema>;

export const caseSchema = z.object({
  ...caseHead,
  reason: z.nullable(z.string()),
  payment: z.nullable(paymentWaySchema),
  inquiries: z.array(caseInquirySchema),
  companies: z.array(caseCompanySchema),
  tasks: z.array(caseTaskSchema),
  known: caseKnownSchema,
  /** By the practice's rules for the case's facility and levels; it says which column leads. */
  network: networkVerdictSchema,
});
export type Case = z.infer<typeof caseSchema>;

export const CASE_EVENT_KINDS = ['case', 'check', 'call', 'note', 'task', 'estimate'] as const;
/** What happened, newest first. `words` tell it in one line; a note's text stands in its note. */
export const caseEventSchema = z.object({
  at: instant,
  kind: z.enum(CASE_EVENT_KINDS),
  words: z.string(),
  /** Null: it happened by itself. */
  user: z.nullable(named),
  /** Of the inquiry, sheet, note, task or estimate; null for the case itself. */
  object_id: z.nullable(id),
});
export type CaseEvent = z.infer<typeof caseEventSchema>;
