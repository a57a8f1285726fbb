import { expect, test } from 'vitest';
import { behaviouralRank, codeOfServiceName, isBehavioural, isFolded, serviceTypeLabel } from './service-types.ts';

test.each([
  ['Mental Health Provider  - Outpatient', 'CF'],
  ['mental health', 'MH'],
  ['Partial Hospitalization (Psychiatric)', 'BB'],
  ['Health Benefit Plan Coverage', '30'],
  ['Professional (Physician) Visit - Office', '98'],
  ['Residential Psychiatric Treatment', 'RT'],
])('the name "%s" stands for %s', (name, code) => {
  expect(codeOfServiceName(name)).toBe(code);
});

test('a name that no code has stands for none', () => {
  expect(codeOfServiceName('Walk-in art class')).toBeNull();
});

test('an unknown code is its own label', () => {
  expect(serviceTypeLabel('ZZ')).toBe('ZZ');
  expect(serviceTypeLabel('MH')).toBe('Mental Health (MH)');
});

test.each(['MH', 'A4', 'A5', 'A6', 'A7', 'A8', 'AI', 'AJ', 'AK', 'BB', 'BC', 'BD', 'CE', 'CF', 'CG', 'CH', 'CI', 'CJ', 'RT'])(
  '%s is behavioural health and never folded',
  (code) => {
    expect([isBehavioural(code), isFolded(code)]).toEqual([true, false]);
  },
);

test.each(['45', '33', 'AL', '88', '35'])('%s is folded away', (code) => {
  expect(isFolded(code)).toBe(true);
});

test.each(['30', '98', '22', 'CQ', 'UC', '86', 'ZZ', null])('%s is not folded: it is read, or unknown', (code) => {
  expect(isFolded(code)).toBe(false);
});

test('behavioural services come before related ones', () => {
  expect(behaviouralRank('MH')).toBeLessThan(behaviouralRank('98') ?? 0);
  expect(behaviouralRank('33')).toBeNull();
});
