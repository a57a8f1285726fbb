/** X12 AAA reject reasons: which code a clearinghouse's words mean, and under which key staff find the rejection (product.md 4.1). */
import { FORM_FIELD_NAMES } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { codeOfMessage, REJECT_REASONS, saysNoAnswer } from '@coverlight/domain/inquiries/reject-reasons.ts';
import type { AskOutcome } from '#ports/clearinghouse.ts';

interface Rejection {
  code: string | null;
  /** The request field the clearinghouse names, in its spelling. */
  field: string | null;
  text: string;
  /** Whose it is, where the vendor says so by the place of the rejection (X12 loops). */
  owner?: 'payer' | 'provider';
}

/** Words of other senders for the same reasons, in the normalised form of `wordsOf`. */
const OTHER_WORDS: Record<string, string> = {
  'subscriber not found': '75',
  'insured not found': '75',
  'member not found': '75',
  'invalid missing subscriber id': '72',
  'invalid missing subscriber name': '73',
  'birth date does not match': '71',
  'patient birth date does not match': '71',
  'no response received': '80',
  'unable to respond': '42',
};

const FORM_FIELDS = new Map(FORM_FIELD_NAMES.map((field) => [field.toLowerCase(), field]));

const CODE_OF_WORDS = new Map(Object.entries(REJECT_REASONS).map(([code, { words }]) => [wordsOf(words), code]));

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
}

/** The AAA code a rejection carries in its code, its words or a mention such as "(72)"; null where it cannot be told. */
function rejectCodeOf(rejection: { code: string | null; text: string }): string | null {
  const code = rejection.code?.trim().toUpperCase() ?? '';
  const padded = /^\d$/.test(code) ? `0${code}` : code;
  if (padded in REJECT_REASONS) return padded;
  const words = wordsOf(rejection.text);
  const known = CODE_OF_WORDS.get(words) ?? OTHER_WORDS[words];
  if (known !== undefined) return known;
  const mentioned = /(?:\bAAA\W{0,3}|\(|\bcode\W{0,3})([A-Z\d]{2})\b/i.exec(rejection.text)?.[1]?.toUpperCase();
  if (mentioned !== undefined && mentioned in REJECT_REASONS) return mentioned;
  for (const [reason, candidate] of CODE_OF_WORDS) if (reason.length > 12 && words.includes(reason)) return candidate;
  return null;
}

/** The product's name of a request field, whatever its spelling (`serviceType[]`, `MemberID`); null for others. */
export function formFieldOf(field: string): string | null {
  return FORM_FIELDS.get(field.replace(/\[\d*\]$/, '').toLowerCase()) ?? null;
}

/** Whose it is by its code, else by the field the clearinghouse names, else the patient's. */
function keyOf(rejection: Rejection, code: string | null): string {
  const field = rejection.field ?? '';
  const suffix = code ?? rejection.code ?? 'unknown';
  if (rejection.owner !== undefined) return `${rejection.owner}_${suffix}`;
  const key = (code === null ? undefined : REJECT_REASONS[code]?.key) ?? 'subscriber';
  if (key === 'payer' || key === 'provider') return `${key}_${suffix}`;
  if (/^payer/i.test(field)) return `payer_${suffix}`;
  if (/^(provider|requestingProvider)/i.test(field)) return `provider_${suffix}`;
  return key === 'subscriber' ? (formFieldOf(field) ?? `subscriber_${suffix}`) : key;
}

/** The payer's own words, with the code where neither they nor the key tell it. */
function textOf(rejection: Rejection, code: string | null, key: string): string {
  const text = rejection.text.trim() || (REJECT_REASONS[code ?? '']?.words ?? 'The payer gave no reason.');
  return code === null || key.endsWith(`_${code}`) || codeOfMessage(text) === code ? text : `${text} (AAA ${code})`;
}

/** The rejection as staff see it; texts under one key are joined by a space. */
export function rejectionErrors(rejections: Rejection[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const rejection of rejections) {
    const code = rejectCodeOf(rejection);
    const key = keyOf(rejection, code);
    const text = textOf(rejection, code, key);
    const before = errors[key];
    if (before === undefined) errors[key] = text;
    else if (before !== text && !before.includes(text)) errors[key] = `${before} ${text}`;
  }
  return errors;
}

/**
 * Some payers reject the question and name the member's id in the same answer; that is worth knowing where it is not the one sent. The
 * errors are kept encrypted, as the answer is.
 */
export function withNamedMember(
  outcome: AskOutcome,
  { patient, subscriber }: Pick<PayerAnswer, 'patient' | 'subscriber'>,
  sent: string | undefined,
): AskOutcome {
  const named = patient?.memberId ?? subscriber?.memberId ?? null;
  const [first] = outcome.kind === 'rejected' ? Object.entries(outcome.errors) : [];
  if (outcome.kind !== 'rejected' || first === undefined || named === null || wordsOf(named) === wordsOf(sent ?? '')) return outcome;
  const [key, text] = first;
  return { ...outcome, errors: { ...outcome.errors, [key]: `${text} The payer names the member ID ${named}.` } };
}

/** True where every reason says that the payer did not answer, rather than what is wrong with the question. */
export function isNoAnswer(rejections: Rejection[]): boolean {
  return rejections.length > 0 && rejections.every((rejection) => saysNoAnswer(rejectCodeOf(rejection)));
}
