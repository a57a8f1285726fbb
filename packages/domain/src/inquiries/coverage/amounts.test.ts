import { expect, test } from 'vitest';
import { amountText, isNoLimit, limitText, moneyText, percentText, quantityText } from './amounts.ts';

test('money has a dollar sign, thousands and cents', () => {
  expect(['1714.5', '0', '25', '1234567.89', '-3.2'].map(moneyText)).toEqual(['$1,714.50', '$0.00', '$25.00', '$1,234,567.89', '-$3.20']);
});

test('a share is the percent of the patient', () => {
  expect(['20', '0', '12.50'].map(percentText)).toEqual(['20 %', '0 %', '12.5 %']);
});

test('an amount that the payer did not give is "not stated", and zero is zero', () => {
  expect(amountText({ amount: null, unit: null, no_limit: false })).toBe('not stated');
  expect(amountText({ amount: '0.00', unit: 'usd', no_limit: false })).toBe('$0.00');
  expect(amountText({ amount: '0', unit: 'percent', no_limit: false })).toBe('0 %');
  expect(limitText(null)).toBe('not stated');
});

test('999,999.99 is no cap, and what was sent stays readable', () => {
  expect(amountText({ amount: '999999.99', unit: 'usd', no_limit: true })).toBe('no limit (payer sent $999,999.99)');
  expect(['999999.99', '999999.00', '9999999.99'].map(isNoLimit)).toEqual([true, true, true]);
  expect(['99999.99', '999999.98', '1999999.99'].map(isNoLimit)).toEqual([false, false, false]);
});

test('a quantity carries its unit', () => {
  expect(quantityText({ value: '30', qualifier: 'Visits', qualifier_code: 'VS' })).toBe('30 Visits');
  expect(quantityText(null)).toBe('not stated');
});
