import { expect, test } from 'vitest';
import { companyKey, isCompanyOrPart, isSameCompany, uniqueCompanies } from './company-names.ts';

test.each([
  ['GOLD HEALTH', 'Gold Health'],
  ['Gold Health, Inc.', 'GOLD HEALTH INC'],
  ['Elm Mutual Insurance Company', 'Elm Mutual'],
  ['ELM MUTUAL INS CO', 'Elm Mutual Insurance Co.'],
  ['The Elm Mutual Insurance Company, L.L.C.', 'ELM MUTUAL'],
  ['UnitedHealthcare', 'United Healthcare Corp'],
  ['Blue Cross & Blue Shield of Elmland', 'BLUE CROSS AND BLUE SHIELD OF ELMLAND'],
  ["St. Anne's Health Plan", 'ST ANNES HEALTH PLAN'],
  ['Élan Health', 'Elan Health LLC'],
])('"%s" and "%s" are one company', (a, b) => {
  expect(isSameCompany(a, b)).toBe(true);
});

test.each([
  ['Blue Cross of Elmland', 'Blue Cross of Oakland'],
  ['Elm Mutual', 'Elm Mutual Life Insurance Company'],
  ['Elm Dental', 'Elm Health'],
  ['Gold Health', 'Gold Health Medicare'],
  ['Optum', 'OptumRx'],
  ['Insurance Company', 'Elm Insurance Company'],
  ['', ''],
])('"%s" and "%s" are two', (a, b) => {
  expect(isSameCompany(a, b)).toBe(false);
});

test('no name is nobody', () => {
  expect(companyKey(null)).toBe('');
  expect(isSameCompany(null, null)).toBe(false);
  expect(isCompanyOrPart('', 'Elm')).toBe(false);
});

test('a name that goes on may be the same company, a name that only begins with the same letters is not', () => {
  expect(isCompanyOrPart('Magellan', 'MAGELLAN HEALTHCARE, INC.')).toBe(true);
  expect(isCompanyOrPart('Optum', 'OptumRx')).toBe(false);
});

test('of several spellings the fullest is shown, once', () => {
  expect(uniqueCompanies(['Gold', 'GOLD, INC.', 'Elm'])).toEqual(['GOLD, INC.', 'Elm']);
  expect(uniqueCompanies(['GOLD, INC.', 'Elm', 'Gold'])).toEqual(['GOLD, INC.', 'Elm']);
});
