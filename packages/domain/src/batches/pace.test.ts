import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSlots, perSecond, slowed, type Pace } from './pace.ts';

const USUAL: Pace = { slowedTo: null, slowedAtMs: null, nextAtMs: null };
const NOW = 1_000_000_000;
const MINUTE = 60_000;

test('a sign of trouble halves the pace once, ten minutes later it comes back by a tenth each minute', () => {
  const pace = slowed(USUAL, 2, NOW);

  expect(perSecond(USUAL, 2, NOW)).toBe(2);
  expect(perSecond(pace, 2, NOW)).toBe(1);
  expect(slowed(pace, 2, NOW + 1000)).toEqual(pace);
  expect(perSecond(pace, 2, NOW + 10 * MINUTE)).toBe(1);
  expect(perSecond(pace, 2, NOW + 13 * MINUTE)).toBeCloseTo(1.3);
  expect(perSecond(pace, 2, NOW + 60 * MINUTE)).toBe(2);
  expect(perSecond(slowed(pace, 2, NOW + 2 * MINUTE), 2, NOW + 2 * MINUTE)).toBe(0.5);
});

test('whoever asks how often for how many, moments are apart by the pace and never more than it allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.tuple(fc.nat(3000), fc.nat(50)), { maxLength: 30 }), (preset, looks) => {
      let pace = USUAL;
      let nowMs = NOW;
      const all: number[] = [];
      for (const [laterMs, most] of looks) {
        nowMs += laterMs;
        const given = nextSlots(pace, { preset, nowMs, most });
        expect(given.slotsMs.every((at) => at >= nowMs)).toBe(true);
        all.push(...given.slotsMs);
        ({ pace } = given);
      }
      expect(all.slice(1).every((at, index) => at - (all[index] ?? 0) >= 1000 / preset - 0.001)).toBe(true);
    }),
  );
});
