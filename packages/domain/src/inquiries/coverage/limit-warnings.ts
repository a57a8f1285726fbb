/** Limits of behavioural care of which little or nothing is left (product.md 10.2). */
import type { AuxiliaryBenefit, Coverage, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { moneyText, quantityText } from './amounts.ts';
import { careLimits } from './care-words.ts';
import { compareDecimals, type Decimal, readDecimal } from './decimal.ts';
import { levelsOfCare } from './level-of-care.ts';
import { isInactiveStatus } from './status-codes.ts';
import { aWarning } from './warning-input.ts';

/** X12 673: days and visits. Of other units only nothing is little. */
const COUNTED_UNITS = ['DY', 'VS'];
const LITTLE = '2';
const REMAINING_PERIOD = '29';

interface Left {
  value: Decimal;
  /** "1 Visits". */
  words: string;
  isCounted: boolean;
}

/** What the payer says is left; null where it says only the whole or nothing. */
function leftOf({ remaining, period_code: period, quantity, amount, unit }: AuxiliaryBenefit): Left | null {
  if (remaining !== null) return { value: remaining, words: moneyText(remaining), isCounted: false };
  if (period !== REMAINING_PERIOD) return null;
  const counted = quantity === null ? null : readDecimal(quantity.value);
  if (quantity !== null && counted !== null) {
    return { value: counted, words: quantityText(quantity), isCounted: COUNTED_UNITS.includes(quantity.qualifier_code ?? '') };
  }
  return amount === null || unit === 'percent' ? null : { value: amount, words: moneyText(amount), isCounted: false };
}

const isLittle = ({ value, isCounted }: Left) => compareDecimals(value, isCounted ? LITTLE : '0') <= 0;

function wordsOf(service: string, line: AuxiliaryBenefit, { words }: Left): string {
  const network = line.network_code === 'inNetwork' || line.network_code === 'outOfNetwork' ? `${line.network.toLowerCase()}, ` : '';
  return `${service}, ${network}${words} left`;
}

/** Of a plan that another company stands in for nothing is said: the limits there are its own. */
export function limitWarnings(coverage: Coverage, plan: Plan): CoverageWarning[] {
  if (isInactiveStatus(plan.status_code)) return [];
  const limits = new Map(
    levelsOfCare({ coverage, plan })
      // What the other part of Medicare says is told of that one.
      .filter(({ part }) => part === null || part === plan)
      .flatMap(careLimits)
      .map((limit) => [limit.line, limit]),
  );
  const little = [...limits.values()]
    .flatMap(({ service, line }) => {
      const left = leftOf(line);
      return left !== null && isLittle(left) ? [{ line, left, words: wordsOf(service, line, left) }] : [];
    })
    .toSorted((a, b) => compareDecimals(a.left.value, b.left.value));
  const [least] = little;
  if (!least) return [];
  const isUsedUp = compareDecimals(least.left.value, '0') <= 0;
  const told = [...new Set(little.map(({ words }) => words))];
  return [
    aWarning({
      kind: 'limit-nearly-used',
      severity: 'warning',
      title: `${isUsedUp ? 'A limit is used up' : 'A limit is nearly used up'}: ${least.words}${told.length > 1 ? ` and ${told.length - 1} more` : ''}`,
      payer_words: told.length > 1 ? told : [],
      action: 'Count what was used since the payer was asked, and ask it for more before services start.',
      line_ids: little.flatMap(({ line }) => line.line_ids),
    }),
  ];
}
