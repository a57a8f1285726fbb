/** What is left of deductible and out-of-pocket limit, in beside out of network: individual first, family beside it (product.md 10.14). */
import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isNoLimit, limitText, moneyText } from './amounts.ts';
import { isOnSide, type Side } from './care-services.ts';
import { LIMIT_PAYMENTS, type LimitLine, type LimitPayment, limitRows } from './limit-rows.ts';

export interface MoneyValue {
  /** "$675.00 left" or "no limit"; null where the payer did not say what is left. */
  left: string | null;
  /** "of $750.00", "$750.00, what is left is not stated", "(payer sent $999,999.99)"; may be empty. */
  rest: string;
  /** What narrows it down: a tier, a part of the plan, a network that was not stated; null: nothing does. */
  note: string | null;
  line: Benefit;
}

export interface MoneyCell {
  side: Side;
  individual: MoneyValue[];
  family: MoneyValue[];
  /** Levels that are neither. */
  others: MoneyValue[];
}

export interface MoneyRow {
  payment: LimitPayment;
  /** In network, then out of network. */
  cells: [MoneyCell, MoneyCell];
}

const NO_LIMIT = 'no limit';

function moneyValue({ line, total, met, remaining }: LimitLine, names: readonly string[]): MoneyValue | null {
  const note = [...names, ...(line.network_code === 'noNetwork' ? [line.network.toLowerCase()] : [])].join(', ') || null;
  const value = (left: string | null, rest: string): MoneyValue => ({ left, rest, note, line });
  if (remaining !== null) return value(`${limitText(remaining)} left`, total === null ? '' : `of ${limitText(total)}`);
  if (total !== null && isNoLimit(total)) return value(NO_LIMIT, `(payer sent ${moneyText(total)})`);
  if (total !== null) {
    const used = met === null ? 'what is left is not stated' : `${limitText(met)} met`;
    return value(null, `${limitText(total)}, ${used}`);
  }
  if (met !== null) return value(null, `${limitText(met)} met, the total is not stated`);
  return line.no_limit ? value(NO_LIMIT, '') : null;
}

/** Both limits of the plan as a whole. An empty list: not stated, which is never zero. */
export function moneyLeft(plan: Pick<Plan, 'benefit_groups' | 'insurance_type'>): MoneyRow[] {
  return LIMIT_PAYMENTS.map((payment) => {
    const rows = limitRows(plan, payment);
    const valuesOf = (side: Side, isOfLevel: (code: string | null) => boolean) =>
      rows
        .filter((row) => isOfLevel(row.level_code))
        .flatMap((row) => row.lines.filter(({ line }) => isOnSide(line, side)).flatMap((line) => moneyValue(line, row.names) ?? []));
    const cell = (side: Side): MoneyCell => ({
      side,
      individual: valuesOf(side, (code) => code === 'IND'),
      family: valuesOf(side, (code) => code === 'FAM'),
      others: valuesOf(side, (code) => code !== 'IND' && code !== 'FAM'),
    });
    return { payment, cells: [cell('in'), cell('out')] };
  });
}
