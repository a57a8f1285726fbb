/** Where an inquiry's encrypted values are stored, and how they are opened. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { PatientIdentity, RemoteErrors, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

/** What is stored as JSON, by column. */
export interface InquiryContents {
  submission: Submission;
  coverage: Coverage | null;
  /** The payer's answer as it came. */
  raw_answer: unknown;
  remote_errors: RemoteErrors;
  /** Whom the payer answered about. */
  returned_patient: PatientIdentity['returned_patient'];
}

const nameAt = (inquiryId: string) => ({ table: 'inquiries', row: inquiryId, column: 'patient_name' });
const contentAt = (inquiryId: string, column: keyof InquiryContents | 'ssn') => ({ table: 'inquiry_contents', row: inquiryId, column });

/** First and last name as typed; '' where neither was. */
export function patientName({ patientFirstName = '', patientLastName = '' }: Submission): string {
  return `${patientFirstName} ${patientLastName}`.trim();
}

export function closeName(keys: OrganizationKeys, inquiryId: string, submission: Submission): Buffer | null {
  const name = patientName(submission);
  return name === '' ? null : keys.encryptText(nameAt(inquiryId), name);
}

export function openName(keys: OrganizationKeys, inquiryId: string, ciphertext: Buffer | null): string {
  return ciphertext === null ? '' : keys.decryptText(nameAt(inquiryId), ciphertext);
}

/** By what a list tells it apart from others. */
export function openIdentity(
  keys: OrganizationKeys,
  inquiryId: string,
  { submission, returned_patient }: { submission: Buffer | null; returned_patient: Buffer | null },
): PatientIdentity {
  const typed = openContent(keys, inquiryId, 'submission', submission);
  return {
    patient: typed === null ? '' : patientName(typed),
    member_id: typed?.memberId ?? null,
    birth_date: typed?.patientBirthDate ?? null,
    returned_patient: openContent(keys, inquiryId, 'returned_patient', returned_patient),
  };
}

/** Null and an absent value are stored as null. */
export function closeContent<C extends keyof InquiryContents>(
  keys: OrganizationKeys,
  inquiryId: string,
  column: C,
  value: InquiryContents[C] | null | undefined,
): Buffer | null {
  return value === null || value === undefined ? null : keys.encryptJson(contentAt(inquiryId, column), value);
}

/** Null where nothing was stored. */
export function openContent<C extends keyof InquiryContents>(
  keys: OrganizationKeys,
  inquiryId: string,
  column: C,
  ciphertext: Buffer | null,
): InquiryContents[C] | null {
  if (ciphertext === null) return null;
  // Authenticated: these are the bytes that closeContent wrote for this very row and column.
  return keys.decryptJson(contentAt(inquiryId, column), ciphertext) as InquiryContents[C];
}

export function closeSsn(keys: OrganizationKeys, inquiryId: string, ssn: string | null): Buffer | null {
  return ssn === null ? null : keys.encryptText(contentAt(inquiryId, 'ssn'), ssn);
}

export function openSsn(keys: OrganizationKeys, inquiryId: string, ciphertext: Buffer | null): string | null {
  return ciphertext === null ? null : keys.decryptText(contentAt(inquiryId, 'ssn'), ciphertext);
}
