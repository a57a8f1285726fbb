/** The question as Availity's form parameters. Only names of its published list, and of the patient's fields only those the payer allows. */
import type { FieldOf, FormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { EligibilityQuestion } from '#ports/clearinghouse.ts';

type OneValue = Exclude<FormField, FieldOf<'service-types'>>;

/** Availity's parameters are called as the form's fields are. */
const VALUES: Record<OneValue, (question: EligibilityQuestion) => string | undefined> = {
  submitterId: (question) => question.submitterId,
  // Today is said by leaving the date out.
  asOfDate: (question) => question.asOfDate,
  memberId: (question) => question.memberId,
  patientSSN: (question) => question.ssn,
  patientLastName: (question) => question.lastName,
  patientFirstName: (question) => question.firstName,
  patientSuffix: (question) => question.suffix,
  patientBirthDate: (question) => question.birthDate,
  patientGender: (question) => question.gender,
  groupNumber: (question) => question.groupNumber,
  subscriberRelationship: (question) => question.relationship,
};

export function availityForm(question: EligibilityQuestion): URLSearchParams {
  const form = new URLSearchParams();
  form.set('payerId', question.payerCode);
  form.set('providerNpi', question.provider.npi);
  form.set('providerLastName', plainName(question.provider.name));
  const allowed = new Set(question.allowedFields);
  const put = (name: string, value: string | undefined) => {
    const trimmed = value?.trim() ?? '';
    if (trimmed !== '' && allowed.has(name)) form.set(name, trimmed);
  };
  put('providerTaxId', question.provider.taxId);
  for (const [name, valueOf] of Object.entries(VALUES)) put(name, valueOf(question));
  if (allowed.has('serviceType')) for (const code of question.serviceTypes) form.append('serviceType', code);
  return form;
}

/** Availity refuses whole requests for characters it holds unsafe, and names over 60 characters. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9\s!&,()+'\-./;?=#]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60);
}
