/** Exact amounts. Cents are integers; shares of cents are fractions of BigInt until the one rounding at the end. */

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const zero: Fraction = { numerator: 0n, denominator: 1n };

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.denominator - b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}

export function negative(a: Fraction): Fraction {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function isPositive(a: Fraction): boolean {
  return a.numerator > 0n;
}

/** Whole cents, halves away from zero: so a credit is always the exact opposite of the debit it takes back. */
export function toCents(a: Fraction): number {
  const size = a.numerator < 0n ? -a.numerator : a.numerator;
  const rounded = (2n * size + a.denominator) / (2n * a.denominator);
  return Number(a.numerator < 0n ? -rounded : rounded);
}

/** The value of plain decimal digits such as `12.5`. */
export function parseDecimal(digits: string): Fraction {
  const [whole = '0', part = ''] = digits.split('.');
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

/** Shares of `total` in proportion to `weights`, adding up to it exactly; left-over cents go to the largest remainders. */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight));
  const shares = exact.map((share) => share / sum);
  let left = BigInt(total) - shares.reduce((a, b) => a + b, 0n);
  const order = exact
    .map((share, index) => ({ index, rest: share % sum }))
    .toSorted((a, b) => Number(b.rest - a.rest) || a.index - b.index);
  for (const { index } of order) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares.map(Number);
}

export function showMoney(cents: number, currency = 'usd'): string {
  const size = Math.abs(cents);
  const digits = `${Math.trunc(size / 100)}`.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = cents < 0 ? '-' : '';
  const rest = String(size % 100).padStart(2, '0');
  return currency === 'usd' ? `${sign}$${digits}.${rest}` : `${sign}${digits}.${rest} ${currency.toUpperCase()}`;
}
