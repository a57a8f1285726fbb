import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { expect, test } from 'vitest';
import { cleanSubmission, fieldsOfCombo, validateDraft, validateSubmission } from './required-fields.ts';

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
