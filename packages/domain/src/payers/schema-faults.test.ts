import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { expect, test } from 'vitest';
import { payerField } from './payer-field.ts';
import { schemaFaults } from './schema-faults.ts';

const field = (over: Partial<PayerField> = {}): PayerField => payerField('memberId', 'Member ID', { maxLength: 80, ...over });
const none = { fields: [], combos: [] };
const COMBOS = [['memberId']];

test('a schema that can be asked with has no faults', () => {
  const fields = [field({ pattern: '^[A-Z0-9]{3,12}$' }), field({ name: 'asOfDate', min: '2024-02-29' })];

  expect(schemaFaults({ fields, combos: [['memberId'], ['memberId', 'asOfDate']] }, none)).toEqual([]);
});

test('a schema without a field that can be filled in, or without a combo, cannot be asked with', () => {
  const words = [expect.stringContaining('needs a field'), expect.stringContaining('needs a combo')];

  expect(schemaFaults({ fields: [], combos: [] }, none)).toEqual(words);
  const before = { fields: [field({ allowed: false })], combos: [] };
  expect(schemaFaults(before, before)).toEqual(words);
  expect(schemaFaults({ fields: [field()], combos: [] }, none)).toEqual([words[1]]);
});

test.each<[string, Partial<PayerField>]>([
  ['the label needs 1 to 100 characters.', { label: 'x'.repeat(101) }],
  ['the pattern is no regular expression that can be used here.', { pattern: '(' }],
  ['the earliest date is not a date such as 2024-01-31.', { min: '01/31/2024' }],
  ['counts are whole numbers above zero.', { max_options: 1.5 }],
  ['an option needs a code and a name.', { options: [{ id: 'a', name: ' ' }] }],
  [
    'an option is there twice.',
    {
      options: [
        { id: '18', name: 'Self' },
        { id: '18 ', name: 'Me' },
      ],
    },
  ],
])('the fault "%s" is told with its field', (fault, over) => {
  expect(schemaFaults({ fields: [field(over)], combos: COMBOS }, none)).toEqual([`The field "memberId": ${fault}`]);
});

test('an odd field is not judged while it stays as it was, in whatever order its keys come', () => {
  const odd = field({ label: '' });
  const turned = Object.fromEntries(Object.entries(odd).toReversed()) as PayerField;

  expect(schemaFaults({ fields: [turned], combos: COMBOS }, { fields: [odd], combos: [] })).toEqual([]);
  expect(schemaFaults({ fields: [{ ...odd, maxLength: 9 }], combos: COMBOS }, { fields: [odd], combos: [] })).toHaveLength(1);
});

test.each<[string, Partial<PayerField>]>([
  ['a blank label', { label: '  ' }],
  ['a length of zero', { maxLength: 0 }],
  ['a length that is not whole', { maxLength: 2.5 }],
  ['a number of options below zero', { max_options: -1 }],
  ['a day that does not exist', { min: '2025-02-29' }],
  ['an option without a code', { options: [{ id: ' ', name: 'Self' }] }],
  ['an option without a name', { options: [{ id: '18', name: '' }] }],
])('%s is a fault', (_what, over) => {
  expect(schemaFaults({ fields: [field(over)], combos: COMBOS }, none)).toHaveLength(1);
});

test.each<[string, Partial<PayerField>]>([
  ['a label of 100 characters', { label: 'x'.repeat(100) }],
  ['a length of one', { maxLength: 1 }],
  ['one option at most', { max_options: 1, options: [{ id: '18', name: 'Self' }] }],
  ['no length', { maxLength: null }],
])('%s is none', (_what, over) => {
  expect(schemaFaults({ fields: [field(over)], combos: COMBOS }, none)).toEqual([]);
});

test('a field, a combo or a name of a combo that is there twice is a fault, and so is a combo of unknown fields', () => {
  const fields = [field(), field({ name: 'asOfDate' })];
  const faults = (combos: string[][], of = fields) => schemaFaults({ fields: of, combos }, none);
  expect(faults(COMBOS, [...fields, field()])).toEqual(['The field "memberId" is there twice.']);
  expect(
    faults([
      ['memberId', 'asOfDate'],
      ['asOfDate', 'memberId'],
    ]),
  ).toEqual(['A combo is there twice.']);
  expect(faults([['memberId', 'memberId']])).toEqual(['A combo names "memberId" twice.']);
  expect(faults([['memberId', 'odd']])).toEqual(['A combo names "odd", which is not among the fields.']);
});
