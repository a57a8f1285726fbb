/**
 * What a 271 says, in the product's neutral form. The same shape stands in the domain; this package imports nothing, and a test of the
 * server holds the two together. Values stay as sent: money and shares are decimal text, codes are X12's.
 */

export type AnswerNetwork = 'in' | 'out' | 'both' | 'unknown' | 'not-stated';
export type AnswerAuthorization = 'yes' | 'no' | 'unknown' | 'not-stated';

/** A code with the words that came with it. Either may be missing; both missing is expressed as null instead. */
export interface Coded {
  code: string | null;
  text: string | null;
}

/** A date or period with its meaning: X12 DTP qualifier where known, and the payer's or clearinghouse's words. */
export interface AnswerDate {
  /** DTP01 (291 plan, 307 eligibility, 346/347 plan begin/end, 348/349 benefit begin/end ...), null where unknown. */
  qualifier: string | null;
  label: string;
  /** YYYY-MM-DD, null when open or unreadable. */
  from: string | null;
  to: string | null;
  /** As sent, where it could not be read as a date. */
  text: string | null;
}

/** A labelled value the payer sent that has no field of its own. */
export interface AnswerFact {
  label: string;
  value: string;
}

export interface AnswerAddress {
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Another party named in the answer: payer, administrator, provider of care. */
export interface AnswerEntity {
  /** What it is, in words and (NM101) code: 'Payer'/'PR', 'Primary Payer'/'PRP', 'Third-Party Administrator'/'TV' ... */
  role: Coded;
  name: string | null;
  /** The patient's id there, where it differs. */
  memberId: string | null;
  groupNumber: string | null;
  /** True only where the payer said so. */
  primary: boolean;
  secondary: boolean;
  tertiary: boolean;
  thirdPartyAdministrator: string | null;
  address: AnswerAddress | null;
  /** 'Phone: 800-555-0100' as label and value. */
  contacts: { name: string | null; info: AnswerFact[] }[];
  dates: AnswerDate[];
  texts: string[];
  facts: AnswerFact[];
}

/** HSD: how often or how much may be delivered. All words as sent. */
export interface AnswerDelivery {
  quantity: string | null;
  quantityQualifier: Coded | null;
  /** 'per' unit, e.g. 'Month'. */
  per: string | null;
  /** Number of periods. */
  periods: string | null;
  period: Coded | null;
  pattern: string | null;
  time: string | null;
}

/**
 * X12 EB01: '1'-'8' status; 'A' co-insurance, 'B' co-payment, 'C' deductible, 'G' out-of-pocket, other letters per
 * X12; anything else as sent ('' where only `kindText` is known).
 */
export type LineKind = string;

/** One line of the answer. Nothing that was sent may be left out: what has no field goes to `texts`, `dates` or `facts`. */
export interface AnswerLine {
  /** Unique within the answer, and the way back to the raw answer, `EB@17.2`: segment 17 of its transaction, second service type. */
  id: string;
  /** Index into `plans`. */
  plan: number;
  kind: LineKind;
  /** The kind in the sender's words. */
  kindText: string | null;
  /** EB03. Null code where only a name was sent. Null where the line names no service. */
  service: Coded | null;
  network: AnswerNetwork;
  /** EB02 */
  level: Coded | null;
  /** EB04 */
  insuranceType: Coded | null;
  /** EB05 */
  planName: string | null;
  /** EB07: dollars as decimal text ("25", "1714.5", "999999.99"), or as sent where unreadable. Null: not given. */
  amount: string | null;
  /** EB08 as the PATIENT's percent in decimal text ("20" for a sent 0.20). Null: not given. */
  percent: string | null;
  /** EB06 of amount or percent. */
  period: Coded | null;
  /** Where one row carries total and remaining beside the amount. */
  total: string | null;
  totalPeriod: Coded | null;
  remaining: string | null;
  remainingPeriod: Coded | null;
  /** EB09/EB10 */
  quantity: { value: string; qualifier: Coded | null } | null;
  /** EB11 */
  authorization: AnswerAuthorization;
  placeOfService: Coded | null;
  deliveries: AnswerDelivery[];
  dates: AnswerDate[];
  /** Free text: descriptions, MSG segments, payer notes, in the order sent. */
  texts: string[];
  entities: AnswerEntity[];
  facts: AnswerFact[];
}

/** Plan-level facts; statuses and benefits of the plan are lines. */
export interface AnswerPlan {
  /** EB01 1-8 of the plan where the sender states it apart from lines; null when it does not. */
  status: Coded | null;
  insuranceType: Coded | null;
  name: string | null;
  number: string | null;
  networkName: string | null;
  groupName: string | null;
  groupNumber: string | null;
  dates: AnswerDate[];
  contacts: AnswerEntity[];
  primaryCareProvider: AnswerEntity | null;
  additionalPayers: AnswerEntity[];
  notes: string[];
  facts: AnswerFact[];
}

export interface AnswerPerson {
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  suffix: string | null;
  /** YYYY-MM-DD */
  birthDate: string | null;
  gender: string | null;
  memberId: string | null;
  address: AnswerAddress | null;
  facts: AnswerFact[];
}

export interface PayerAnswer {
  payer: { name: string | null; id: string | null };
  patient: (AnswerPerson & { relationship: Coded | null }) | null;
  subscriber: AnswerPerson | null;
  plans: AnswerPlan[];
  lines: AnswerLine[];
  /** Service types the question asked for (X12 codes). */
  askedServiceTypes: string[];
  /** What the clearinghouse says about the answer itself. kind 'partly-invalid' | 'service-type-silent' | 'other'. */
  notices: { kind: string; text: string; serviceTypes?: string[] }[];
  /** True where the patient's record at the payer is said to differ from the practice's. */
  updateYourRecords: boolean;
  /** The days of service that the answer itself says it is for; a plan's own service date (472) stands among its dates. */
  answeredFor: AnswerDate[];
  /** What was said about the answer as a whole (control number, requesting provider ...) and has no field of its own. */
  facts: AnswerFact[];
}
