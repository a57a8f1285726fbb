/** Refusals as people read them: the sentence for each key, and beside it who must act and how (product.md 8, 10.8). */
import { type FormField, isFormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { RemoteErrors } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { codeOfMessage, followUpSentence, helpOfCode, type RejectHelp } from './reject-reasons.ts';

export interface RemoteErrorExplanation extends RejectHelp {
  key: string;
  /** The payer's or clearinghouse's words. */
  message: string;
  /** X12 AAA code; null where none can be told. */
  code: string | null;
  /** What the banner says. */
  sentence: string;
  /** "Front desk", "Your manager" ... */
  ownerWords: string;
  /** The payer's words where the sentence does not hold them; else null. */
  said: string | null;
  /** What the payer says about sending again; null where it says nothing. */
  followUp: string | null;
}

// A request that the clearinghouse itself refused: its words are the banner as they stand (product.md 8).
const GENERAL_KEYS = new Set(['Message', 'ErrorDescription']);

/** What follows the underscore; the key itself where there is none. */
const codeIn = (key: string) => key.slice(key.indexOf('_') + 1);

/** The banner's sentence for one entry of `remote_errors`. */
export function remoteErrorSentence(key: string, message: string): string {
  if (GENERAL_KEYS.has(key)) return message;
  if (key.startsWith('provider')) return `There seems to be a problem with your configured provider information. (${codeIn(key)})`;
  if (key.startsWith('payer')) return `There seems to be a problem with this payer. (${codeIn(key)})`;
  return `An unexpected error occurred for ${key}: ${message}`;
}

const OWNER_WORDS = {
  'front-desk': 'Front desk',
  manager: 'Your manager',
  admin: 'Our support team',
  biller: 'Billing',
  system: 'Nobody: we keep trying',
} as const;

const FIELD_HELP: Readonly<Record<FormField, string>> = {
  memberId: 'Read the member ID again from the card, with its prefix.',
  patientBirthDate: 'Compare the birth date with the card or an ID.',
  patientFirstName: 'Use the first name as the card spells it.',
  patientLastName: 'Use the last name as the card spells it.',
  patientGender: 'Use the sex that the payer has on file, or leave it out.',
  asOfDate: 'Choose another date.',
  serviceType: 'Choose another service type.',
  groupNumber: 'Clear the group number, or read it again from the card.',
  subscriberRelationship: "Check the patient's relationship to the subscriber.",
  patientSuffix: 'Check the suffix, or leave it out.',
  patientSSN: 'Check the social security number, or leave it out.',
  submitterId: 'Check the submitter ID, or leave it out.',
};

const GENERAL: Readonly<Record<string, RejectHelp>> = {
  provider: {
    owner: 'manager',
    help: "Check the facility's NPI and tax ID. It is not about the patient's data.",
    fields: [],
    retry: 'after-correction',
  },
  payer: { owner: 'admin', help: 'The trouble is on the side of the payer, not in what you typed.', fields: [], retry: 'later' },
  subscriber: { owner: 'front-desk', help: "Compare what you typed with the patient's card.", fields: [], retry: 'after-correction' },
};

function helpOfKey(key: string): RejectHelp {
  if (isFormField(key)) return { owner: 'front-desk', help: FIELD_HELP[key], fields: [key], retry: 'after-correction' };
  const source = Object.keys(GENERAL).find((name) => key.startsWith(name));
  const general = source === undefined ? undefined : GENERAL[source];
  return general ?? { owner: 'front-desk', help: 'Correct what the message names and send again.', fields: [], retry: 'after-correction' };
}

function explain(key: string, message: string): RemoteErrorExplanation {
  const inKey = helpOfCode(codeIn(key)) === null ? null : codeIn(key);
  const code = inKey ?? (GENERAL_KEYS.has(key) ? null : codeOfMessage(message));
  const known = code === null ? null : helpOfCode(code);
  const byKey = helpOfKey(key);
  const sentence = remoteErrorSentence(key, message);
  const help = known ?? byKey;
  return {
    ...help,
    key,
    message,
    code,
    sentence,
    said: sentence.endsWith(message) ? null : message,
    // The key says which field the clearinghouse objected to; the code only which they usually are.
    fields: [...new Set([...byKey.fields, ...help.fields])],
    ownerWords: OWNER_WORDS[help.owner],
    followUp: followUpSentence(message),
  };
}

/** What the form knows: the values that were sent, and which fields this payer takes. */
export interface SentForm {
  sent: Readonly<Record<string, unknown>>;
  takes: (field: string) => boolean;
}

/**
 * The help under each form field: under the one that a reason is foremost about, whether it was sent or not, and under the others that
 * were sent, or that the cure is to fill in.
 */
export function helpByField(errors: RemoteErrors, { sent, takes }: SentForm): Record<string, string> {
  const helps: Record<string, string> = {};
  for (const { fields, help, asksForMore } of explainRemoteErrors(errors)) {
    for (const [at, field] of fields.entries()) {
      if (at === 0) helps[field] = help;
      else if (sent[field] || (asksForMore && takes(field))) helps[field] ??= isFormField(field) ? FIELD_HELP[field] : help;
    }
  }
  return helps;
}

/**
 * One explanation for each entry, the general ones first. Nothing here ever says that the patient is not covered: a
 * refusal or a failure to ask is not an answer (product.md 10.8).
 */
export function explainRemoteErrors(errors: RemoteErrors): RemoteErrorExplanation[] {
  const entries = Object.entries(errors).map(([key, message]) => explain(key, message));
  return entries.toSorted((a, b) => Number(GENERAL_KEYS.has(b.key)) - Number(GENERAL_KEYS.has(a.key)));
}
