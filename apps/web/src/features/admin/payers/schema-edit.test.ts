import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { expect, test } from 'vitest';
import { aField } from '../../../samples.test-kit.ts';
import {
  ALL_COMBOS,
  comboKey,
  comboWords,
  countFrom,
  isSameSchema,
  optionsFrom,
  optionsText,
  withCombo,
  withField,
  withNewField,
} from './schema-edit.ts';

const schema: PayerSchema = {
  fields: [aField({ name: 'memberId', label: 'Member ID' })],
  combos: [
    ['patientBirthDate', 'memberId'],
    ['memberId', 'groupNumber'],
  ],
};

test('the four identifiers make 15 different combos of one to four', () => {
  expect(new Set(ALL_COMBOS.map(comboKey)).size).toBe(15);
  expect(ALL_COMBOS.map(({ length }) => length)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
});

test('a combo is the same in any order of its fields', () => {
  const without = withCombo(schema, ['memberId', 'patientBirthDate'], false);

  expect(without.combos).toEqual([['memberId', 'groupNumber']]);
});

test('wanting a combo twice keeps it once', () => {
  const once = withCombo(schema, ['memberId'], true);

  expect(withCombo(once, ['memberId'], true).combos).toHaveLength(3);
});

test('a combo is named in words', () => {
  expect(comboWords(['memberId', 'patientBirthDate'])).toBe('Member ID, birth date');
});

test('editing one field leaves the schema it came from as it was', () => {
  const edited = withField(schema, 'memberId', { required: true });

  expect(edited.fields[0]?.required).toBe(true);
  expect(schema.fields[0]?.required).toBe(false);
});

test('a new field is allowed and asks for nothing yet', () => {
  expect(withNewField(schema, 'groupNumber').fields[1]).toMatchObject({
    name: 'groupNumber',
    label: 'Group number',
    allowed: true,
    required: false,
  });
});

test('options come back from their text, colons in names included', () => {
  const options = [
    { id: '30', name: 'Health benefit plan coverage' },
    { id: 'MH', name: 'Mental: all of it' },
  ];

  expect(optionsFrom(optionsText(options))).toEqual(options);
  expect(optionsFrom('\n 18 \n')).toEqual([{ id: '18', name: '18' }]);
});

test.each([
  ['12', 12],
  ['', null],
  ['0', null],
  ['a7', 7],
])('the count typed as "%s" is %s', (typed, count) => {
  expect(countFrom(typed)).toBe(count);
});

test('the order of combos makes no difference between schemas, a label does', () => {
  expect(isSameSchema(schema, { ...schema, combos: schema.combos.toReversed() })).toBe(true);
  expect(isSameSchema(schema, withField(schema, 'memberId', { label: 'Card number' }))).toBe(false);
});
