/** What the arithmetic takes from a case where nobody typed it: only what the grid says once and clearly (product.md 20.6). */
import type { GridCell, GridFact } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { EstimateBasis, Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { fromCents, percentOf, toCents } from '@coverlight/domain/estimates/cents.ts';

const KNOWN: ReadonlySet<GridCell['state']> = new Set(['said', 'said-for-plan', 'by-phone']);

/** The one value of an individual; null where several are told, or none. */
function onlyValue(cells: readonly GridCell[], { level, network }: EstimateBasis, fact: GridFact): string | null {
  const cell = cells.find((each) => each.level === level && each.network === network && each.fact === fact);
  if (cell?.value == null || !KNOWN.has(cell.state)) return null;
  const values = cell.value.split('; ').filter((value) => !/family/i.test(value));
  return values.length === 1 ? (values[0] ?? null) : null;
}

const dollarsIn = (value: string | null, pattern: RegExp): string | null => {
  const found = value === null ? null : pattern.exec(value)?.[1];
  return found == null ? null : fromCents(toCents(found));
};

const LEFT = /^\$([\d,]+\.\d{2}) left/;
const ALONE = /^\$([\d,]+\.\d{2})(?: a visit| a day)?$/;
const NONE = /^No (?:deductible|copayment|coinsurance)$/;

function moneyLeft(cells: readonly GridCell[], basis: EstimateBasis, fact: 'deductible' | 'out_of_pocket'): string | null {
  const value = onlyValue(cells, basis, fact);
  if (value !== null && fact === 'deductible' && NONE.test(value)) return '0.00';
  const byPhone = cells.find(
    (cell) => cell.level === basis.level && cell.network === basis.network && cell.fact === fact && cell.state === 'by-phone',
  );
  // On the telephone it is asked what is left.
  return dollarsIn(value, LEFT) ?? (byPhone === undefined ? null : dollarsIn(value, ALONE));
}

function shareOf(cells: readonly GridCell[], basis: EstimateBasis): Pick<EstimateBasis, 'share' | 'copay'> {
  const coinsurance = onlyValue(cells, basis, 'coinsurance');
  const percent = coinsurance === null ? undefined : /^([\d.]+) %$/.exec(coinsurance)?.[1];
  const copay = dollarsIn(onlyValue(cells, basis, 'copay'), ALONE);
  // Told both, nobody says which of them is due.
  if (percent !== undefined && copay !== null) return { share: null, copay: null };
  return { share: percent ?? null, copay };
}

/** Cents of a fee at the ends of a range. */
function allowedOf(fee: string, range: Range | null): Pick<EstimateBasis, 'allowed_low' | 'allowed_high'> {
  const [low, high] = [range?.p25 ?? range?.low ?? null, range?.p75 ?? range?.high ?? null];
  const of = (percent: string | null) => (percent === null ? null : fromCents(percentOf(toCents(fee), percent)));
  return { allowed_low: of(low), allowed_high: of(high) };
}

/** The basis with all that the case and past claims add to what was typed; what stays null is not known. */
export function filledBasis(basis: EstimateBasis, cells: readonly GridCell[], range: Range | null): EstimateBasis {
  const isShareTyped = basis.share != null || basis.copay != null;
  const isAllowedTyped = basis.allowed_low != null || basis.allowed_high != null;
  return {
    ...basis,
    ...(isShareTyped ? { share: basis.share ?? null, copay: basis.copay ?? null } : shareOf(cells, basis)),
    ...(isAllowedTyped
      ? { allowed_low: basis.allowed_low ?? basis.allowed_high, allowed_high: basis.allowed_high ?? basis.allowed_low }
      : allowedOf(basis.fee, range)),
    deductible_left: basis.deductible_left ?? moneyLeft(cells, basis, 'deductible'),
    out_of_pocket_left: basis.out_of_pocket_left ?? moneyLeft(cells, basis, 'out_of_pocket'),
  };
}
