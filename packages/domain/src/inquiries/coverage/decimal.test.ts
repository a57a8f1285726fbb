import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, readDecimal, readMoney, subtractDecimals } from './decimal.ts';

test.each([
  ['1714.5', '1714.5'],
  ['$1,714.50', '1714.5'],
  [' 183.00', '183'],
  ['.2', '0.2'],
  ['0%', '0'],
  ['20 %', '20'],
  ['007', '7'],
  ['-3.20', '-3.2'],
  ['-0.00', '0'],
])('a number written as "%s" is read as %s', (text, value) => {
  expect(readDecimal(text)).toBe(value);
});

test.each(['', '   ', 'none', '1e3', '1,2', '12.3.4', '.', '$', 'NaN', '25 per visit'])('"%s" is not read as a number', (text) => {
  expect(readDecimal(text)).toBeNull();
});

test('money has two decimals at least and loses none', () => {
  expect([readMoney('25'), readMoney('1714.5'), readMoney('0.125'), readMoney('0'), readMoney(null)]).toEqual([
    '25.00',
    '1714.50',
    '0.125',
    '0.00',
    null,
  ]);
});

test('differences are exact where floats are not', () => {
  expect(subtractDecimals('0.30', '0.10')).toBe('0.20');
  expect(subtractDecimals('100000000000000000.01', '0.02')).toBe('99999999999999999.99');
  expect(subtractDecimals('1', '2.5')).toBe('-1.5');
});

const asMoney = (value: bigint) => `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`;

test('sums of cents agree with whole-number arithmetic', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const [more, less] = a > b ? [a, b] : [b, a];
      expect(subtractDecimals(asMoney(more), asMoney(less))).toBe(asMoney(more - less));
      expect(Math.sign(compareDecimals(asMoney(a), asMoney(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test('comparison goes by value, not by writing', () => {
  expect(compareDecimals('25', '25.00')).toBe(0);
  expect(compareDecimals('9.5', '10')).toBeLessThan(0);
});
