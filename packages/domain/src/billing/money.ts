/** Money without floating point: whole cents in memory, decimal strings of dollars everywhere else (product.md 14.5). */

/** `text` is dollars with at most two decimals, such as "500.00" or "-51.61". Throws for anything else. */
export function toCents(text: string): bigint {
  const [, sign, dollars, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) throw new Error('not an amount of dollars and cents');
  const amount = BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** Always with two decimals. */
export function toDollars(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What `count` pieces cost. */
export const multiplyDollars = (price: string, count: number): string => toDollars(toCents(price) * BigInt(count));

/** `dividend / divisor` to the nearest whole, halves away from zero. `divisor` is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}
