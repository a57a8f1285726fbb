/** What several claims come to, and what a payment comes to beside its claims (product.md 20.10). */
import { usDate } from '../inquiries/calendar-day.ts';
import { moneyText } from '../inquiries/coverage/amounts.ts';
import { fromCents, readCents } from './cents.ts';

const RANKS: ReadonlyMap<string, number> = new Map([
  ['4', 0],
  ['1', 1],
  ['19', 1],
  ['2', 2],
  ['20', 2],
  ['3', 3],
  ['21', 3],
]);

/** Which payer's word on a bill it is: 1 of the first, 2 of the second; 0 of one that denied it. By CLP02; null: of none. */
export const rankOf = (status: string): number | null => RANKS.get(status) ?? null;

/** By what claims of several payers are one bill: the practice's number, the first day, what was billed. Null: not told. */
export function billOf({
  controlNumber,
  from,
  billed,
}: {
  controlNumber: string | null;
  from: string | null;
  billed: string;
}): string | null {
  return controlNumber === null || from === null ? null : `${controlNumber}|${from}|${billed}`;
}

export interface ClaimToSum {
  billed: string;
  /** Null: not told. */
  allowed: string | null;
  paid: string | null;
  patient: string | null;
  /** As `billOf` and `rankOf` have it. */
  bill: string | null;
  rank: number | null;
}

type Amounts = Pick<ClaimToSum, 'billed' | 'allowed' | 'paid' | 'patient'>;

function sumOf(amounts: readonly (string | null)[]): string | null {
  let total = 0n;
  for (const amount of amounts) {
    const cents = readCents(amount);
    if (cents === null) return null;
    total += cents;
  }
  return fromCents(total);
}

/** Of one bill after another payer: billed once, allowed as the first payer has it, paid by all, and what the last one leaves to the patient. */
function ofBill(claims: readonly ClaimToSum[]): readonly Amounts[] {
  const ranks = claims.map(({ rank }) => rank);
  const [first, ...others] = claims.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const last = others.at(-1);
  if (first === undefined || last === undefined || ranks.includes(null) || new Set(ranks).size < ranks.length) return claims;
  const payer = first.rank === 0 ? others[0] : first;
  return [{ billed: first.billed, allowed: payer?.allowed ?? null, paid: sumOf(claims.map(({ paid }) => paid)), patient: last.patient }];
}

/** Sums by facility. A part that one claim does not tell is not known of all. */
export function sumOfClaims(claims: readonly ClaimToSum[]): Amounts {
  const bills = new Map<string | symbol, ClaimToSum[]>();
  for (const claim of claims) {
    const bill = claim.bill ?? Symbol('of its own');
    bills.set(bill, [...(bills.get(bill) ?? []), claim]);
  }
  const all = [...bills.values()].flatMap(ofBill);
  return {
    billed: sumOf(all.map(({ billed }) => billed)) ?? '0.00',
    allowed: sumOf(all.map(({ allowed }) => allowed)),
    paid: sumOf(all.map(({ paid }) => paid)),
    patient: sumOf(all.map(({ patient }) => patient)),
  };
}

/** One payment of a remittance; amounts as sent. */
export interface RemittedPayment {
  total: string | null;
  /** Kept back for no claim of it; below zero: added. */
  keptBack: readonly string[];
  /** YYYY-MM-DD. */
  madeOn: string | null;
  claims: readonly { paid: string }[];
}

/** In a sentence, where the payment is not what its claims come to; null where it is. */
export function paymentGap({ total, keptBack, madeOn, claims }: RemittedPayment): string | null {
  const name = madeOn === null ? 'A payment' : `The payment of ${usDate(madeOn)}`;
  const [paid, sum, kept] = [readCents(total), readCents(sumOf(claims.map(({ paid: each }) => each))), readCents(sumOf(keptBack))];
  if (paid === null || sum === null || kept === null)
    return `${name} cannot be held against its claims, since one of its amounts cannot be read. Compare it with the payer’s paper.`;
  if (sum - kept === paid) return null;
  const money = (cents: bigint) => moneyText(fromCents(cents));
  const other = kept === 0n ? '' : ` after ${kept > 0n ? `${money(kept)} kept back` : `${money(-kept)} added`} for other reasons`;
  return `${name} is ${money(paid)}, and its claims come to ${money(sum - kept)}${other}: some of them may be missing. Compare it with the payer’s paper.`;
}
