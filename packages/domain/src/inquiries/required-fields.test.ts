import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { expect, test } from 'vitest';
import { cleanSubmission, faultOf, fieldsOfCombo, validateDraft, validateSubmission } from './required-fields.ts';

const TODAY = '2026-03-10';
const field = (name: string, over: Partial<PayerField> = {}): PayerField => ({
  name,
  label: name,
  allowed: true,
  required: false,
  pattern: null,
  maxLength: null,
  min: null,
  options: [],
  multiple: false,
  max_options: null,
  ...over,
});
const options = [
  { id: '30', name: 'Plan' },
  { id: 'MH', name: 'Mental health' },
  { id: 'AI', name: 'Substance use' },
];
const schema: PayerSchema = {
  fields: [
    field('memberId', { pattern: '^[A-Z0-9]+$', maxLength: 12 }),
    field('patientFirstName'),
    field('patientLastName'),
    field('patientBirthDate'),
    field('asOfDate', { min: '2024-03-10' }),
    field('serviceType', { required: true, options, multiple: true, max_options: 2 }),
    field('patientSSN'),
    field('groupNumber', { allowed: false }),
  ],
  combos: [
    ['memberId', 'patientBirthDate'],
    ['patientFirstName', 'patientLastName', 'patientBirthDate'],
  ],
};
const form = (over: Partial<InquiryForm> = {}): InquiryForm => ({
  provider_id: '0'.repeat(26),
  payer_id: '1'.repeat(26),
  memberId: 'ABC123',
  patientBirthDate: '1980-02-29',
  serviceType: ['30'],
  selectedCombo: ['memberId', 'patientBirthDate'],
  ...over,
});
const faults = (over: Partial<InquiryForm>) => validateSubmission(form(over), schema, TODAY);

test('a form that holds what its combo needs may go', () => {
  expect(faults({})).toEqual({});
});

test.each<[string, Partial<InquiryForm>, string]>([
  ['a missing field of the combo', { memberId: '' }, 'memberId'],
  ['a member id of a form the payer does not take', { memberId: 'abc!' }, 'memberId'],
  ['a member id that is too long', { memberId: 'A'.repeat(13) }, 'memberId'],
  ['a birth date in the future', { patientBirthDate: '2026-03-11' }, 'patientBirthDate'],
  ['a birth date more than 100 years ago', { patientBirthDate: '1926-03-09' }, 'patientBirthDate'],
  ['a date in the future', { asOfDate: '2026-03-11' }, 'asOfDate'],
  ['a date before the earliest', { asOfDate: '2024-03-09' }, 'asOfDate'],
  ['no service type', { serviceType: [null, ''] }, 'serviceType'],
  ['too many service types', { serviceType: ['30', 'MH', 'AI'] }, 'serviceType'],
  ['a service type the payer does not offer', { serviceType: ['99'] }, 'serviceType'],
  ['an SSN of eight digits', { patientSSN: '123-45-678' }, 'patientSSN'],
  ['a combo the payer does not have', { selectedCombo: ['memberId'] }, 'selectedCombo'],
])('%s is refused under its field', (_, over, name) => {
  expect(Object.keys(faults(over))).toEqual([name]);
});

test.each<[string, Partial<InquiryForm>]>([
  ['born today', { patientBirthDate: TODAY }],
  ['born 100 years ago today', { patientBirthDate: '1926-03-10' }],
  ['asked for today', { asOfDate: TODAY }],
  ['asked for the earliest day', { asOfDate: '2024-03-10' }],
  ['a combo in another order', { selectedCombo: ['patientBirthDate', 'memberId'] }],
  ['no combo but all fields of one', { selectedCombo: [] }],
])('%s is fine', (_, over) => {
  expect(faults(over)).toEqual({});
});

test('service types have their own sentence', () => {
  expect(faults({ serviceType: [] })).toEqual({ serviceType: ['Please select one or more service types.'] });
});

test('a draft may be empty but not malformed', () => {
  expect(validateDraft(form({ memberId: '', serviceType: [], patientBirthDate: '' }), schema, TODAY)).toEqual({});
  expect(Object.keys(validateDraft(form({ patientBirthDate: '2030-01-01' }), schema, TODAY))).toEqual(['patientBirthDate']);
});

test('what the payer does not know is dropped, and the SSN is kept apart', () => {
  const { submission, ssn } = cleanSubmission(form({ groupNumber: 'G1', patientSSN: '123-45-6789', serviceType: ['30', null] }), schema);
  expect(submission).not.toHaveProperty('groupNumber');
  expect(submission).not.toHaveProperty('patientSSN');
  expect(submission.serviceType).toEqual(['30']);
  expect(ssn).toBe('123456789');
});

test('only the chosen combo and what identifies nobody is shown', () => {
  expect(fieldsOfCombo(schema, ['memberId', 'patientBirthDate']).map((one) => one.name)).toEqual([
    'memberId',
    'patientBirthDate',
    'patientSSN',
    'asOfDate',
    'serviceType',
  ]);
});

test.each(['(?i', '^(A|A){30}$'])('a pattern that cannot be used (%s), of however long ago, refuses nothing', (pattern) => {
  const odd: PayerSchema = { ...schema, fields: schema.fields.map((one) => (one.name === 'memberId' ? { ...one, pattern } : one)) };
  expect(validateSubmission(form(), odd, TODAY)).toEqual({});
});

const withoutSsn: PayerSchema = {
  ...schema,
  fields: schema.fields.map((one) => (one.name === 'patientSSN' ? { ...one, allowed: false } : one)),
};

test('an SSN typed for a payer that does not take it is not kept', () => {
  for (const other of [withoutSsn, { ...schema, fields: schema.fields.filter((one) => one.name !== 'patientSSN') }]) {
    const { submission, ssn } = cleanSubmission(form({ patientSSN: '123-45-6789' }), other);
    expect([ssn, JSON.stringify(submission).includes('6789')]).toEqual([null, false]);
  }
  expect(cleanSubmission(form({ patientSSN: '' }), schema).ssn).toBeNull();
});

test('what is kept of a form is what was typed, the combo it was typed under, and the inquiry it was copied from', () => {
  const typed = form({ patientFirstName: '', asOfDate: null, parentId: '2'.repeat(26) });
  expect(cleanSubmission(typed, schema).submission).toEqual({
    provider_id: '0'.repeat(26),
    payer_id: '1'.repeat(26),
    memberId: 'ABC123',
    patientBirthDate: '1980-02-29',
    serviceType: ['30'],
    selectedCombo: ['memberId', 'patientBirthDate'],
    parentId: '2'.repeat(26),
  });
  expect(cleanSubmission(form({ selectedCombo: ['memberId'] }), schema).submission.selectedCombo).toEqual(['memberId']);
  expect(cleanSubmission(form({ selectedCombo: [] }), schema).submission).not.toHaveProperty('selectedCombo');
});

test.each<[string, Partial<PayerField>, string | string[], string | null]>([
  ['an SSN without hyphens', { name: 'patientSSN' }, '123456789', null],
  ['an SSN of ten digits', { name: 'patientSSN' }, '1234567890', 'Please enter the 9 digits of the SSN.'],
  ['an option of the list', { name: 'patientGender', options }, 'MH', null],
  ['an option of no list', { name: 'patientGender', options }, 'XX', 'Please choose one of the options.'],
  ['as many characters as fit', { name: 'groupNumber', maxLength: 3 }, 'ABC', null],
  ['one character more', { name: 'groupNumber', maxLength: 3 }, 'ABCD', 'Please use at most 3 characters.'],
  [
    'a value of another form',
    { name: 'groupNumber', label: 'Group Number', pattern: '^[0-9]+$' },
    'A1',
    'Please check the group number: the payer does not take this form.',
  ],
  ['as many choices as may be made', { name: 'serviceType', multiple: true, max_options: 2, options }, ['30', 'MH'], null],
  ['one choice more', { name: 'serviceType', multiple: true, max_options: 2, options }, ['30', 'MH', 'AI'], 'Please choose at most 2.'],
  ['any number where nobody limits it', { name: 'serviceType', multiple: true, options }, ['30', 'MH', 'AI'], null],
  ['two choices where one may be made', { name: 'serviceType', options }, ['30', 'MH'], 'Please choose at most 1.'],
  ['a choice of no list', { name: 'serviceType', options }, ['XX'], 'Please choose from the list.'],
  [
    'one choice of the list and one of none',
    { name: 'serviceType', multiple: true, options },
    ['30', 'XX'],
    'Please choose from the list.',
  ],
  ['any choice where there is no list', { name: 'serviceType' }, ['XX'], null],
  ['a birth date tomorrow', { name: 'patientBirthDate' }, '2026-03-11', 'The birth date is in the future.'],
  ['a birth date 100 years and a day ago', { name: 'patientBirthDate' }, '1926-03-09', 'The birth date is more than 100 years ago.'],
  ['a date tomorrow', { name: 'asOfDate' }, '2026-03-11', 'The date is in the future.'],
  ['any past date where the payer sets no bound', { name: 'asOfDate' }, '1999-01-01', null],
  [
    'a date too early',
    { name: 'asOfDate', min: '2024-03-10T00:00' },
    '2024-03-09',
    'The earliest date this payer answers for is 03/10/2024.',
  ],
  ['the earliest date', { name: 'asOfDate', min: '2024-03-10T00:00' }, '2024-03-10', null],
])('%s: its words', (_what, over, value, fault) => {
  expect(faultOf(field('x', over), value, TODAY)).toBe(fault);
});

test('a field of the combo and a required one that identifies nobody must be filled, the date excepted', () => {
  const needs: PayerSchema = {
    combos: [['memberId']],
    fields: [
      field('memberId'),
      field('patientFirstName', { required: true }),
      field('asOfDate', { required: true }),
      field('groupNumber', { required: true }),
      field('serviceType', { required: true }),
      field('patientSuffix', { required: true, allowed: false }),
    ],
  };
  const empty = form({ memberId: null, serviceType: null, patientBirthDate: null, selectedCombo: ['memberId'] });
  expect(validateSubmission(empty, needs, TODAY)).toEqual({
    memberId: ['This field is required.'],
    groupNumber: ['This field is required.'],
    serviceType: ['Please select one or more service types.'],
  });
});

test('without a combo sent, the first whose fields are all filled counts, else the first', () => {
  const names = { memberId: null, patientFirstName: 'Ada', patientLastName: 'Stone', selectedCombo: null };
  expect(faults(names)).toEqual({});
  expect(Object.keys(faults({ ...names, patientLastName: null }))).toEqual(['memberId']);
  expect(validateSubmission(form({ memberId: null, selectedCombo: null }), { ...schema, combos: [] }, TODAY)).toEqual({});
});

test('the levels of care are kept once each beside the services that were chosen for them, and not without any', () => {
  expect(cleanSubmission(form({ careLevels: ['rtc', 'php', 'rtc'] }), schema).submission.careLevels).toEqual(['rtc', 'php']);
  expect(cleanSubmission(form({ careLevels: ['rtc'], serviceType: [] }), schema).submission).not.toHaveProperty('careLevels');
  expect(cleanSubmission(form({ careLevels: [] }), schema).submission).not.toHaveProperty('careLevels');
});
