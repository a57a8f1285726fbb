/** Each payer's 270 form: which fields it knows, demands and how they must look. */

import { addDays } from '../dates.ts';
import { SERVICE_TYPES } from '../coverage/service-types.ts';
import type { SandboxPayer } from '../payers/payers.ts';
import { randomFor } from '../seeded-random.ts';
import { vendorDate } from './wire-dates.ts';

export interface Element {
  type: 'Unsupported' | 'Date' | 'Enumeration' | 'Information' | 'Text';
  label: string;
  order: number;
  allowed: boolean;
  required: boolean;
  errorMessage?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  min?: string;
  max?: string;
  repeats?: boolean;
  minRepeats?: number;
  maxRepeats?: number;
  mode?: 'DropDown' | 'RadioGroup';
  values?: { code: string; value: string }[];
  defaultValue?: string | { code: string; value: string };
  information?: string[];
}

export interface Configuration {
  type: '270';
  categoryId: string;
  categoryValue: string;
  payerId: string;
  payerName: string;
  sourceId: string;
  version: string;
  elements: Record<string, Element>;
  requiredFieldCombinations: Record<string, string[][]>;
}

/** A pattern as Availity sends it, and what it means. Some use what only Java's expressions know. */
interface Pattern {
  sent: string;
  meaning: RegExp;
}

const NAME: Pattern = { sent: "^[a-zA-Z0-9\\s!&,()+'\\-./;?=#\\\\]{1,60}$", meaning: /^[a-zA-Z0-9\s!&,()+'\-./;?=#\\]{1,60}$/ };
const MEMBER_ID_PATTERNS: readonly Pattern[] = [
  { sent: '^[a-zA-Z0-9\\s\\-]{2,80}$', meaning: /^[a-zA-Z0-9\s-]{2,80}$/ },
  { sent: '(?i)^[A-Z0-9\\s\\-]{2,60}$', meaning: /^[A-Z0-9\s-]{2,60}$/i },
  { sent: '^[a-zA-Z0-9\\s\\-]{2,50}+$', meaning: /^[a-zA-Z0-9\s-]{2,50}$/ },
];
const NPI: Pattern = { sent: '^[1-4][0-9]{9}$', meaning: /^[1-4][0-9]{9}$/ };
const NINE_DIGITS: Pattern = { sent: '^[0-9]{9}$', meaning: /^[0-9]{9}$/ };

const COMBINATIONS: readonly string[][][] = [
  [
    ['memberId', 'patientLastName', 'patientBirthDate'],
    ['memberId', 'patientLastName', 'patientFirstName'],
    ['patientLastName', 'patientFirstName', 'patientBirthDate'],
    ['memberId', 'patientFirstName', 'patientBirthDate'],
  ],
  [
    ['memberId', 'patientBirthDate'],
    ['memberId', 'patientLastName', 'patientFirstName'],
  ],
  [['memberId', 'patientLastName', 'patientFirstName', 'patientBirthDate']],
  [
    ['memberId', 'patientBirthDate'],
    ['patientSSN', 'patientLastName', 'patientBirthDate'],
  ],
];

export const RELATIONSHIPS = [
  { code: '18', value: 'Self' },
  { code: '01', value: 'Spouse' },
  { code: '19', value: 'Child' },
  { code: 'G8', value: 'Other' },
];

/** Fields of the API that no invented payer takes. */
const UNSUPPORTED = ['placeOfService', 'toDate', 'procedureCode', 'medicaidId', 'cardIssueDate', 'providerSSN', 'providerPIN'];

export function configurationOf(payer: SandboxPayer, today: string): Configuration {
  const { elements, combinations } = design(payer, today);
  return {
    type: '270',
    categoryId: 'admin',
    categoryValue: 'Administrative Transactions',
    payerId: payer.availityId ?? '',
    payerName: payer.availityName,
    sourceId: `SBX${payer.availityId}`,
    version: '5010A1',
    elements,
    requiredFieldCombinations: combinations,
  };
}

/** What the payer's patterns mean, for checking a request. Keys are field names. */
export function patternsOf(payer: SandboxPayer): Record<string, RegExp> {
  return {
    providerLastName: NAME.meaning,
    providerFirstName: NAME.meaning,
    providerNpi: NPI.meaning,
    providerTaxId: NINE_DIGITS.meaning,
    memberId: memberIdPattern(payer).meaning,
    patientSSN: NINE_DIGITS.meaning,
    patientLastName: NAME.meaning,
    patientFirstName: NAME.meaning,
    patientMiddleName: NAME.meaning,
  };
}

const memberIdPattern = (payer: SandboxPayer) => randomFor(`${payer.availityId} member id`).pick(MEMBER_ID_PATTERNS);

function design(payer: SandboxPayer, today: string): { elements: Record<string, Element>; combinations: Record<string, string[][]> } {
  const random = randomFor(`${payer.availityId} form`);
  const patient = random.pick(COMBINATIONS);
  const needsTaxId = random.chance(0.15);
  const takesGender = random.chance(0.5);
  const takesGroup = random.chance(0.4);
  const takesSubmitter = random.chance(0.25);
  const elements: Record<string, Element> = {};
  let order = 0;
  const add = (name: string, element: Omit<Element, 'order' | 'allowed' | 'required'> & Partial<Element>) => {
    elements[name] = { order, allowed: true, required: false, ...element };
    order += 1;
  };
  const text = (name: string, label: string, pattern: Pattern | null, maxLength: number, more: Partial<Element> = {}) =>
    add(name, {
      type: 'Text',
      label,
      maxLength,
      ...(pattern ? { pattern: pattern.sent } : {}),
      errorMessage: `Please enter a valid ${label}.`,
      ...more,
    });

  text('providerLastName', 'Provider Last Name', NAME, 60);
  text('providerFirstName', 'Provider First Name', NAME, 35);
  text('providerNpi', 'Provider NPI', NPI, 10, { required: !needsTaxId });
  text('providerTaxId', 'Provider Tax ID', NINE_DIGITS, 9);
  if (takesSubmitter) text('submitterId', 'Submitter ID', null, 20);
  add('patientNotice', { type: 'Information', label: 'Patient', information: ['Enter the patient as printed on the member card.'] });
  text('memberId', 'Member ID', memberIdPattern(payer), 80, {
    minLength: 2,
    errorMessage: 'Enter a patient ID containing letters, numbers and spaces.',
  });
  if (patient.flat().includes('patientSSN')) text('patientSSN', 'Patient SSN', NINE_DIGITS, 9);
  text('patientLastName', 'Patient Last Name', NAME, 60);
  text('patientFirstName', 'Patient First Name', NAME, 35);
  text('patientMiddleName', 'Patient Middle Name', NAME, 25);
  add('patientBirthDate', {
    type: 'Date',
    label: 'Patient Date of Birth',
    min: vendorDate('1900-01-01'),
    max: vendorDate(addDays(today, 1)),
  });
  if (takesGender) {
    const values = [
      { code: 'F', value: 'Female' },
      { code: 'M', value: 'Male' },
    ];
    add('patientGender', { type: 'Enumeration', label: 'Patient Gender', mode: 'RadioGroup', values });
  }
  if (takesGroup) text('groupNumber', 'Group Number', null, 30);
  add('subscriberRelationship', {
    type: 'Enumeration',
    label: 'Patient Relationship to Subscriber',
    mode: 'DropDown',
    values: RELATIONSHIPS,
    defaultValue: { code: '18', value: 'Self' },
  });
  add('asOfDate', {
    type: 'Date',
    label: 'As of Date',
    min: vendorDate(addDays(today, -730)),
    max: vendorDate(addDays(today, random.pick([1, 30, 90]))),
    defaultValue: vendorDate(today),
  });
  add('serviceType', {
    type: 'Enumeration',
    label: 'Benefit / Service Type',
    required: true,
    mode: 'DropDown',
    values: serviceTypes(payer),
    repeats: payer.peculiarity !== 'one-service-type',
    minRepeats: 1,
    maxRepeats: payer.peculiarity === 'one-service-type' ? 1 : random.pick([3, 5, 10, 20]),
  });
  for (const name of UNSUPPORTED) add(name, { type: 'Unsupported', label: name, allowed: false });
  const provider: Record<string, string[][]> = needsTaxId ? { provider: [['providerNpi'], ['providerTaxId']] } : {};
  return { elements, combinations: { patient, ...provider } };
}

function serviceTypes(payer: SandboxPayer): { code: string; value: string }[] {
  const random = randomFor(`${payer.availityId} service types`);
  const always = new Set(['30', 'MH', 'AI', '98']);
  const taken = SERVICE_TYPES.filter((service) => always.has(service.code) || random.chance(0.75));
  return taken.map((service) => ({ code: service.code, value: service.name }));
}
