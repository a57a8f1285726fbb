/** Means without floats: thirds stay thirds until they are rounded for showing. */

export interface Fraction {
  numerator: bigint;
  /** Above 0. */
  denominator: bigint;
}

/** Of a decimal ("62.50"). */
export function readFraction(value: string): Fraction {
  const [whole = '0', fraction = ''] = value.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** The sum, divided by `count`; null where that is 0. */
export function divided(values: readonly Fraction[], count: number): Fraction | null {
  if (count === 0) return null;
  let [numerator, denominator] = [0n, 1n];
  for (const value of values) {
    numerator = numerator * value.denominator + value.numerator * denominator;
    denominator *= value.denominator;
  }
  return { numerator, denominator: denominator * BigInt(count) };
}

/** Null of none. */
export const meanOf = (values: readonly Fraction[]): Fraction | null => divided(values, values.length);

/** "62.50": a half rounds up. Of values that are not negative. */
export function roundedTo2({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 200n + denominator) / (denominator * 2n);
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
