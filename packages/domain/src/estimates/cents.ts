/** Dollars as whole cents, so that sums and shares stay exact; only a share of a cent is rounded, a half up. */
import { readDecimal } from '../inquiries/coverage/decimal.ts';

/** Of decimal text with at most two decimals that is not negative; more decimals are rounded, a half up. */
export function toCents(dollars: string): bigint {
  const value = readDecimal(dollars);
  if (value === null || value.startsWith('-')) throw new Error('not an amount of dollars');
  const [whole = '0', fraction = ''] = value.split('.');
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
  return (fraction[2] ?? '0') >= '5' ? cents + 1n : cents;
}

/** With its sign; null where it is no amount of dollars and cents. */
export function readCents(sent: string | null): bigint | null {
  const value = readDecimal(sent);
  if (value === null || /\.\d{3,}$/.test(value)) return null;
  return value.startsWith('-') ? -toCents(value.slice(1)) : toCents(value);
}

/** "1250.00". */
export function fromCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** That percentage ("62.5") of an amount. Neither is negative. */
export function percentOf(cents: bigint, percent: string): bigint {
  const [whole = '0', fraction = ''] = (readDecimal(percent) ?? '0').split('.');
  const scale = 100n * 10n ** BigInt(fraction.length);
  return (cents * BigInt(whole + fraction) * 2n + scale) / (scale * 2n);
}

/** "37.5" of "62.5": what is left of a hundred percent. */
export function restOfHundred(percent: string): string {
  const [whole = '0', fraction = ''] = (readDecimal(percent) ?? '0').split('.');
  const scale = 10n ** BigInt(fraction.length);
  const rest = 100n * scale - BigInt(whole + fraction);
  const digits = rest.toString().padStart(fraction.length + 1, '0');
  return fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
