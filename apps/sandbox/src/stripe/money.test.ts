import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fraction, negative, parseDecimal, showMoney, spread, toCents } from './money.ts';

test('halves are rounded away from zero, so a credit is the opposite of its debit', () => {
  expect([1, 3, -1, -3, 4].map((halves) => toCents(fraction(halves, 2)))).toEqual([1, 2, -1, -2, 2]);
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 3_000_000 }), (numerator, denominator) => {
      const share = fraction(numerator, denominator);
      return toCents(negative(share)) + toCents(share) === 0;
    }),
  );
});

test('a spread amount adds up and each share is within a cent of the exact one', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (total, parts) => {
      const shares = spread(total, parts);
      const whole = parts.reduce((a, b) => a + b, 0);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
      shares.forEach((share, place) => expect(Math.abs(share - (total * (parts[place] ?? 0)) / whole)).toBeLessThan(1));
    }),
  );
});

test('decimal digits are read exactly', () => {
  expect(toCents(parseDecimal('0.5'))).toBe(1);
  expect(parseDecimal('12.345')).toEqual(fraction(12_345, 1_000));
});

test('money is shown with its sign and thousands', () => {
  expect([0, -5, 123_456_789].map((cents) => showMoney(cents))).toEqual(['$0.00', '-$0.05', '$1,234,567.89']);
});
