import { expect, test } from 'vitest';
import { aField, aSchema } from '../../../samples.test-kit.ts';
import { EMPTY_VALUES, type InquiryFormValues } from './form-values.ts';
import { comboInWords, fieldFault, isRequired, localToday, serviceTypeLabel, shownFields, startingCombo } from './schema-rules.ts';

const BY_ID = 'memberId+patientBirthDate';
const BY_NAME = 'patientFirstName+patientLastName+patientBirthDate';
const schema = aSchema();
const shown = shownFields(schema, BY_ID, new Set());

function fault(name: string, over: Partial<InquiryFormValues>, needsAll = true) {
  return fieldFault(name, { ...EMPTY_VALUES, combo: BY_ID, ...over }, { schema, shown, today: '2026-03-02', needsAll });
}

test('only the identifiers of the chosen combo are shown, with all that identifies nobody', () => {
  expect(shown).toEqual(['memberId', 'patientBirthDate', 'groupNumber', 'asOfDate', 'serviceType']);
});

test('a field that an error names joins the combo in its usual place', () => {
  expect(shownFields(schema, BY_ID, new Set(['patientLastName']))).toEqual([
    'memberId',
    'patientBirthDate',
    'patientLastName',
    'groupNumber',
    'asOfDate',
    'serviceType',
  ]);
});

test('a combo is told in words', () => {
  expect(schema.combos.map((combo) => comboInWords(schema, combo))).toEqual([
    'Member ID and birth date',
    'First name, last name and birth date',
  ]);
});

test('labels in capitals become one sentence, with abbreviations as they are', () => {
  const capitals = aSchema({
    fields: [aField({ name: 'patientBirthDate', label: 'Patient Date of Birth' }), aField({ name: 'memberId', label: 'Member ID' })],
  });

  expect(comboInWords(capitals, ['patientBirthDate', 'memberId'])).toBe('Patient date of birth and member ID');
});

test.each([
  ['', null, BY_ID],
  ['', BY_NAME, BY_NAME],
  [BY_NAME, BY_ID, BY_NAME],
  ['gone', 'gone too', BY_ID],
])('wanting "%s" with "%s" as usual, the form starts with %s', (wanted, usual, combo) => {
  expect(startingCombo(schema, wanted, usual)).toBe(combo);
});

test('the limit of a multiple choice is named below ten only', () => {
  const field = aField({ name: 'serviceType', label: 'Service type', multiple: true, max_options: 9 });

  expect(serviceTypeLabel(field)).toBe('Service type (Maximum: 9)');
  expect(serviceTypeLabel({ ...field, max_options: 10 })).toBe('Service type');
  expect(serviceTypeLabel({ ...field, max_options: null })).toBe('Service type');
});

test.each([
  ['serviceType', {}, 'Please select one or more service types.'],
  ['memberId', {}, 'This field is required.'],
  ['groupNumber', {}, null],
  ['asOfDate', {}, null],
  ['patientBirthDate', { patientBirthDate: '0229' }, 'Please enter a whole date as MM/DD/YYYY.'],
  ['patientBirthDate', { patientBirthDate: '03032026' }, 'The birth date is in the future.'],
  ['patientBirthDate', { patientBirthDate: '03011926' }, 'The birth date is more than 100 years ago.'],
  ['patientBirthDate', { patientBirthDate: '03021926' }, null],
  ['asOfDate', { asOfDate: '12312024' }, 'The earliest date this payer answers for is 01/01/2025.'],
])('sending with %s = %j says %s', (name, over, words) => {
  expect(fault(name, over)).toBe(words);
});

test('a draft needs nothing, but what it holds must be well formed', () => {
  expect(fault('memberId', {}, false)).toBeNull();
  expect(fault('memberId', { memberId: '!' }, false)).not.toBeNull();
});

test('identifiers of the combo and required fields carry the mark', () => {
  expect(['memberId', 'patientBirthDate', 'serviceType'].every((name) => isRequired(schema, name as 'memberId', BY_ID))).toBe(true);
  expect(isRequired(schema, 'groupNumber', BY_ID)).toBe(false);
  expect(isRequired(schema, 'asOfDate', BY_ID)).toBe(false);
});

test("today is the user's own day", () => {
  expect(localToday(new Date(2026, 2, 2, 23, 59))).toBe('2026-03-02');
});
