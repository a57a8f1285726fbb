/** The question as Availity's form parameters. Only names of its published list, and of the patient's fields only those the payer allows. */
import type { EligibilityQuestion } from '#ports/clearinghouse.ts';

export function availityForm(question: EligibilityQuestion): URLSearchParams {
  const form = new URLSearchParams();
  form.set('payerId', question.payerCode);
  form.set('providerNpi', question.provider.npi);
  const allowed = new Set(question.allowedFields);
  const optional: [name: string, value: string | undefined][] = [
    ['providerTaxId', question.provider.taxId],
    ['submitterId', question.submitterId],
    // Today is said by leaving the date out.
    ['asOfDate', question.asOfDate],
    ['memberId', question.memberId],
    ['patientSSN', question.ssn],
    ['patientLastName', question.lastName],
    ['patientFirstName', question.firstName],
    ['patientSuffix', question.suffix],
    ['patientBirthDate', question.birthDate],
    ['patientGender', question.gender],
    ['groupNumber', question.groupNumber],
    ['subscriberRelationship', question.relationship],
  ];
  form.set('providerLastName', plainName(question.provider.name));
  for (const [name, value] of optional) {
    const trimmed = value?.trim() ?? '';
    if (trimmed !== '' && allowed.has(name)) form.set(name, trimmed);
  }
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
