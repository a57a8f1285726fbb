/** What a change in the middle of a period credits and charges: to the second, each line rounded to the cent (product.md 14.5). */
import { divideRounded, toCents, toDollars } from './money.ts';

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

export interface Proration {
  /** Dollars given back for the rest of the period; zero or negative. */
  credit: string;
  /** Dollars charged for the rest of the period. */
  charge: string;
  sum: string;
}

/** `from` and `to` are dollars a month; "0" is nothing, as for an add-on switched on or off. */
export function prorate(from: string, to: string, at: Date, period: Period): Proration {
  const seconds = (date: Date) => BigInt(Math.floor(date.getTime() / 1000));
  const whole = seconds(period.endsAt) - seconds(period.startsAt);
  if (whole <= 0n) throw new Error('a period without length');
  const rest = seconds(period.endsAt) - seconds(at);
  const left = rest < 0n ? 0n : rest > whole ? whole : rest;
  const credit = divideRounded(-toCents(from) * left, whole);
  const charge = divideRounded(toCents(to) * left, whole);
  return { credit: toDollars(credit), charge: toDollars(charge), sum: toDollars(credit + charge) };
}
