/** AAA rejections of a 271 as staff read them: whose it is by the loop, in words that tell each condition from the others (product.md 10.8). */
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { REJECT_REASONS } from '@coverlight/domain/inquiries/reject-reasons.ts';
import type { Rejection as Aaa } from '@coverlight/x12/read-271.ts';
import { FOLLOW_UP_NAMES } from '@coverlight/x12/reject-names.ts';
import { isNoAnswer, rejectionErrors } from '../reject-reasons.ts';

/** Loops of payer and provider say whose it is; below them the code does. */
const OWNERS: Partial<Record<Aaa['level'], 'payer' | 'provider'>> = { source: 'payer', receiver: 'provider' };

/** The parts of the person that came back with the refusal: by them a payer says which part it means. */
function namedParts(answer: PayerAnswer | undefined, level: Aaa['level']): string[] {
  const person = level === 'dependent' ? answer?.patient : (answer?.subscriber ?? answer?.patient);
  if (person === null || person === undefined || (level !== 'subscriber' && level !== 'dependent')) return [];
  const parts: [string, string | null][] = [
    ['last name', person.lastName],
    ['first name', person.firstName],
    ['birth date', person.birthDate],
    ['member ID', person.memberId],
    ['sex', person.gender],
  ];
  return parts.filter(([, value]) => value !== null).map(([name]) => name);
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** "Dependent: Patient Birth Date Does Not Match ... (AAA 71). Please Correct and Resubmit. The payer's answer repeats: last name." */
function textOf({ code, followUp, level, loop }: Aaa, answer: PayerAnswer | undefined): string {
  const known = Object.hasOwn(REJECT_REASONS, code) ? REJECT_REASONS[code] : undefined;
  const words = known?.words ?? (code === '' ? 'Rejected without a reason' : `Rejected with a code of the payer's own: ${code}`);
  const whose =
    level === 'dependent' ? 'Dependent: ' : level === 'subscriber' && answer?.patient?.relationship?.code !== '18' ? 'Subscriber: ' : '';
  const service = loop.startsWith('2110') ? 'For this benefit: ' : '';
  const action = followUp === null ? null : `${FOLLOW_UP_NAMES.get(followUp) ?? `Follow-up ${followUp}`}.`;
  const parts = namedParts(answer, level);
  const repeated = parts.length === 0 ? null : `The payer's answer repeats: ${parts.join(', ')}.`;
  const code271 = known === undefined ? '' : ` (AAA ${code})`;
  return [sentence(`${whose}${service}${words}${code271}`), action, repeated].filter((part) => part !== null).join(' ');
}

const asRejection = (aaa: Aaa, answer: PayerAnswer | undefined) => ({
  code: aaa.code === '' ? null : aaa.code,
  field: null,
  owner: OWNERS[aaa.level],
  text: textOf(aaa, answer),
});

/** Errors by key of `remote_errors`; several of one key are joined. */
export function coreErrors(rejections: readonly Aaa[], answer: PayerAnswer | undefined): Record<string, string> {
  return rejectionErrors(rejections.map((aaa) => asRejection(aaa, answer)));
}

/** True where every one says that the payer did not respond (42, 80). */
export function isSilence(rejections: readonly Aaa[]): boolean {
  return isNoAnswer(rejections.map((aaa) => asRejection(aaa, undefined)));
}
