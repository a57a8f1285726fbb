import { expect, test } from 'vitest';
import { defaultSchema } from './default-schema.ts';

test('a payer without configuration is asked by member id, birth date and name, with one service of three', () => {
  const { fields, combos } = defaultSchema();
  expect(combos).toEqual([['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName']]);
  expect(fields.map(({ name, required, maxLength, options }) => [name, required, maxLength, options.map(({ id }) => id)])).toEqual([
    ['memberId', false, 80, []],
    ['patientFirstName', false, 35, []],
    ['patientLastName', false, 60, []],
    ['patientBirthDate', false, null, []],
    ['subscriberRelationship', false, null, ['18', '01', '19', '20']],
    ['asOfDate', false, null, []],
    ['serviceType', true, null, ['30', 'MH', 'AI']],
  ]);
  expect(fields.filter(({ multiple, max_options: max }) => multiple || max !== null)).toEqual([
    expect.objectContaining({ max_options: 1 }),
  ]);
});
