/** Amounts as they are read on the screen and in print. Not stated is its own word: never 0, never blank (product.md 10.4). */
import type { Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { type Decimal, readDecimal, readMoney } from './decimal.ts';

export const NOT_STATED = 'not stated';
/** In the place of what the payer did state and a filter hides. */
export const FILTERED_AWAY = 'filtered away';

/** Payers that mean "no limit" send 999999.99; it is not a cap (product.md 10.4). */
export function isNoLimit(amount: Decimal | null): boolean {
  return amount !== null && /^9{6,}(\.(99|00))?$/.test(amount);
}

/** "$1,714.50". */
export function moneyText(amount: Decimal): string {
  const money = readMoney(amount) ?? amount;
  const [whole = '', fraction = ''] = money.replace(/^-/, '').split('.');
  return `${money.startsWith('-') ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction}`;
}

/** "20 %": the patient's share. */
export function percentText(percent: Decimal): string {
  return `${readDecimal(percent) ?? percent} %`;
}

/** A sum of a deductible or limit, with the payer's "no limit" said in words. */
export function limitText(amount: Decimal | null): string {
  if (amount === null) return NOT_STATED;
  return isNoLimit(amount) ? `no limit (payer sent ${moneyText(amount)})` : moneyText(amount);
}

/** The amount of a benefit or other line. */
export function amountText(line: Pick<Benefit, 'amount' | 'unit'> & { no_limit?: boolean }): string {
  if (line.amount === null) return line.no_limit === true ? 'no limit' : NOT_STATED;
  if (line.unit === 'percent') return percentText(line.amount);
  return line.no_limit === false ? moneyText(line.amount) : limitText(line.amount);
}

/** "30 Visits", "1 Visit": units come in the plural whatever their number. Null where there is neither. */
export function countText(value: string | null, unit: string | null): string | null {
  const isOne = value !== null && Number(value) === 1;
  const parts = [value, isOne && unit !== null ? unit.replace(/(?<=[a-z]{2})s$/i, '') : unit].filter(
    (part) => part !== null && part !== '',
  );
  return parts.length === 0 ? null : parts.join(' ');
}

/** "30 Visits", "not stated" without a quantity. */
export const quantityText = (quantity: Benefit['quantity']): string =>
  (quantity === null ? null : countText(quantity.value, quantity.qualifier)) ?? NOT_STATED;
