/** What is to be paid, since when, and until when one may work without (docs/product.md 14.4). */
import type { Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { moneyText } from '#ui/money.tsx';

export function owedWords(owed: NonNullable<Subscription['owed']>): string {
  const { amount, due_at: dueAt, access_ends_at: endsAt } = owed;
  const ends = endsAt === null ? 'Access has ended until it is paid.' : `Unless it is paid, access ends on ${instantDayText(endsAt)}.`;
  return `${moneyText(amount)} is owed since ${instantDayText(dueAt)}. ${ends}`;
}
