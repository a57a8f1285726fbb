/** What a rule of planned checks says, in words (docs/product.md 19.6). */
import type { RecheckRule, RecheckWhen, RecheckWho } from '@coverlight/contract/batches/recheck.schema.ts';
import { many } from '../batch-words.ts';

type Kind = RecheckWhen['kind'];

export const KINDS: readonly { kind: Kind; label: string; help: string }[] = [
  { kind: 'monthly', label: 'Every month', help: 'On the same day of each month.' },
  { kind: 'before_appointment', label: 'Before an appointment', help: 'Days before a visit that came with one of your lists.' },
  { kind: 'plan_year', label: 'At the start of the plan year', help: 'On the day the answer gives, else on January 1.' },
  {
    kind: 'watch',
    label: 'Watch for what may end',
    help: 'The day after premiums are paid until, each week while they may be unpaid, 14 and 2 days before cover ends and the day after, each month for Medicaid, and 30 and 75 days after a visit. One rule at most.',
  },
];

export function whenWords(when: RecheckWhen): string {
  switch (when.kind) {
    case 'monthly':
      return `Every month, on day ${when.day}`;
    case 'before_appointment':
      return `${many(when.days, 'day', 'days')} before an appointment`;
    case 'plan_year':
      return 'At the start of the plan year';
    case 'watch':
      return 'Watches for what may end';
  }
}

export function whoWords({
  payers,
  insurance_types: types,
  tags,
  with_appointment: visit,
  active_within_days: within,
}: RecheckWho): string {
  const parts = [
    ...(payers.length > 0 ? [`of ${many(payers.length, 'payer', 'payers')}`] : []),
    ...(types.length > 0 ? [`insured by ${types.join(' or ')}`] : []),
    ...(tags.length > 0 ? [`tagged ${tags.join(' or ')}`] : []),
    ...(visit ? ['with an appointment to come'] : []),
    ...(within === null ? [] : [`checked or seen in the last ${many(within, 'day', 'days')}`]),
  ];
  return parts.length === 0 ? 'Everybody who has an answer' : `Patients ${parts.join(', ')}`;
}

export function budgetWords({
  used,
  held_back: held,
  monthly_budget: budget,
}: Pick<RecheckRule, 'used' | 'held_back' | 'monthly_budget'>): string {
  const spent = `${used.toLocaleString('en-US')} of ${budget.toLocaleString('en-US')} this month`;
  return held === 0 ? spent : `${spent}, ${held.toLocaleString('en-US')} held back`;
}
