/** Means without floats: thirds stay thirds until they are rounded for showing. */

export interface Fraction {
  numerator: bigint;
  /** Above 0. */
  denominator: bigint;
}

function read(value: string): Fraction {
  const [whole = '0', fraction = ''] = value.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** Of decimals ("62.5") or of fractions; null of none. */
export function meanOf(values: readonly (string | Fraction)[]): Fraction | null {
  if (values.length === 0) return null;
  let [numerator, denominator] = [0n, 1n];
  for (const value of values) {
    const next = typeof value === 'string' ? read(value) : value;
    // Most values share their decimals, so that the sum needs no common denominator.
    if (next.denominator === denominator) numerator += next.numerator;
    else {
      numerator = numerator * next.denominator + next.numerator * denominator;
      denominator *= next.denominator;
    }
    const divisor = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
  }
  return { numerator, denominator: denominator * BigInt(values.length) };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** "62.50": a half rounds up. Of values that are not negative. */
export function roundedTo2({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 200n + denominator) / (denominator * 2n);
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
