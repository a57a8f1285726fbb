/** What Availity answers about a stored coverage: the whole of it by id, a summary without benefits from POST. */

import { describePolicy } from '../coverage/describe-policy.ts';
import type { Patient, Policy } from '../coverage/policy.ts';
import { rejectionOf } from '../coverage/scenario.ts';
import { serviceTypeName } from '../coverage/service-types.ts';
import { RELATIONSHIPS } from './configuration.ts';
import type { StoredCoverage } from './stored-coverages.ts';
import { vendorDate, vendorInstant } from './wire-dates.ts';
import { wirePlan } from './wire-plan.ts';

type Body = Record<string, unknown>;

const STATUS_LABELS: Readonly<Record<string, string>> = {
  '0': 'In Progress',
  R1: 'Communication Error, Retrying',
  '3': 'Complete (Invalid Response)',
  '4': 'Complete',
  '7': 'Communication Error',
  '13': 'Communication Error',
  '14': 'Communication Error',
  '15': 'Communication Error',
  '19': 'Request Error',
};
const GENDERS = { F: 'Female', M: 'Male' } as const;

export function coverageBody(coverage: StoredCoverage, status: string, today: string, baseUrl: string): Body {
  const isAnswered = status === '3' || status === '4';
  if (!isAnswered) return { ...envelope(coverage, status, baseUrl), ...messages(coverage, status) };
  const { fields, payer, serviceTypes } = coverage.form;
  const policy = describePolicy(fields['memberId'] ?? fields['patientSSN'] ?? fields['patientLastName'] ?? '', today, coverage.scenario);
  const [asked = '30'] = serviceTypes;
  const isOneType = payer.peculiarity === 'one-service-type';
  return {
    ...envelope(coverage, status, baseUrl),
    ...messages(coverage, status),
    ...people(coverage, policy),
    plans: policy.plans.map((plan) => {
      const lines = isOneType ? plan.lines.filter(({ serviceType }) => serviceType === '30' || serviceType === asked) : plan.lines;
      return wirePlan(plan, lines, isOneType ? serviceTypeName(asked) : null);
    }),
    supplementalInformation: { outOfArea: false },
  };
}

/** As POST answers: the same facts without benefits, notes, contacts and most of the people. */
export function coverageSummary(body: Body): Body {
  const plans = Array.isArray(body['plans']) ? body['plans'].filter(isBody).map(planSummary) : undefined;
  const { supplementalInformation: _, ...rest } = body;
  return {
    ...rest,
    ...(plans ? { plans } : {}),
    patient: patientSummary(body['patient']),
    subscriber: subscriberSummary(body['subscriber']),
  };
}

function patientSummary(patient: unknown): Body {
  if (!isBody(patient)) return {};
  const { address, memberId: _memberId, updateYourRecords: _updateYourRecords, ...rest } = patient;
  return { ...rest, ...(isBody(address) ? { address: { state: address['state'], stateCode: address['stateCode'] } } : {}) };
}

function subscriberSummary(subscriber: unknown): Body {
  if (!isBody(subscriber)) return {};
  const { address: _address, ...rest } = subscriber;
  return rest;
}

const SUMMARY_PLAN_KEYS = ['status', 'statusCode', 'groupName', 'groupNumber', 'insuranceType', 'insuranceTypeCode'].concat([
  'coverageStartDate',
  'coverageEndDate',
  'eligibilityStartDate',
]);

function planSummary(plan: Body): Body {
  const summary: Body = { description: plan['planName'] };
  for (const key of SUMMARY_PLAN_KEYS) summary[key] = plan[key];
  return summary;
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

function envelope(coverage: StoredCoverage, status: string, baseUrl: string): Body {
  const { fields, payer, serviceTypes } = coverage.form;
  const answers = payer.peculiarity === 'other-name' ? 'NEWNAME HEALTH OF THE WEST' : payer.availityName;
  return {
    links: { self: { href: `${baseUrl}/coverages/${coverage.id}` } },
    id: coverage.id,
    customerId: '70001',
    controlNumber: coverage.id.slice(-9),
    status: STATUS_LABELS[status],
    statusCode: status,
    createdDate: vendorInstant(coverage.createdMs),
    updatedDate: vendorInstant(status === '0' || status === 'R1' ? coverage.createdMs : (coverage.answeredMs ?? coverage.createdMs)),
    expirationDate: vendorInstant(coverage.expiresMs),
    asOfDate: vendorDate((fields['asOfDate'] ?? vendorInstant(coverage.createdMs)).slice(0, 10)),
    requestedServiceType: serviceTypes.map((code) => ({ code, value: serviceTypeName(code) })),
    payer: { payerId: payer.availityId, name: payer.availityName, responsePayerId: payer.availityId, responseName: answers },
    requestingProvider: {
      lastName: fields['providerLastName'],
      firstName: fields['providerFirstName'],
      npi: fields['providerNpi'],
      taxId: fields['providerTaxId'],
      submitterId: fields['submitterId'],
    },
    patient: { ...namesOf(askedPatient(coverage)), subscriberRelationshipCode: fields['subscriberRelationship'] },
    subscriber: { memberId: fields['memberId'] },
  };
}

function askedPatient({ form: { fields } }: StoredCoverage): Patient {
  return {
    firstName: (fields['patientFirstName'] ?? '').toUpperCase(),
    lastName: (fields['patientLastName'] ?? '').toUpperCase(),
    middleName: (fields['patientMiddleName'] ?? '').toUpperCase(),
    birthDate: (fields['patientBirthDate'] ?? '').slice(0, 10),
    memberId: (fields['memberId'] ?? '').toUpperCase(),
  };
}

function namesOf({ firstName, lastName, middleName, birthDate }: Patient): Body {
  return {
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    middleName: middleName || undefined,
    birthDate: birthDate ? vendorDate(birthDate) : undefined,
  };
}

function people(coverage: StoredCoverage, policy: Policy): Body {
  const { fields } = coverage.form;
  const asked = askedPatient(coverage);
  const patient: Patient = { ...asked, ...policy.onFile };
  const { line1, city, state, zipCode } = policy.address;
  const address = { line1, city, state, stateCode: state, zipCode };
  const genderCode = policy.gender;
  const isDependent = (fields['subscriberRelationship'] ?? '18') !== '18';
  const subscriber = isDependent ? { firstName: 'HARPER', lastName: patient.lastName } : namesOf(patient);
  const relationship = fields['subscriberRelationship'] ?? '18';
  return {
    patient: {
      ...namesOf(patient),
      address,
      gender: GENDERS[genderCode],
      genderCode,
      memberId: patient.memberId,
      subscriberRelationship: RELATIONSHIPS.find(({ code }) => code === relationship)?.value,
      subscriberRelationshipCode: relationship,
      updateYourRecords: policy.onFile === null ? undefined : true,
    },
    subscriber: { ...subscriber, ...(isDependent ? {} : { address, gender: GENDERS[genderCode], genderCode }), memberId: patient.memberId },
  };
}

function messages(coverage: StoredCoverage, status: string): Body {
  if (status === '3') return { validationMessages: [{ errorMessage: "Part of the health plan's response could not be read." }] };
  const rejection = status === '19' ? rejectionOf(coverage.scenario) : null;
  if (!rejection) return {};
  return {
    validationMessages: [{ ...(rejection.field ? { field: rejection.field } : {}), code: rejection.code, errorMessage: rejection.words }],
  };
}
