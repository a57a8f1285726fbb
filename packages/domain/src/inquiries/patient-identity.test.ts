import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { expect, test } from 'vitest';
import { patientInWords, returnedPatient, shownPatient } from './patient-identity.ts';

const row = (over: Partial<PatientIdentity> = {}): PatientIdentity => ({
  patient: '',
  member_id: null,
  birth_date: null,
  returned_patient: null,
  ...over,
});
const returned = { name: 'QUENBY TESTPERSON', member_id: 'XQZ1', birth_date: '1980-02-29' };

test('what was typed comes first, and what was not is taken from the answer and marked', () => {
  expect(shownPatient(row({ patient: 'Quenby Test', member_id: 'ABC1', returned_patient: returned }))).toEqual({
    name: { text: 'Quenby Test', isReturned: false },
    memberId: { text: 'ABC1', isReturned: false },
    birthDate: { text: '02/29/1980', isReturned: true },
  });
});

test.each([
  [{ patient: 'Quenby Test', returned_patient: returned }, 'Quenby Test'],
  [{ member_id: 'ABC1', returned_patient: returned }, 'QUENBY TESTPERSON (as returned)'],
  [{ member_id: 'ABC1', birth_date: '1980-02-29' }, 'No name entered, member ID ABC1, born 02/29/1980'],
  [
    { birth_date: '1980-02-29', returned_patient: { ...returned, name: '' } },
    'No name entered, member ID XQZ1 (as returned), born 02/29/1980',
  ],
  [{}, 'No name entered'],
])('%o reads "%s"', (over, words) => {
  expect(patientInWords(row(over))).toBe(words);
});

const person = { first_name: 'QUENBY', middle_name: null, last_name: 'TESTPERSON', suffix: null, dob: '1980-02-29', member_id: null };
const coverage = (over: object) => ({ patient: null, subscriber: null, ...over }) as unknown as Coverage;

test('the returned person is the patient, with the id of the subscriber where they have none of their own', () => {
  expect(returnedPatient(coverage({ patient: person, subscriber: { ...person, first_name: 'X', member_id: 'XQZ1' } }))).toEqual(returned);
  expect(returnedPatient(coverage({ subscriber: { ...person, member_id: 'XQZ1' } }))).toEqual(returned);
});

test('an answer that names nobody returns nobody', () => {
  expect(returnedPatient(coverage({}))).toBeNull();
  expect(returnedPatient(coverage({ patient: { ...person, first_name: null, last_name: ' ', dob: null } }))).toBeNull();
});
