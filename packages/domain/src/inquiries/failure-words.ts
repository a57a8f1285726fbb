/**
 * What people read when a payer refused or could not be asked, in this order: our own plain sentence; the product's known sentence
 * (product.md 8.2, 8.3); and what really happens now, which never asks for another try while we go on asking (product.md 8.8).
 */
import { type FormField, isFormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { InquiryStatus, RemoteErrors } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { isOpen } from './inquiry-status.ts';
import type { RetrySense } from './reject-reasons.ts';
import { explainRemoteErrors, type RemoteErrorExplanation } from './remote-errors.ts';

/** By AAA code, after the payer's name. 61 is about a death: the payer's own words say so, we do not lead with it. */
const REFUSALS: Readonly<Record<string, string>> = {
  '04': 'takes no more checks from us for now.',
  15: 'wants something that was not sent.',
  33: 'does not take something as it was typed.',
  35: 'says that the facility is out of its network.',
  41: 'does not answer this facility yet.',
  42: 'could not answer just then.',
  43: 'does not accept the ID of the facility.',
  44: 'does not accept the name of the facility.',
  45: 'does not accept the specialty of the facility.',
  46: 'does not accept the phone number of the facility.',
  47: 'does not accept the state of the facility.',
  48: 'does not accept the ID of the referring provider.',
  49: "says that the facility is not the patient's primary care provider.",
  50: 'does not answer checks of this facility.',
  51: 'does not know this facility.',
  52: 'did not have the facility in this plan on that day.',
  53: 'does not tell this kind of facility about that service.',
  54: 'does not answer for this service type.',
  55: 'does not answer for this service type.',
  56: 'does not take this date of service.',
  57: 'does not take this date of service.',
  58: 'does not accept this birth date.',
  60: 'says that the birth date lies after the date of service.',
  61: 'cannot answer for this date of service.',
  62: 'does not answer for days so far back.',
  63: 'does not answer for days in the future.',
  64: 'does not accept this member ID.',
  65: 'does not accept this name.',
  66: 'does not accept this sex of the patient.',
  67: 'does not know this patient.',
  68: 'knows several patients with this ID.',
  69: "says that the service does not fit the patient's age.",
  70: "says that the service does not fit the patient's sex.",
  71: 'has another birth date for this patient.',
  72: 'does not accept this member ID.',
  73: 'does not accept this name.',
  74: 'does not accept this sex of the member.',
  75: 'does not know this member.',
  76: 'knows several members with this ID.',
  77: 'knows the member, but not this patient.',
  78: 'does not have this member in that group or plan.',
  79: 'is not set up rightly in our system.',
  80: 'did not answer.',
  81: 'does not accept the case number.',
  97: 'does not accept the address of the facility.',
  98: 'calls this service experimental.',
  T4: 'is not set up rightly in our system.',
  AA: 'does not find the authorization number.',
  AE: "wants the primary care physician's authorization.",
  AF: 'wants a diagnosis code.',
  AG: 'wants a procedure code.',
  AO: "wants to know more about the patient's condition.",
  CI: 'has other details of the certification.',
  E8: 'wants a medical review.',
  IA: 'does not accept the authorization number.',
  MA: 'wants an authorization number.',
};

const FIELD_WORDS: Readonly<Record<FormField, string>> = {
  memberId: 'member ID',
  patientBirthDate: 'birth date',
  patientFirstName: 'first name',
  patientLastName: 'last name',
  patientGender: 'sex of the patient',
  asOfDate: 'date',
  serviceType: 'service type',
  groupNumber: 'group number',
  subscriberRelationship: 'relationship',
  patientSuffix: 'suffix',
  patientSSN: 'social security number',
  submitterId: 'submitter ID',
};

/** By the clearinghouse, whose own words follow. */
export const refusedBefore = (payer: string): string => `The check was refused before it reached ${payer}.`;

function plainRefusal({ key, code }: RemoteErrorExplanation, payer: string, isOfClearinghouse: boolean): string {
  const refusal = code === null ? undefined : REFUSALS[code];
  if (isOfClearinghouse) return refusedBefore(payer);
  if (refusal !== undefined) return `${payer} ${refusal}`;
  if (isFormField(key)) return `${payer} does not accept the ${FIELD_WORDS[key]}.`;
  if (key.startsWith('provider')) return `${payer} does not accept something about the facility.`;
  if (key.startsWith('payer')) return `${payer} could not answer.`;
  return `${payer} does not accept something that was sent.`;
}

/** One refusal as it is read. */
export interface ToldRefusal extends RemoteErrorExplanation {
  /** Ours, which leads; null where the refusal before it says the same. */
  plain: string | null;
}

export interface ToldFailure {
  /** What happened, where no refusal says it; null beside refusals. */
  plain: string | null;
  /** The known sentence for it; null beside refusals, which have their own, and while the sender is held. */
  sentence: string | null;
  refusals: readonly ToldRefusal[];
  /** What is done about it from here on, and by whom. */
  now: string;
}

export interface FailedCheck {
  status: InquiryStatus;
  errors: RemoteErrors;
  /** As it is shown. */
  payer: string;
  /** The latest moment we ask, in words; null where it is not known or over. */
  askingUntil: string | null;
}

/** Of every failure to send that nothing more is known of. */
const TRY_LATER = 'There seems to be an issue. Please try again later.';
const TAKES_LONG = 'The payer is taking a long time to respond. Please try again later.';
const NOT_COVERAGE = "This says nothing about the patient's coverage.";
const OVER = 'Nobody is asking any more.';
const RETRY_WORDS: Readonly<Record<RetrySense, string | null>> = {
  'by-itself': 'Send it again later.',
  later: 'Send it again later.',
  'after-correction': 'Correct it and send it again.',
  no: null,
};
/** What the payer itself says about sending again goes before our advice. */
const leavesAdviceToUs = ({ followUp }: RemoteErrorExplanation): boolean => followUp === null || !/^Do not send|wait/i.test(followUp);

/** Of a check that is open, or ended without an answer. */
export function tellFailure({ status, errors, payer, askingUntil }: FailedCheck): ToldFailure {
  const isOfClearinghouse = 'Message' in errors || 'ErrorDescription' in errors;
  const explained = explainRemoteErrors(errors);
  const plains = explained.map((reason) => plainRefusal(reason, payer, isOfClearinghouse));
  const refusals = explained.map((reason, at) => ({
    ...(isOpen(status) ? reason : ended(reason)),
    plain: plains.indexOf(plains[at] ?? '') === at ? (plains[at] ?? null) : null,
  }));
  const isRefused = refusals.length > 0;
  return {
    plain: isRefused ? null : whatHappened(status, payer),
    sentence: isRefused ? null : knownSentence(status),
    refusals,
    now: whatHappensNow(status, explained, askingUntil),
  };
}

function knownSentence(status: InquiryStatus): string | null {
  if (status === 'max-retry') return TAKES_LONG;
  return isOpen(status) ? null : TRY_LATER;
}

/** Its help promises that we try again; of a check that has ended nobody does. */
function ended(reason: RemoteErrorExplanation): RemoteErrorExplanation {
  if (reason.retry !== 'by-itself') return reason;
  return { ...reason, owner: 'front-desk', ownerWords: 'Front desk', help: 'Nothing that you typed is wrong.' };
}

function whatHappened(status: InquiryStatus, payer: string): string {
  if (isOpen(status)) return `${payer} has not answered yet.`;
  if (status === 'unknown') return `${payer} was asked, and no answer could be had. ${NOT_COVERAGE}`;
  if (status === 'cancel') return `This check was stopped before ${payer} answered.`;
  return status === 'failure' ? `${payer} could not be asked. ${NOT_COVERAGE}` : `${payer} gave no answer. ${NOT_COVERAGE}`;
}

function whatHappensNow(status: InquiryStatus, reasons: readonly RemoteErrorExplanation[], askingUntil: string | null): string {
  if (isOpen(status)) {
    const until = askingUntil === null ? '' : ` until ${askingUntil} at the latest`;
    return `You need not send it again: we keep asking${until}. The list will show the answer.`;
  }
  if (reasons.length === 0) return status === 'cancel' ? `${OVER} Send it again if you need it.` : `${OVER} Send it again later.`;
  if (!reasons.every(leavesAdviceToUs)) return OVER;
  const advice = (['no', 'after-correction', 'later', 'by-itself'] as const).find((sense) => reasons.some(({ retry }) => retry === sense));
  const words = advice === undefined ? null : RETRY_WORDS[advice];
  return words === null ? OVER : `${OVER} ${words}`;
}
