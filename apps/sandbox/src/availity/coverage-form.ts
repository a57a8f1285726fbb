/** Reads and checks the form of POST /coverages: known names only, and what the payer's own configuration demands. */

import { isCalendarDate } from '../dates.ts';
import type { SandboxPayer } from '../payers/payers.ts';
import { configurationOf, patternsOf, type Element } from './configuration.ts';
import { AvailityRefusal, type FieldError } from './errors.ts';

const PARAMETERS = new Set(
  (
    'payerId providerLastName providerFirstName providerType providerNpi providerTaxId payerAssignedProviderId providerSSN providerPIN ' +
    'medicaidProviderNumber providerOfficeId providerUserId contractNumber providerCity providerState providerZipCode providerSpecialty ' +
    'placeOfService submitterId asOfDate toDate cardIssueDate serviceType procedureCode memberId patientSSN medicaidId ' +
    'medicalRecordIdentificationNumber patientAccountNumber identificationCardSerialNumber identityCardNumber insurancePolicyNumber ' +
    'planNetworkIdentificationNumber agencyClaimNumber patientLastName patientZipCode patientFirstName patientMiddleName patientSuffix ' +
    'patientBirthDate patientGender patientState groupNumber groupOrPolicyNumber planNumber healthInsuranceClaimNumber ' +
    'subscriberRelationship caseNumber'
  ).split(' '),
);
const REPEATED = new Set(['serviceType', 'procedureCode']);

/** A checked request. `fields` holds one text a field; dates are YYYY-MM-DD. */
export interface CoverageForm {
  payer: SandboxPayer;
  fields: Record<string, string>;
  serviceTypes: string[];
  /** Equal for equal requests, whatever the order of their parameters. */
  identity: string;
}

export function readCoverageForm(form: URLSearchParams, payers: SandboxPayer[], today: string): CoverageForm {
  const { fields, serviceTypes, errors } = readParameters(form);
  if (errors.length > 0) refuse(errors);
  const payer = payers.find((candidate) => candidate.availityId !== null && candidate.availityId === fields['payerId']);
  if (!payer) refuse([{ field: 'payerId', errorMessage: fields['payerId'] ? 'The payer is unknown.' : 'This field is required.' }]);
  const problems = payer.peculiarity === 'no-configuration' ? [] : checkAgainstConfiguration(payer, fields, serviceTypes, today);
  if (problems.length > 0) refuse(problems);
  const identity = JSON.stringify([Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)), serviceTypes.toSorted()]);
  return { payer, fields, serviceTypes, identity };
}

function refuse(errors: FieldError[]): never {
  throw new AvailityRefusal(400, 'Your request is not formed properly.', errors);
}

function readParameters(form: URLSearchParams): { fields: Record<string, string>; serviceTypes: string[]; errors: FieldError[] } {
  const fields: Record<string, string> = {};
  const serviceTypes: string[] = [];
  const errors: FieldError[] = [];
  for (const [sentName, sentValue] of form) {
    const name = sentName.endsWith('[]') && REPEATED.has(sentName.slice(0, -2)) ? sentName.slice(0, -2) : sentName;
    const value = sentValue.trim();
    if (!PARAMETERS.has(name)) errors.push({ field: name, errorMessage: 'This parameter is not known.' });
    else if (/[<>{}`]|\p{Cc}/u.test(value)) errors.push({ field: name, errorMessage: 'The value holds characters that are not allowed.' });
    else if (name === 'serviceType' && value !== '') serviceTypes.push(value);
    else if (name in fields && !REPEATED.has(name)) errors.push({ field: name, errorMessage: 'This parameter was sent twice.' });
    else if (value !== '') fields[name] = value;
  }
  return { fields, serviceTypes, errors };
}

function checkAgainstConfiguration(
  payer: SandboxPayer,
  fields: Record<string, string>,
  serviceTypes: string[],
  today: string,
): FieldError[] {
  const { elements, requiredFieldCombinations } = configurationOf(payer, today);
  const patterns = patternsOf(payer);
  const errors: FieldError[] = [];
  const isSent = (name: string) => (name === 'serviceType' ? serviceTypes.length > 0 : fields[name] !== undefined);
  for (const [name, element] of Object.entries(elements)) {
    if (!isSent(name)) {
      if (element.required) errors.push({ field: name, errorMessage: 'This field is required.' });
      continue;
    }
    if (!element.allowed) errors.push({ field: name, errorMessage: 'This field is not supported by this health plan.' });
    else if (name === 'serviceType') errors.push(...checkServiceTypes(element, serviceTypes));
    else errors.push(...checkValue(name, fields[name] ?? '', element, patterns[name]));
  }
  for (const combinations of Object.values(requiredFieldCombinations)) {
    if (combinations.some((names) => names.every(isSent))) continue;
    const [nearest = []] = combinations.toSorted(
      (a, b) => a.filter((name) => !isSent(name)).length - b.filter((name) => !isSent(name)).length,
    );
    for (const field of nearest.filter((name) => !isSent(name))) errors.push({ field, errorMessage: 'This field is required.' });
  }
  return errors;
}

function checkServiceTypes(element: Element, serviceTypes: string[]): FieldError[] {
  const field = 'serviceType';
  if (serviceTypes.length > (element.maxRepeats ?? 1)) {
    return [{ field, errorMessage: `At most ${element.maxRepeats} service types may be asked for.` }];
  }
  const known = new Set(element.values?.map(({ code }) => code));
  const unknown = serviceTypes.findIndex((code) => !known.has(code));
  return unknown < 0 ? [] : [{ field, errorMessage: 'Select a service type from the list.', index: unknown }];
}

function checkValue(field: string, value: string, element: Element, pattern: RegExp | undefined): FieldError[] {
  const errorMessage = element.errorMessage ?? `Please enter a valid ${element.label}.`;
  const isWrong =
    element.type === 'Date'
      ? !isDateWithin(value, element)
      : element.type === 'Enumeration'
        ? !element.values?.some(({ code }) => code === value)
        : value.length > (element.maxLength ?? Infinity) ||
          value.length < (element.minLength ?? 0) ||
          (pattern ? !pattern.test(value) : false);
  return isWrong ? [{ field, errorMessage }] : [];
}

function isDateWithin(value: string, element: Element): boolean {
  const date = value.slice(0, 10);
  if (!isCalendarDate(date) || !/^(T.*)?$/.test(value.slice(10))) return false;
  return date >= (element.min ?? '').slice(0, 10) && date <= (element.max ?? '9999').slice(0, 10);
}
