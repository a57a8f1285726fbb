/** When two rows, or a row and an inquiry, ask the same of the same payer about the same person (product.md 19.3). */
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { nameLetters } from '../inquiries/patient-name.ts';

export interface AskedPerson {
  payerId: string;
  memberId: string;
  birthDate: string;
  firstName: string;
}

export const personOfRow = (content: BatchContent, payerId: string): AskedPerson => ({
  payerId,
  memberId: content.member_id ?? '',
  birthDate: content.birth_date ?? '',
  // Where no member id is known the last name has to tell people apart.
  firstName: `${content.first ?? ''} ${content.member_id === undefined ? (content.last ?? '') : ''}`,
});

export const personOfSubmission = (submission: Submission): AskedPerson => ({
  payerId: submission.payer_id,
  memberId: submission.memberId ?? '',
  birthDate: submission.patientBirthDate ?? '',
  firstName: `${submission.patientFirstName ?? ''} ${submission.memberId === undefined ? (submission.patientLastName ?? '') : ''}`,
});

const plainId = (id: string): string =>
  id
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The same text for the same; every batch asks about one day. Null where too little is known to say so. */
export function sameKeyOf({ payerId, memberId, birthDate, firstName }: AskedPerson): string | null {
  const parts = [plainId(memberId), birthDate, nameLetters(firstName)];
  return parts.filter((part) => part !== '').length < 2 ? null : [payerId, ...parts].join('|');
}
