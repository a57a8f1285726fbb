import { expect, test } from 'vitest';
import { anAnswer, aPerson } from '../../test/answers.ts';
import { normalizeCoverage } from './coverage/normalize-coverage.ts';
import type { AnswerPerson } from './coverage/payer-answer.ts';
import { recordWarnings } from './record-warnings.ts';

const coverageOf = (person: Partial<AnswerPerson>, subscriber: Partial<AnswerPerson> | null = null) =>
  normalizeCoverage(
    anAnswer({ patient: { ...aPerson(person), relationship: null }, subscriber: subscriber === null ? null : aPerson(subscriber) }),
  );
const fields = (...args: Parameters<typeof recordWarnings>) => recordWarnings(...args).map((warning) => warning.field);

test.each([
  ['case', 'maria', 'MARIA'],
  ['accents', 'José', 'JOSE'],
  ['punctuation', "D'Arcy", 'DARCY'],
  ['hyphen and blank', 'Anne-Marie', 'ANNE MARIE'],
  ['a middle name typed with the first', 'Anna Maria', 'ANNA'],
])('a first name that differs in %s only does not warn', (_what, typed, returned) => {
  expect(fields({ patientFirstName: typed }, coverageOf({ firstName: returned, middleName: 'Maria' }))).toEqual([]);
});

test('a middle initial on one side does not warn', () => {
  expect(fields({ patientFirstName: 'Anna M' }, coverageOf({ firstName: 'Anna' }))).toEqual([]);
  expect(fields({ patientFirstName: 'Anna' }, coverageOf({ firstName: 'ANNA M' }))).toEqual([]);
});

test.each([
  ['Stone', 'STONE JR'],
  ['Stone Jr.', 'Stone'],
  ['Garcia-Lopez', 'GARCIA LOPEZ'],
  ['Müller', 'MULLER'],
])('last names "%s" and "%s" are the same', (typed, returned) => {
  expect(fields({ patientLastName: typed }, coverageOf({ lastName: returned }))).toEqual([]);
});

test('other names and birth dates warn with both values as people write them', () => {
  const coverage = coverageOf({ firstName: 'Katherine', lastName: 'Stone', suffix: 'JR', birthDate: '1990-02-01' });
  expect(recordWarnings({ patientFirstName: 'Kate', patientLastName: 'Stein', patientBirthDate: '1990-01-02' }, coverage)).toEqual([
    { field: 'patientBirthDate', label: 'Date of birth', entered: '01/02/1990', returned: '02/01/1990' },
    { field: 'patientFirstName', label: 'First name', entered: 'Kate', returned: 'Katherine' },
    { field: 'patientLastName', label: 'Last name', entered: 'Stein', returned: 'Stone JR' },
  ]);
});

test('spaces, hyphens and case of a member id do not matter', () => {
  expect(fields({ memberId: 'xyz 123-456' }, coverageOf({ memberId: 'XYZ123456' }))).toEqual([]);
});

test.each([
  ['a Blue prefix of letters', '123456789', 'XYZ123456789'],
  ['a Blue prefix of digits', '123456789', '3J2123456789'],
  ['a leading zero', '12345', '012345'],
  ['a suffix', 'XYZ123456', 'XYZ12345601'],
])('%s is part of the id: its absence warns', (_what, typed, returned) => {
  expect(fields({ memberId: typed }, coverageOf({ memberId: returned }))).toEqual(['memberId']);
});

test("a dependent asked for under the subscriber's id does not warn", () => {
  expect(fields({ memberId: 'S1' }, coverageOf({ memberId: 'D1' }, { memberId: 'S1' }))).toEqual([]);
});

test('what was not typed or not returned is not compared', () => {
  expect(fields({ memberId: 'A1' }, coverageOf({ firstName: 'Ada', lastName: 'Stone', birthDate: '1990-01-01' }))).toEqual([]);
  expect(fields({ patientFirstName: 'Ada', patientBirthDate: '1990-01-01' }, coverageOf({ memberId: 'A1' }))).toEqual([]);
  expect(fields({ patientFirstName: 'Ada' }, normalizeCoverage(anAnswer()))).toEqual([]);
});
