/** What a cell says in numbers: prices, totals, what is left and what was used (product.md 18.4). Money is never a float. */
import { isNoLimit, limitText, percentText, quantityText } from '../inquiries/coverage/amounts.ts';
import { compareDecimals, type Decimal, readDecimal, subtractDecimals } from '../inquiries/coverage/decimal.ts';
import type { SourceLine } from '../inquiries/coverage/line-words.ts';
import { type Cell, leftOfDelivery } from './cells.ts';

export interface Value {
  /** Equal for what means the same: "20" and "20.00". */
  key: string;
  words: string;
  /** Null where it is no number. */
  number: Decimal | null;
}

export interface Measures {
  /** Prices. */
  prices: Value[];
  totals: Value[];
  lefts: Value[];
  useds: Value[];
  /** How much of a priced service there is, and how often: "30 Visits", "1 Visit per 6 Months". */
  counts: Value[];
}

const NO_LIMIT: Value = { key: 'no limit', words: 'no limit', number: null };

function valueOf(sent: string, words: string, mark = ''): Value {
  const number = readDecimal(sent);
  return { key: `${mark}${number ?? sent.trim().toLowerCase()}`, words, number };
}

const moneyOf = (sent: string): Value => (isNoLimit(readDecimal(sent)) ? NO_LIMIT : valueOf(sent, limitText(sent)));

function amountOf(line: SourceLine): Value | null {
  if (line.no_limit === true) return NO_LIMIT;
  if (line.amount === null || line.amount === undefined) return null;
  return line.unit === 'percent' ? valueOf(line.amount, percentText(line.amount), '%') : moneyOf(line.amount);
}

function addOnce(values: Value[], value: Value | null): void {
  if (value !== null && !values.some(({ key }) => key === value.key)) values.push(value);
}

type Role = 'totals' | 'lefts' | 'useds';
const roleOf = (period: string | null | undefined): Role =>
  period === '29' || period === '33' ? 'lefts' : period === '24' ? 'useds' : 'totals';

/** X12 EB06 30: more was used than there is. */
const EXCEEDED = '30';
/** X12 673 99: how much was used. */
const USED = '99';

function addColumns(measures: Measures, line: SourceLine): void {
  if (line.total) addOnce(measures.totals, line.no_limit === true ? NO_LIMIT : moneyOf(line.total));
  if (line.remaining) addOnce(measures.lefts, moneyOf(line.remaining));
  if (line.met && line.met_computed !== true) addOnce(measures.useds, moneyOf(line.met));
}

function addLimitOfMoney(measures: Measures, line: SourceLine): void {
  addColumns(measures, line);
  const isToldInColumns = Boolean(line.total) || Boolean(line.remaining) || Boolean(line.met);
  // Beside a total the amount is that total, or a second candidate for it; a line of what is left or used repeats it.
  if (!isToldInColumns || (line.total && roleOf(line.period_code) === 'totals'))
    addOnce(measures[roleOf(line.period_code)], amountOf(line));
}

function addAllowance(measures: Measures, line: SourceLine): void {
  if (line.type_code?.toUpperCase() === 'H') addOnce(measures.totals, NO_LIMIT);
  const { quantity } = line;
  if (quantity === null) addLimitOfMoney(measures, line);
  else {
    const role = quantity.qualifier_code === USED ? 'useds' : roleOf(line.period_code);
    addOnce(measures[role], valueOf(quantity.value, quantityText(quantity)));
    addColumns(measures, line);
    addOnce(measures.prices, amountOf(line));
  }
  if (line.period_code === EXCEEDED) addOnce(measures.lefts, valueOf('0', 'exceeded'));
  for (const sentence of line.delivery_information) {
    const left = leftOfDelivery(sentence);
    addOnce(left === null ? measures.counts : measures.lefts, left === null ? aCount(sentence) : valueOf(left.value, sentence));
  }
}

const aCount = (words: string): Value => ({ key: words.toLowerCase().replaceAll(/\s+/g, ' '), words, number: null });

function addPrice(measures: Measures, line: SourceLine): void {
  addOnce(measures.prices, amountOf(line));
  addColumns(measures, line);
  if (line.quantity !== null)
    addOnce(measures.counts, valueOf(line.quantity.value, quantityText(line.quantity), `${line.quantity.qualifier_code ?? ''} `));
  for (const sentence of line.delivery_information) addOnce(measures.counts, aCount(sentence));
}

export function measuresOf({ kind, lines }: Cell): Measures {
  const measures: Measures = { prices: [], totals: [], lefts: [], useds: [], counts: [] };
  for (const line of lines) {
    if (kind === 'copay' || kind === 'coinsurance') addPrice(measures, line);
    else if (kind === 'limit') addAllowance(measures, line);
    else if (kind === 'deductible' || kind === 'out-of-pocket') {
      addLimitOfMoney(measures, line);
      if (line.quantity !== null) addOnce(measures.counts, valueOf(line.quantity.value, quantityText(line.quantity)));
    } else if (line.quantity) addOnce(measures.counts, valueOf(line.quantity.value, quantityText(line.quantity)));
  }
  return measures;
}

export const sameValues = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every(({ key }) => b.some((other) => other.key === key));

/** "$25.00; $40.00", the least first; null for none. */
export function valuesWords(values: readonly Value[]): string | null {
  const sorted = values.toSorted((a, b) => compareNumbers(a, b) || (a.words < b.words ? -1 : 1));
  return sorted.length === 0 ? null : sorted.map(({ words }) => words).join('; ');
}

const compareNumbers = (a: Value, b: Value): number =>
  a.number === null || b.number === null ? Number(a.number === null) - Number(b.number === null) : compareDecimals(a.number, b.number);

export type Direction = 'same' | 'down' | 'up';

/**
 * Down only where each may have gone down: of several in one place it is not known which became which, but where the sorted ones are not all
 * at most what they were, one of them went up.
 */
export function directionOf(before: readonly Value[], after: readonly Value[]): Direction {
  if (sameValues(before, after)) return 'same';
  const [a, b] = [before.toSorted(compareNumbers), after.toSorted(compareNumbers)];
  const isAtMost = (left: Value | undefined, right: Value | undefined) =>
    left !== undefined && right !== undefined && compareNumbers(left, right) <= 0;
  const isDown = a.length === b.length ? b.every((value, at) => isAtMost(value, a[at])) : isAtMost(b.at(-1), a.at(-1));
  return isDown ? 'down' : 'up';
}

/** What is left, told or as total minus used, where there is one of each. */
export function leftsOf({ totals, lefts, useds }: Measures): Value[] {
  const [total, used] = [totals[0]?.number ?? null, useds[0]?.number ?? null];
  if (lefts.length > 0 || totals.length !== 1 || useds.length !== 1 || total === null || used === null) return [...lefts];
  const left = subtractDecimals(total, used);
  return [valueOf(left, compareDecimals(left, '0') < 0 ? `${used} used of ${total}` : `${left} left`)];
}

export const areAllZero = (values: readonly Value[]): boolean =>
  values.length > 0 && values.every(({ number }) => number !== null && compareDecimals(number, '0') <= 0);
