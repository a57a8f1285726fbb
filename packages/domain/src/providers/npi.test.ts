import { expect, test } from 'vitest';
import { isNpi } from './npi.ts';

test('a number with the right check digit is an NPI', () => {
  expect(isNpi('1234567893')).toBe(true);
});

test.each(['1234567890', '123456789', '12345678933', 'abcdefghij', ''])('%s is no NPI', (typed) => {
  expect(isNpi(typed)).toBe(false);
});

test('changing any one digit of an NPI makes it wrong', () => {
  const npi = '1234567893';
  for (let at = 0; at < npi.length; at += 1) {
    const other = String((Number(npi[at]) + 1) % 10);
    expect(isNpi(npi.slice(0, at) + other + npi.slice(at + 1))).toBe(false);
  }
});
