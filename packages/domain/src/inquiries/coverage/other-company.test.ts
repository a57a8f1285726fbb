import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { expect, test } from 'vitest';
import { otherCompanies, payerOfCompany, placeOfCompany } from './other-company.ts';

const fact = (label: string, value: string) => ({ label, value });
const warning = (kind: CoverageWarning['kind'], title: string, ...facts: CoverageWarning['facts']) => ({ kind, title, facts });
const payer = (id: string, name: string, children: { id: string; name: string }[] = []) => ({
  id,
  name,
  is_group: children.length > 0,
  children: children.map((child) => ({ ...child, is_group: false, children: [] })),
});

test('a carve-out and a payer that pays first are companies to ask, with the member id they gave', () => {
  const warnings = [
    warning('inactive', 'Inactive'),
    warning('carve-out', 'Behavioral health is handled by SABLE', fact('Name', 'SABLE'), fact('Member ID', 'S1'), fact('Phone', '800')),
    warning('other-payer-primary', 'NORTH pays first', fact('Name', 'NORTH')),
  ];
  expect(otherCompanies(warnings)).toEqual([
    { title: 'Behavioral health is handled by SABLE', name: 'SABLE', memberId: 'S1' },
    { title: 'NORTH pays first', name: 'NORTH', memberId: null },
  ]);
  expect(warnings.map((each) => placeOfCompany(warnings, each))).toEqual([null, 0, 1]);
});

test('of several companies or member ids none is taken', () => {
  const two = warning('other-payer-primary', 'Two pay first', fact('Name', 'A'), fact('Name', 'B'), fact('Member ID', '1'));
  const ids = warning('carve-out', 'By A', fact('Name', 'A'), fact('Member ID', '1'), fact('Member ID', '2'));
  const nobody = warning('carve-out', 'By another company', fact('Member ID', '1'));
  expect(otherCompanies([two, ids, nobody])).toEqual([
    { title: 'Two pay first', name: null, memberId: null },
    { title: 'By A', name: 'A', memberId: null },
    { title: 'By another company', name: null, memberId: null },
  ]);
});

test('the payer of a company is found by its name however it is written, as a member of a group, too', () => {
  const payers = [payer('1', 'Sable Behavioral Partners, Inc.'), payer('2', 'North', [{ id: '3', name: 'North of Maine' }])];
  expect(payerOfCompany(payers, 'SABLE BEHAVIORAL PARTNERS')).toBe('1');
  expect(payerOfCompany(payers, 'NORTH OF MAINE')).toBe('3');
});

test('no payer is taken for a company that only begins alike, has two of its name, or has no name', () => {
  const payers = [payer('1', 'Sable Behavioral Partners'), payer('2', 'North'), payer('3', 'NORTH LLC')];
  expect(payerOfCompany(payers, 'Sable')).toBeNull();
  expect(payerOfCompany(payers, 'North')).toBeNull();
  expect(payerOfCompany(payers, null)).toBeNull();
});
