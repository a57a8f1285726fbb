import { expect, test } from 'vitest';
import { readAllowedSearch } from './allowed-search.ts';

test('numbered alternatives become combos in the form order', () => {
  const message =
    'Insufficient information to generate patient search.\r\nAllowed Search Criteria(s) for the Payer are \r\n: \r\n1.Dep DOB,Member ID\r\n.2.Sub First Name,Sub Last Name,Dep First Name,Dep Last Name,Dep DOB\r\n';
  expect(readAllowedSearch(message)).toEqual([
    ['memberId', 'patientBirthDate'],
    ['patientBirthDate', 'patientFirstName', 'patientLastName'],
  ]);
});

test('spacing, case and joining words do not matter, and a combo told twice is one', () => {
  const message = 'Allowed search criteria for the payer are: 1. member id and dob  2) Member ID, Sub DOB 3. MEMBER ID';
  expect(readAllowedSearch(message)).toEqual([['memberId', 'patientBirthDate'], ['memberId']]);
});

test('an alternative that needs something else is left out', () => {
  expect(readAllowedSearch('Allowed Search Criteria(s) for the Payer are : 1.SSN,Sub DOB 2.Member ID')).toEqual([['memberId']]);
});

test.each(['Payer is invalid', '', 'Allowed Search Criteria(s) for the Payer are : 1.SSN'])('"%s" offers nothing', (message) => {
  expect(readAllowedSearch(message)).toBeNull();
});
