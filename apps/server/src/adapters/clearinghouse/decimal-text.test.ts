import { expect, test } from 'vitest';
import { decimalText, percentText } from './decimal-text.ts';

test.each([
  ['75', '75'],
  ['1714.5', '1714.5'],
  ['$1,200.50', '1200.50'],
  [' 183.00', '183.00'],
  ['.5', '0.5'],
  ['-$5', '-5'],
  ['(20)', '-20'],
  ['999999.99', '999999.99'],
])('money %s is read as %s without rounding', (sent, expected) => {
  expect(decimalText(sent)).toBe(expected);
});

test.each(['', '$', '.', 'no limit', '12 days', '1.2.3', '1e5'])('text that is no number (%s) is not read as one', (sent) => {
  expect(decimalText(sent)).toBeNull();
});

test.each([
  ['.95', '95'],
  ['.1', '10'],
  ['0.125', '12.5'],
  ['.20', '20'],
  ['0', '0'],
  ['0.00', '0'],
  ['1', '100'],
  ['1.00', '100'],
  ['.005', '0.5'],
  ['0.333333333333333333', '33.3333333333333333'],
  ['20%', '20'],
  ['0%', '0'],
  ['12.50 %', '12.5'],
  ['30', '30'],
])('share %s is the percent %s', (sent, expected) => {
  expect(percentText(sent)).toBe(expected);
});

test('a share that is no number is not read as one', () => {
  expect(percentText('see plan')).toBeNull();
});
