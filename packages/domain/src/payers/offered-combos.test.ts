import { expect, test } from 'vitest';
import { beyondIdentifiers, withOfferedCombos } from './offered-combos.ts';

const offered = (...combos: string[][]) => withOfferedCombos({ fields: [], combos }).combos;

test('combos that ask for more than the four identifiers are not offered beside one that does not', () => {
  expect(offered(['patientSSN', 'patientBirthDate'], ['memberId', 'patientBirthDate'], ['memberId', 'groupNumber'], ['memberId'])).toEqual([
    ['memberId', 'patientBirthDate'],
    ['memberId'],
  ]);
});

test('a payer that has no other way offers all it has', () => {
  expect(offered(['memberId', 'groupNumber'], ['patientSSN'])).toEqual([['memberId', 'groupNumber'], ['patientSSN']]);
  expect(offered()).toEqual([]);
});

test('what a combo asks beside the identifiers is told apart', () => {
  expect(beyondIdentifiers(['memberId', 'groupNumber', 'patientBirthDate', 'patientSSN'])).toEqual(['groupNumber', 'patientSSN']);
});
