import { expect, test } from 'vitest';
import { mapAvailityConfiguration } from './availity-configuration.mapper.ts';
import { usablePattern } from '@coverlight/domain/payers/usable-pattern.ts';
import { configurationSchema } from './availity.schema.ts';

function map(configuration: unknown) {
  return mapAvailityConfiguration(configurationSchema.parse(configuration));
}

const elements = {
  memberId: { type: 'Text', label: 'Member ID', order: 2, allowed: true, required: false, pattern: '^[A-Z0-9]{3,12}$', maxLength: 12 },
  patientLastName: { type: 'Text', label: 'Last name', order: 3, allowed: true, pattern: '^(a+)+$' },
  patientFirstName: { type: 'Text', label: 'First name', order: 4, allowed: true, pattern: '(?i)[a-z]+' },
  patientBirthDate: { type: 'Date', label: 'Birth date', order: 5, allowed: true, min: '1906-01-01T05:00:00.000+0000' },
  patientSSN: { type: 'Unsupported', label: 'SSN', allowed: true, required: true },
  asOfDate: { type: 'Date', label: 'As of', order: 1, allowed: true, min: '2025-03-02' },
  section: {
    type: 'Section',
    elements: {
      serviceType: {
        type: 'Enumeration',
        label: 'Service type',
        order: 9,
        allowed: true,
        required: true,
        repeats: true,
        maxRepeats: 4,
        values: [
          { code: 'MH', value: 'Mental Health' },
          { code: '30', value: 'Plan' },
          { code: 'MH', value: 'again' },
        ],
      },
    },
  },
  providerNpi: { type: 'Text', allowed: true },
  providerSpecialty: { type: 'Text', allowed: true },
};

test('a configuration becomes the form’s fields, in the payer’s order', () => {
  const schema = map({ payerId: 'CEDMU', type: '270', elements });
  expect(schema?.fields.map((field) => field.name)).toEqual([
    'asOfDate',
    'memberId',
    'patientLastName',
    'patientFirstName',
    'patientBirthDate',
    'serviceType',
    'patientSSN',
  ]);
  expect(schema?.fields[1]).toEqual({
    name: 'memberId',
    label: 'Member ID',
    allowed: true,
    required: false,
    pattern: '^[A-Z0-9]{3,12}$',
    maxLength: 12,
    min: null,
    options: [],
    multiple: false,
    max_options: null,
  });
  expect(schema?.fields[4]?.min).toBe('1906-01-01');
  expect(schema?.fields.at(-1)).toMatchObject({ allowed: false, required: false });
});

test('the provider’s tax id is sent where the payer takes it, and is no field of the form', () => {
  const taking = (element: object | undefined) =>
    map({ elements: { ...elements, ...(element === undefined ? {} : { providerTaxId: element }) } });
  expect(taking({ type: 'Text', allowed: true })?.providerFields).toEqual(['providerTaxId']);
  expect(taking({ type: 'Text', allowed: true })?.fields.map((field) => field.name)).not.toContain('providerTaxId');
  expect(taking({ type: 'Text', allowed: false })?.providerFields).toEqual([]);
  expect(taking({ type: 'Unsupported' })?.providerFields).toEqual([]);
  expect(taking(undefined)?.providerFields).toEqual([]);
});

test('choices keep codes and words once, with how many may be chosen', () => {
  const field = map({ elements })?.fields.find((item) => item.name === 'serviceType');
  expect(field).toMatchObject({ required: true, multiple: true, max_options: 4 });
  expect(field?.options).toEqual([
    { id: 'MH', name: 'Mental Health' },
    { id: '30', name: 'Plan' },
  ]);
});

test('of several groups of combinations all must hold, and fields the payer does not take are no way', () => {
  const requiredFieldCombinations = {
    patient: [
      ['memberId', 'patientBirthDate'],
      ['patientLastName', 'patientFirstName', 'patientBirthDate'],
      ['patientSSN', 'patientBirthDate'],
    ],
    name: [['patientLastName'], ['patientFirstName']],
    provider: [['providerNpi'], ['providerSpecialty']],
  };
  expect(map({ elements, requiredFieldCombinations })?.combos).toEqual([
    ['memberId', 'patientBirthDate', 'patientLastName'],
    ['memberId', 'patientBirthDate', 'patientFirstName'],
    ['patientLastName', 'patientFirstName', 'patientBirthDate'],
  ]);
});

test('without combinations all identifiers the payer takes make one', () => {
  expect(map({ elements })?.combos).toEqual([['memberId', 'patientLastName', 'patientFirstName', 'patientBirthDate']]);
});

test('an abbreviated configuration has no form', () => {
  expect(map({ payerId: 'CEDMU', type: '270' })).toBeNull();
});

test('elements of unexpected types do not spoil the others', () => {
  const schema = map({
    elements: { memberId: { label: 7, maxLength: 'twelve', required: 'yes', values: 'link' }, patientLastName: 'text' },
  });
  expect(schema?.fields).toMatchObject([{ name: 'memberId', label: '7', maxLength: null, required: false, options: [] }]);
});

test.each([
  '^[A-Z0-9]{3,12}$',
  "^[a-zA-Z0-9\\s!&,()+'\\-./;?=#\\\\]{1,60}$",
  '^\\d{9}$',
  '^(?:[A-Z]{3})?\\d{6,9}$',
  '^R\\d{8}$|^[A-Z]{3}[A-Z0-9]+$',
  '^(?:[A-Z]{2}\\d{2}){3}$',
  '^[A-Z]+[ -]?\\d{1,20}(?:-[A-Z]+)?$',
  '^(?=.*\\d)[A-Z0-9]{6,12}$',
  '^(?:0[1-9]|1[0-2])[0-3]\\d{5}$',
  '[A-Z]{3}',
])('pattern %s is kept', (pattern) => {
  expect(usablePattern(pattern)).toBe(pattern);
});

test.each([
  '(?i)[a-z]+',
  '[a-z&&[^b]]+',
  '\\p{Alpha}+',
  '\\Qa.b\\E',
  'a++',
  '(a+)+$',
  '(a|aa)*b',
  '((ab)*c)*',
  '(\\w{2,}x)+',
  '(a)\\1+',
  '^(a?){25}a{25}$',
  '^(a|a){25}$',
  '^(?:a{1,9}){9}$',
  '^((a{1,9}){9}){9}$',
  '^(a?a?a?){10}!$',
  `^${'\\w*'.repeat(7)}$`,
  `^${'a?'.repeat(28)}a{28}$`,
  '\\w*\\w*\\w*!',
  '[',
  'a'.repeat(301),
  '',
])('pattern %s is dropped: it does not compile, means something else or may run for ever', (pattern) => {
  expect(usablePattern(pattern)).toBeNull();
});
