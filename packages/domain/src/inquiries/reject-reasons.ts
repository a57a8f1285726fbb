/** What each X12 AAA reject reason means for the people at the desk: who must act, and how (product.md 10.8). */

/** Who can do something about it. 'system': nobody need do anything. */
export type ErrorOwner = 'front-desk' | 'manager' | 'admin' | 'biller' | 'system';

/** Whether asking again makes sense: by itself, only after a correction, later, or not at all. */
export type RetrySense = 'by-itself' | 'after-correction' | 'later' | 'no';

export interface RejectHelp {
  owner: ErrorOwner;
  /** One plain sentence: what to do. */
  help: string;
  /** The form fields concerned, the likeliest first; none where it is not about what was typed. */
  fields: readonly string[];
  /** The cure is to fill in more of the fields, also those that were not asked for. */
  asksForMore?: boolean;
  retry: RetrySense;
}

interface RejectReason extends RejectHelp {
  /** X12's words. */
  words: string;
  /** Under what it stands in `remote_errors`: a field, or whose it is, with the code (product.md 4.1). */
  key: 'payer' | 'provider' | 'subscriber' | (string & {});
}

/** A reason that speaks of one thing typed; its own field leads. */
const typed = (words: string, fields: [string, ...string[]], help: string): RejectReason => ({
  words,
  key: fields[0],
  owner: 'front-desk',
  help,
  fields,
  retry: 'after-correction',
});
/** A reason that speaks of the patient as a whole, or of something that has no field of its own. */
const patient = (words: string, fields: string[], help: string): RejectReason => ({
  words,
  key: 'subscriber',
  owner: 'front-desk',
  help,
  fields,
  retry: 'after-correction',
});
const provider = (words: string, help = CHECK_PROVIDER): RejectReason => ({
  words,
  key: 'provider',
  owner: 'manager',
  help,
  fields: [],
  retry: 'after-correction',
});
const silent = (words: string): RejectReason => ({
  words,
  key: 'payer',
  owner: 'system',
  help: 'The payer is not answering. We are retrying; you need do nothing.',
  fields: [],
  retry: 'by-itself',
});
const payerSetup = (words: string): RejectReason => ({
  words,
  key: 'payer',
  owner: 'admin',
  help: "This payer's setup in our system needs correcting. We have to look into it.",
  fields: [],
  retry: 'no',
});
const biller = (words: string, key = 'subscriber', help = AUTHORIZATION_TYPE): RejectReason => ({
  words,
  key,
  owner: 'biller',
  help,
  fields: [],
  retry: 'no',
});

const CHECK_PROVIDER =
  "Check the facility's NPI, try its group or individual NPI, and enroll with the payer. It is not about the patient's data.";
const AUTHORIZATION_TYPE = 'The payer wants something that belongs to an authorization; its own words say what.';
const MEMBER_ID = 'Read the member ID again from the card: prefix, letter O or zero, suffix. A Medicare number may have been replaced.';
const NAME = 'Use the spelling on the card, no nickname; put a suffix in its own field, and try both parts of a double surname.';
const BIRTH_DATE = 'Compare the birth date with the card or an ID; look for a wrong year and for swapped day and month first.';
const GENDER = 'Use the sex that the payer has on file, or leave it out.';
const NOT_FOUND = 'Try fewer fields, another way to identify the patient, or another payer.';
const DUPLICATE = 'Several members fit. Add name, birth date and group number.';
const DATE = 'Choose another date.';
const SERVICE = 'Choose another service type.';

const NAMES: [string, ...string[]] = ['patientLastName', 'patientFirstName', 'patientSuffix'];
const IDENTITY: [string, ...string[]] = ['memberId', 'patientBirthDate', 'patientLastName', 'patientFirstName'];

/** X12 AAA reject reasons (AAA03) by code. The one table of them. */
export const REJECT_REASONS: Readonly<Record<string, RejectReason>> = {
  '04': {
    words: 'Authorized Quantity Exceeded',
    key: 'payer',
    owner: 'admin',
    help: 'The number of checks agreed with this payer is used up.',
    fields: [],
    retry: 'later',
  },
  15: patient('Required application data missing', [], 'Something the payer requires is missing. Fill the field it names.'),
  33: patient('Input Errors', [], 'Something was typed in a form that the payer does not take. Correct the field it names.'),
  35: biller('Out of Network', 'provider', 'The payer restricts this benefit: the facility is out of its network.'),
  41: provider('Authorization/Access Restrictions', 'This facility is not set up with this payer. Enroll it with the payer.'),
  42: silent('Unable to Respond at Current Time'),
  43: provider('Invalid/Missing Provider Identification'),
  44: provider('Invalid/Missing Provider Name'),
  45: provider('Invalid/Missing Provider Specialty'),
  46: provider('Invalid/Missing Provider Phone Number'),
  47: provider('Invalid/Missing Provider State'),
  48: provider('Invalid/Missing Referring Provider Identification Number'),
  49: biller(
    'Provider is Not Primary Care Physician',
    'provider',
    "The payer restricts this benefit: the facility is not the patient's primary care provider.",
  ),
  50: provider('Provider Ineligible for Inquiries'),
  51: provider('Provider Not on File'),
  52: typed(
    'Service Dates Not Within Provider Plan Enrollment',
    ['asOfDate'],
    `${DATE} The facility was not enrolled with this plan on that day.`,
  ),
  53: typed(
    'Inquired Benefit Inconsistent with Provider Type',
    ['serviceType'],
    `${SERVICE} The payer does not tell this kind of facility about that one.`,
  ),
  54: typed('Inappropriate Product/Service ID Qualifier', ['serviceType'], SERVICE),
  55: typed('Inappropriate Product/Service ID', ['serviceType'], SERVICE),
  56: typed('Inappropriate Date', ['asOfDate'], DATE),
  57: typed('Invalid/Missing Date(s) of Service', ['asOfDate'], `${DATE} The payer needs a valid day of service.`),
  58: typed('Invalid/Missing Date-of-Birth', ['patientBirthDate'], BIRTH_DATE),
  60: typed(
    'Date of Birth Follows Date(s) of Service',
    ['patientBirthDate', 'asOfDate'],
    'The birth date lies after the date of service. Correct one of them.',
  ),
  61: {
    words: 'Date of Death Precedes Date(s) of Service',
    key: 'asOfDate',
    owner: 'front-desk',
    help: "The payer's record ends before this date. Please stop here, check quietly with your records, and speak to the family with care.",
    fields: ['asOfDate'],
    retry: 'no',
  },
  62: typed(
    'Date of Service Not Within Allowable Inquiry Period',
    ['asOfDate'],
    'The date is further back than this payer answers for. Choose a later one.',
  ),
  63: typed(
    'Date of Service in Future',
    ['asOfDate'],
    'This payer does not answer for days in the future. Choose today or an earlier day.',
  ),
  64: typed('Invalid/Missing Patient ID', ['memberId'], MEMBER_ID),
  65: typed('Invalid/Missing Patient Name', NAMES, NAME),
  66: typed('Invalid/Missing Patient Gender Code', ['patientGender'], GENDER),
  67: patient('Patient Not Found', IDENTITY, NOT_FOUND),
  68: { ...typed('Duplicate Patient ID Number', [...IDENTITY, 'groupNumber'], DUPLICATE), asksForMore: true },
  69: patient(
    "Inconsistent with Patient's Age",
    ['patientBirthDate', 'serviceType'],
    "The service does not fit the patient's age. Check the birth date and the service type.",
  ),
  70: patient("Inconsistent with Patient's Gender", ['patientGender', 'serviceType'], GENDER),
  71: typed('Patient Birth Date Does Not Match That for the Patient on the Database', ['patientBirthDate'], BIRTH_DATE),
  72: typed('Invalid/Missing Subscriber/Insured ID', ['memberId'], MEMBER_ID),
  73: typed('Invalid/Missing Subscriber/Insured Name', NAMES, NAME),
  74: typed('Invalid/Missing Subscriber/Insured Gender Code', ['patientGender'], GENDER),
  75: patient('Subscriber/Insured Not Found', IDENTITY, NOT_FOUND),
  76: { ...typed('Duplicate Subscriber/Insured ID Number', [...IDENTITY, 'groupNumber'], DUPLICATE), asksForMore: true },
  77: patient(
    'Subscriber Found, Patient Not Found',
    ['subscriberRelationship', 'memberId'],
    "The subscriber was found, the patient was not. Ask again as a dependent, or with the dependent's own member ID.",
  ),
  78: patient(
    'Subscriber/Insured Not in Group/Plan Identified',
    ['groupNumber'],
    'Clear the group number, or check whether the patient is in another plan.',
  ),
  79: payerSetup('Invalid Participant Identification'),
  80: silent('No Response received - Transaction Terminated'),
  81: patient('Invalid or Missing Case Number', [], 'The case number is missing or wrong. Correct it and send again.'),
  97: provider('Invalid or Missing Provider Address'),
  98: biller('Experimental Service or Procedure'),
  T4: payerSetup('Payer Name or Identifier Missing'),
  AA: biller('Authorization Number Not Found'),
  AE: biller('Requires Primary Care Physician Authorization'),
  AF: biller('Invalid/Missing Diagnosis Code(s)'),
  AG: biller('Invalid/Missing Procedure Code(s)'),
  AO: biller('Additional Patient Condition Information Required'),
  CI: biller('Certification Information Does Not Match Patient'),
  E8: biller('Requires Medical Review'),
  IA: biller('Invalid Authorization Number Format'),
  MA: biller('Missing Authorization Number'),
};

/** Null for a code outside the list: its words stand alone. */
export const helpOfCode = (code: string): RejectHelp | null => REJECT_REASONS[code] ?? null;

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
// Longer words first: "Invalid/Missing Provider Name" must not be taken for a part of another reason.
const BY_WORDS = Object.entries(REJECT_REASONS)
  .map(([code, { words }]): [string, string] => [code, plain(words)])
  .toSorted(([, a], [, b]) => b.length - a.length);

/** The code that a message speaks of, by its mention ("AAA 72") or its words; null where none can be told. */
export function codeOfMessage(message: string): string | null {
  const mentioned = /\bAAA (\w{2})\b/.exec(message)?.[1];
  if (mentioned !== undefined && mentioned in REJECT_REASONS) return mentioned;
  const words = plain(message);
  return BY_WORDS.find(([, reason]) => reason.length >= 12 && words.includes(reason))?.[0] ?? null;
}

/** Follow-up actions (AAA04). "Not allowed" is not final: it is also sent when a line drops (product.md 10.8). */
const FOLLOW_UPS: [string, RegExp, string][] = [
  ['C', /correct and resubmit/i, 'The payer asks to correct and send again.'],
  ['N', /resubmission not allowed/i, 'The payer does not want it sent again now; wait some minutes before you try.'],
  ['P', /resubmit original/i, 'The payer asks to send the same again.'],
  ['R', /resubmission allowed/i, 'The payer allows it to be sent again.'],
  ['S', /inquiry (initiated|started)/i, 'Do not send it again: the payer has begun to look into it.'],
  ['W', /wait 30 days/i, 'The payer asks to wait 30 days before sending it again.'],
  ['X', /wait 10 days/i, 'The payer asks to wait 10 days before sending it again.'],
  ['Y', /(hold your request|respond again shortly)/i, 'Do not send it again: the payer will answer.'],
];

/** What the payer says about sending again, by its code or its words; null where it says nothing. */
export function followUpSentence(codeOrWords: string): string | null {
  return FOLLOW_UPS.find(([code, words]) => code === codeOrWords.trim() || words.test(codeOrWords))?.[2] ?? null;
}

/** The payer does not answer now: nobody's data is wrong, and asking again or elsewhere helps (product.md 10.8). */
export const saysNoAnswer = (code: string | null): boolean => code !== null && REJECT_REASONS[code]?.retry === 'by-itself';
