/** What the owner of a network rule should look at (product.md 20.5). */
import type { NetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import { addDays, yearsBefore } from '../inquiries/calendar-day.ts';

const SOON_DAYS = 30;

/** Days are the practice's. `lastFitOn` null: it never decided. */
export function ruleAttention(
  rule: { to: string | null; createdOn: string; lastFitOn: string | null },
  today: string,
): NetworkRule['attention'] {
  if (rule.to !== null && rule.to < today) return 'ended';
  if (rule.to !== null && rule.to <= addDays(today, SOON_DAYS)) return 'ends-soon';
  const yearAgo = yearsBefore(today, 1);
  return (rule.lastFitOn ?? rule.createdOn) < yearAgo ? 'unused' : null;
}
