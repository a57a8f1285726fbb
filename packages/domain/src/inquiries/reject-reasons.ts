/** What each X12 AAA reject reason means for the people at the desk: who must act, and how (product.md 10.8). */
import { REJECT_REASONS } from './reject-reason-names.ts';

/** Who can do something about it. 'system': nobody need do anything. */
export type ErrorOwner = 'front-desk' | 'manager' | 'admin' | 'biller' | 'system';

/** Whether asking again makes sense: by itself, only after a correction, later, or not at all. */
export type RetrySense = 'by-itself' | 'after-correction' | 'later' | 'no';

export interface RejectHelp {
  owner: ErrorOwner;
  /** One plain sentence: what to do. */
  help: string;
  /** The form field concerned; null where none is. */
  field: string | null;
  retry: RetrySense;
}

const correct = (field: string | null, help: string): RejectHelp => ({ owner: 'front-desk', help, field, retry: 'after-correction' });
const manager = (help: string): RejectHelp => ({ owner: 'manager', help, field: null, retry: 'after-correction' });
const biller = (help: string): RejectHelp => ({ owner: 'biller', help, field: null, retry: 'no' });

const SILENT: RejectHelp = {
  owner: 'system',
  help: 'The payer is not answering. We are retrying; you need do nothing.',
  field: null,
  retry: 'by-itself',
};
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

const HELP: Readonly<Record<string, RejectHelp>> = {
  '04': { owner: 'admin', help: 'The number of checks agreed with this payer is used up.', field: null, retry: 'later' },
  15: correct(null, 'Something the payer requires is missing. Fill the field it names.'),
  33: correct(null, 'Something was typed in a form that the payer does not take. Correct the field it names.'),
  35: biller('The payer restricts this benefit: the facility is out of its network.'),
  41: manager('This facility is not set up with this payer. Enroll it with the payer.'),
  42: SILENT,
  43: manager(CHECK_PROVIDER),
  44: manager(CHECK_PROVIDER),
  45: manager(CHECK_PROVIDER),
  46: manager(CHECK_PROVIDER),
  47: manager(CHECK_PROVIDER),
  48: manager(CHECK_PROVIDER),
  49: biller("The payer restricts this benefit: the facility is not the patient's primary care provider."),
  50: manager(CHECK_PROVIDER),
  51: manager(CHECK_PROVIDER),
  52: correct('asOfDate', `${DATE} The facility was not enrolled with this plan on that day.`),
  53: correct('serviceType', `${SERVICE} The payer does not tell this kind of facility about that one.`),
  54: correct('serviceType', SERVICE),
  55: correct('serviceType', SERVICE),
  56: correct('asOfDate', DATE),
  57: correct('asOfDate', `${DATE} The payer needs a valid day of service.`),
  58: correct('patientBirthDate', BIRTH_DATE),
  60: correct('patientBirthDate', 'The birth date lies after the date of service. Correct one of them.'),
  61: {
    owner: 'front-desk',
    help: "The payer's record ends before this date. Please stop here, check quietly with your records, and speak to the family with care.",
    field: 'asOfDate',
    retry: 'no',
  },
  62: correct('asOfDate', 'The date is further back than this payer answers for. Choose a later one.'),
  63: correct('asOfDate', 'This payer does not answer for days in the future. Choose today or an earlier day.'),
  64: correct('memberId', MEMBER_ID),
  65: correct('patientLastName', NAME),
  66: correct('patientGender', GENDER),
  67: correct(null, NOT_FOUND),
  68: correct('memberId', DUPLICATE),
  69: correct('patientBirthDate', "The service does not fit the patient's age. Check the birth date and the service type."),
  70: correct('patientGender', GENDER),
  71: correct('patientBirthDate', BIRTH_DATE),
  72: correct('memberId', MEMBER_ID),
  73: correct('patientLastName', NAME),
  74: correct('patientGender', GENDER),
  75: correct(null, NOT_FOUND),
  76: correct('memberId', DUPLICATE),
  77: correct(
    'subscriberRelationship',
    "The subscriber was found, the patient was not. Ask again as a dependent, or with the dependent's own member ID.",
  ),
  78: correct('groupNumber', 'Clear the group number, or check whether the patient is in another plan.'),
  79: { owner: 'admin', help: "This payer's setup in our system needs correcting. We have to look into it.", field: null, retry: 'no' },
  80: SILENT,
  81: correct(null, 'The case number is missing or wrong. Correct it and send again.'),
  97: manager(CHECK_PROVIDER),
  98: biller(AUTHORIZATION_TYPE),
  T4: { owner: 'admin', help: "This payer's setup in our system needs correcting. We have to look into it.", field: null, retry: 'no' },
  AA: biller(AUTHORIZATION_TYPE),
  AE: biller(AUTHORIZATION_TYPE),
  AF: biller(AUTHORIZATION_TYPE),
  AG: biller(AUTHORIZATION_TYPE),
  AO: biller(AUTHORIZATION_TYPE),
  CI: biller(AUTHORIZATION_TYPE),
  E8: biller(AUTHORIZATION_TYPE),
  IA: biller(AUTHORIZATION_TYPE),
  MA: biller(AUTHORIZATION_TYPE),
};

/** Null for a code outside the list: its words stand alone. */
export const helpOfCode = (code: string): RejectHelp | null => HELP[code] ?? null;

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
// Longer words first: "Invalid/Missing Provider Name" must not be taken for a part of another reason.
const BY_WORDS = Object.entries(REJECT_REASONS)
  .map(([code, words]): [string, string] => [code, plain(words)])
  .toSorted(([, a], [, b]) => b.length - a.length);

/** The code that a message speaks of, by its words; null where none can be told. */
export function codeOfMessage(message: string): string | null {
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
