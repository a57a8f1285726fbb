/** What an estimate adds up to by facility, and where a bill lies so far above it that the patient may dispute it (product.md 20.7). */
import type { Actual, EstimateLine, EstimateState } from '@coverlight/contract/cases/estimate.schema.ts';
import { fromCents, toCents } from './cents.ts';

/** Cents: from so much above on. */
const DISPUTABLE = 40_000n;

export interface FacilityTotal {
  providerId: string;
  charges: string;
}

function sums(lines: readonly EstimateLine[], ownProvider: string): Map<string, bigint> {
  const byProvider = new Map<string, bigint>();
  for (const { provider_id: provider, quantity, charge } of lines) {
    const key = provider ?? ownProvider;
    byProvider.set(key, (byProvider.get(key) ?? 0n) + toCents(charge) * BigInt(quantity));
  }
  return byProvider;
}

/** `ownProvider`: the facility of the case, which lines without one mean. */
export const facilityTotals = (lines: readonly EstimateLine[], ownProvider: string): FacilityTotal[] =>
  [...sums(lines, ownProvider)].map(([providerId, cents]) => ({ providerId, charges: fromCents(cents) }));

export interface Above {
  providerId: string;
  estimated: string;
  billed: string;
  above: string;
}

/** A facility that was not estimated at all is held against nothing. */
export function billedAbove(lines: readonly EstimateLine[], ownProvider: string, actuals: readonly Actual[]): Above[] {
  const estimated = sums(lines, ownProvider);
  const billed = new Map<string, bigint>();
  for (const { provider_id: provider, billed: sum } of actuals) billed.set(provider, (billed.get(provider) ?? 0n) + toCents(sum));
  return [...billed].flatMap(([providerId, sum]) => {
    const expected = estimated.get(providerId) ?? 0n;
    const above = sum - expected;
    if (above < DISPUTABLE) return [];
    return [{ providerId, estimated: fromCents(expected), billed: fromCents(sum), above: fromCents(above) }];
  });
}

const NEXT: Readonly<Record<EstimateState, readonly EstimateState[]>> = {
  draft: ['delivered', 'replaced'],
  delivered: ['replaced', 'settled'],
  replaced: [],
  settled: [],
};

export const mayMoveEstimate = (from: EstimateState, to: EstimateState): boolean => from === to || NEXT[from].includes(to);
