import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRounded, multiplyDollars, toCents, toDollars } from './money.ts';

test('dollars become cents and dollars again without a loss, however large', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (cents) => {
      expect(toCents(toDollars(cents))).toBe(cents);
    }),
  );
});

test.each([
  ['500', 50_000n],
  ['0.5', 50n],
  ['-51.61', -5161n],
])('%s dollars are read as they stand', (text, cents) => {
  expect(toCents(text)).toBe(cents);
});

test.each(['', '1.234', '1e3', '$5', '.50'])('%j is no amount', (text) => {
  expect(() => toCents(text)).toThrow('not an amount');
});

test('extra inquiries cost their number times the price', () => {
  expect(multiplyDollars('1.25', 37)).toBe('46.25');
});

test('halves are rounded away from zero', () => {
  expect([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(4n, 3n), divideRounded(-4n, 3n)]).toEqual([3n, -3n, 1n, -1n]);
});
