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
  const second = (date: Date) => Math.floor(date.getTime() / 1000);
  const [start, end] = [second(period.startsAt), second(period.endsAt)];
  if (end <= start) throw new Error('a period without length');
  const whole = BigInt(end - start);
  const left = BigInt(end - Math.min(Math.max(second(at), start), end));
  const credit = divideRounded(-toCents(from) * left, whole);
  const charge = divideRounded(toCents(to) * left, whole);
  return { credit: toDollars(credit), charge: toDollars(charge), sum: toDollars(credit + charge) };
}
