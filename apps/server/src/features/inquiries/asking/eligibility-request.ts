/** The eligibility request of an inquiry, rebuilt from what was stored when it was sent. */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import type { Route } from '@coverlight/domain/inquiries/attempt.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { EligibilityQuestion, TypedFacts } from '#ports/clearinghouse.ts';
import { openContent, openSsn } from '#features/inquiries/inquiry-contents.ts';

export interface ProviderIdentity {
  name: string;
  npi: string;
  taxId: string;
}

export interface RequestRow {
  as_of_date: string | null;
  asked_under: string | null;
  created_at: Date;
  submission: Buffer;
  ssn: Buffer | null;
  provider_name: string;
  npi: string;
  tax_id: string;
  payer_name: string;
  /** What each clearinghouse has of the payer that can be asked there. */
  sources: { clearinghouse: Route; code: string; name: string | null; provider_fields: string[] }[];
  fields: PayerField[] | null;
}

const AMERICAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** What a clearinghouse has of the payer; undefined where it cannot be asked there (any more). */
export const sourceAt = (row: RequestRow, route: Route): RequestRow['sources'][number] | undefined =>
  row.sources.find(({ clearinghouse }) => clearinghouse === route);

export function submissionOf(row: RequestRow, keys: OrganizationKeys, inquiryId: string): Submission {
  const submission = openContent(keys, inquiryId, 'submission', row.submission);
  if (submission === null) throw new Error('an inquiry without a submission');
  return submission;
}

/** `platform`: the provider it may have been asked under. */
export function eligibilityRequest(
  row: RequestRow,
  keys: OrganizationKeys,
  to: { inquiryId: string; source: RequestRow['sources'][number]; serviceTypes: string[]; platform: ProviderIdentity | null },
): EligibilityQuestion {
  const submission = submissionOf(row, keys, to.inquiryId);
  // Without a configuration of its own the form was the default one: everything typed into it is passed on.
  const fields = row.fields ?? defaultSchema().fields;
  // The day it was sent on: asked again tomorrow it is still the same question.
  const today = AMERICAN_DAY.format(row.created_at);
  const own = { name: row.provider_name, npi: row.npi, taxId: row.tax_id };
  const typed = {
    memberId: submission.memberId,
    firstName: submission.patientFirstName,
    lastName: submission.patientLastName,
    suffix: submission.patientSuffix,
    birthDate: submission.patientBirthDate,
    gender: submission.patientGender,
    ssn: openSsn(keys, to.inquiryId, row.ssn) ?? undefined,
    groupNumber: submission.groupNumber,
    relationship: submission.subscriberRelationship,
    submitterId: submission.submitterId,
    // Today is said by leaving the date out, unless the payer insists on one.
    asOfDate: row.as_of_date ?? (fields.some((field) => field.name === 'asOfDate' && field.required) ? today : undefined),
  } satisfies Record<keyof TypedFacts, string | undefined>;
  return {
    ...typed,
    payerCode: to.source.code,
    payerName: to.source.name ?? row.payer_name,
    serviceTypes: to.serviceTypes,
    // Asked under the platform's provider once, always so: an answer must not change its network facts half-way.
    provider: row.asked_under !== null && to.platform !== null ? to.platform : own,
    today,
    allowedFields: [...fields.filter((field) => field.allowed).map((field) => field.name), ...to.source.provider_fields],
  };
}
