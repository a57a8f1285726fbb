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
