import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCents, toDollars } from './money.ts';
import { prorate } from './proration.ts';

const january = { startsAt: new Date('2026-01-01T00:00:00Z'), endsAt: new Date('2026-02-01T00:00:00Z') };
const sixteenth = new Date('2026-01-16T00:00:00Z');

test.each([
  ['to a dearer plan', '100', '250.00', { credit: '-51.61', charge: '129.03', sum: '77.42' }],
  ['to a cheaper plan', '250.00', '100.00', { credit: '-129.03', charge: '51.61', sum: '-77.42' }],
  ['with an add-on switched on', '0', '500.00', { credit: '0.00', charge: '258.06', sum: '258.06' }],
])('a change on the 16th of January %s settles the rest of the month to the cent', (_what, from, to, expected) => {
  expect(prorate(from, to, sixteenth, january)).toEqual(expected);
});

test('a change at half time gives back half of the old price and charges half of the new one', () => {
  const period = { startsAt: new Date('2026-04-01T00:00:00Z'), endsAt: new Date('2026-05-01T00:00:00Z') };

  expect(prorate('10.00', '20.00', new Date('2026-04-16T00:00:00Z'), period)).toEqual({ credit: '-5.00', charge: '10.00', sum: '5.00' });
});

test('a part of a second is not counted', () => {
  const at = new Date(january.startsAt.getTime() + 999);
  expect(prorate('1000000.00', '0', at, january)).toEqual({ credit: '-1000000.00', charge: '0.00', sum: '-1000000.00' });
});

test('an add-on switched on and off in the same second costs nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_678_400 }), fc.bigInt({ min: 0n, max: 10_000_000n }), (second, cents) => {
      const at = new Date(january.startsAt.getTime() + second * 1000);
      const on = prorate('0', toDollars(cents), at, january);
      const off = prorate(toDollars(cents), '0', at, january);

      expect(toCents(on.sum) + toCents(off.sum)).toBe(0n);
    }),
  );
});

test('a change at the first second settles the whole period, and at the last nothing', () => {
  expect(prorate('100.00', '250.00', january.startsAt, january).sum).toBe('150.00');
  expect(prorate('100.00', '250.00', january.endsAt, january).sum).toBe('0.00');
});
