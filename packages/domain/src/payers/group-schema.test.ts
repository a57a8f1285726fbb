import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { expect, test } from 'vitest';
import { defaultSchema } from './default-schema.ts';
import { groupSchema } from './group-schema.ts';

const schema = (names: string[], combos: string[][]): PayerSchema => ({
  fields: names.map((name) => ({
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
  })),
  combos,
});

test('a group asks for what all its members know, member id first', () => {
  const group = groupSchema([
    schema(['patientLastName', 'memberId', 'groupNumber'], [['memberId', 'patientLastName'], ['memberId']]),
    schema(['memberId', 'patientLastName'], [['patientLastName', 'memberId']]),
  ]);
  expect(group.fields.map((field) => field.name)).toEqual(['memberId', 'patientLastName']);
  expect(group.combos).toEqual([['memberId', 'patientLastName']]);
});

test('a field that one of several other members does not know is left out', () => {
  const both = schema(['memberId', 'patientLastName'], [['memberId']]);
  const group = groupSchema([both, both, schema(['memberId'], [['memberId']])]);
  expect(group.fields.map((field) => field.name)).toEqual(['memberId']);
});

test('a field that one member does not allow is left out', () => {
  const closed = schema(['memberId', 'patientGender'], [['memberId']]);
  for (const field of closed.fields) if (field.name === 'patientGender') field.allowed = false;
  const group = groupSchema([schema(['memberId', 'patientGender'], [['memberId']]), closed]);
  expect(group.fields.map((field) => field.name)).toEqual(['memberId']);
});

test('members that agree on no combo still leave one to fill', () => {
  const group = groupSchema([
    schema(['memberId', 'patientLastName'], [['memberId']]),
    schema(['memberId', 'patientLastName'], [['memberId', 'patientLastName']]),
  ]);
  expect(group.combos).toEqual([['memberId', 'patientLastName']]);
});

test('a group without members asks as a payer without configuration', () => {
  expect(groupSchema([])).toEqual(defaultSchema());
});

const limited = (over: Partial<PayerSchema['fields'][number]>): PayerSchema => ({
  combos: [['memberId']],
  fields: schema(['memberId'], []).fields.map((field) => ({ ...field, ...over })),
});
const option = (id: string) => ({ id, name: `option ${id}` });

test.each<[string, object, object, object]>([
  ['a field is required where all require it', { required: true }, { required: true }, { required: true }],
  ['a field that one does not require is not', { required: true }, { required: false }, { required: false }],
  ['a pattern holds where all have it', { pattern: '^A$' }, { pattern: '^A$' }, { pattern: '^A$' }],
  ['patterns that differ are left to the member', { pattern: '^A$' }, { pattern: '^B$' }, { pattern: null }],
  ['the longest length holds', { maxLength: 12 }, { maxLength: 20 }, { maxLength: 20 }],
  ['a length that one does not limit is not limited', { maxLength: 12 }, { maxLength: null }, { maxLength: null }],
  ['the earliest date holds', { min: '2024-01-31' }, { min: '2025-01-31' }, { min: '2024-01-31' }],
  ['dates that one does not limit are not limited', { min: '2024-01-31' }, { min: null }, { min: null }],
  [
    'options are those that all offer',
    { options: [option('30'), option('MH')] },
    { options: [option('MH'), option('98')] },
    { options: [option('MH')] },
  ],
  ['several may be chosen where all take several', { multiple: true }, { multiple: true }, { multiple: true }],
  ['one may be chosen where one takes one', { multiple: true }, { multiple: false }, { multiple: false }],
  ['the smaller number may be chosen', { max_options: 2 }, { max_options: 5 }, { max_options: 2 }],
  ['a number that one limits is limited', { max_options: null }, { max_options: 5 }, { max_options: 5 }],
  ['a number that nobody limits is not', { max_options: null }, { max_options: null }, { max_options: null }],
])('in a group %s', (_what, a, b, both) => {
  for (const members of [
    [limited(a), limited(b)],
    [limited(b), limited(a)],
  ])
    expect(groupSchema(members).fields).toMatchObject([both]);
});

test('the combo left to fill is the fullest whose fields all members know', () => {
  const group = groupSchema([
    schema(['memberId', 'patientLastName', 'groupNumber'], [['memberId', 'patientLastName', 'groupNumber']]),
    schema(['memberId', 'patientLastName'], [['memberId'], ['patientLastName', 'memberId']]),
  ]);
  expect(group.combos).toEqual([['patientLastName', 'memberId']]);
  expect(groupSchema([schema(['memberId'], [['memberId']]), schema(['patientLastName'], [['patientLastName']])]).combos).toEqual([]);
});

test('a group of one asks as its member does', () => {
  expect(groupSchema([schema(['memberId', 'patientLastName'], [['memberId']])]).combos).toEqual([['memberId']]);
});
