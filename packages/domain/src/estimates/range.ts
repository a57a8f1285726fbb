/** What past claims tell of the next one: a range in place of a point, and how often it would have held (product.md 20.6). */

/** From so many claims on p25 to p75 is told; below, lowest to highest; below the second, nothing. */
export const ENOUGH = 20;
export const FEW = 5;

/** The place of the p-quantile (0.25 is 1/4) in a list of n sorted values: the least value with that share at or below it. */
const placeOf = (quarters: number, n: number) => Math.max(0, Math.ceil((quarters * n) / 4) - 1);

export type Span = 'p25-p75' | 'lowest-highest' | 'too-few';

export const spanFor = (n: number): Span => (n >= ENOUGH ? 'p25-p75' : n >= FEW ? 'lowest-highest' : 'too-few');

/** Ends of the range that the values without the one at `left` make; null where they are too few. `sorted` ascends. */
function rangeWithout(sorted: ArrayLike<number>, left: number): { low: number; high: number } | null {
  const n = sorted.length - 1;
  const at = (place: number) => sorted[place < left ? place : place + 1] ?? Number.NaN;
  switch (spanFor(n)) {
    case 'too-few':
      return null;
    case 'lowest-highest':
      return { low: at(0), high: at(n - 1) };
    case 'p25-p75':
      return { low: at(placeOf(1, n)), high: at(placeOf(3, n)) };
  }
}

/** A past claim of one payer and level. Keys as claims are compared by; null: none. */
export interface PastClaim {
  employer: string | null;
  group: string | null;
  prefix: string | null;
  /** Percent of the fee, times 10,000: whole. */
  value: number;
}

export interface BackTest {
  /** Claims for which the others give a range. */
  tested: number;
  /** Of these the ones inside it. */
  held: number;
}

function firstPlace(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By the key of its most exact match: each claim is held against the range that all the others would have given for it. */
export function backTest(claims: readonly PastClaim[]): BackTest {
  const keysOf = ({ employer, group, prefix }: PastClaim) => [
    employer === null || group === null ? null : `3|${employer}|${group}`,
    employer === null ? null : `2|${employer}`,
    prefix === null ? null : `1|${prefix}`,
  ];
  const values = new Map<string, number[]>();
  for (const claim of claims) {
    for (const key of keysOf(claim)) {
      if (key === null) continue;
      const known = values.get(key);
      if (known) known.push(claim.value);
      else values.set(key, [claim.value]);
    }
  }
  const sorted = new Map([...values].map(([key, list]) => [key, Float64Array.from(list).toSorted()]));
  let [tested, held] = [0, 0];
  for (const claim of claims) {
    const others = keysOf(claim).flatMap((key) => (key === null ? [] : (sorted.get(key) ?? [])));
    const list = others.find(({ length }) => length > 1);
    const range = list === undefined ? null : rangeWithout(list, firstPlace(list, claim.value));
    if (range === null) continue;
    tested += 1;
    if (claim.value >= range.low && claim.value <= range.high) held += 1;
  }
  return { tested, held };
}

/** "52.2" percent; null where nothing was tested. */
export function heldShare({ tested, held }: BackTest): string | null {
  if (tested === 0) return null;
  const tenths = (BigInt(held) * 2000n + BigInt(tested)) / (BigInt(tested) * 2n);
  return `${tenths / 10n}.${tenths % 10n}`;
}
