/** Periods of the list by the day that it is where the viewer sits (docs/product.md 2.11). */
import { isoFromDateDigits } from '#ui/digit-mask.ts';

export const PERIODS = [
  { value: '', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: '7-days', label: 'Last 7 days' },
  { value: '30-days', label: 'Last 30 days' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'own', label: 'From … to …' },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

const dayBefore = (today: Date, days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
const monthBefore = (today: Date, months: number) => new Date(today.getFullYear(), today.getMonth() - months, 1);

/** The first instant of a typed day, `later` days on; null unless it is a day of the calendar. */
function startOf(digits: string, later: number): Date | null {
  const [year, month, day] = (isoFromDateDigits(digits) ?? '').split('-').map(Number);
  return year === undefined || month === undefined || day === undefined ? null : new Date(year, month - 1, day + later);
}

type Range = { created_from?: string; created_before?: string };
const range = (from: Date | null, before: Date | null): Range => ({
  ...(from && { created_from: from.toISOString() }),
  ...(before && { created_before: before.toISOString() }),
});

/** As the server takes it. Days are whole, the last one included. */
export function periodRange({ period, from, to }: { period: Period; from: string; to: string }, now: Date): Range {
  switch (period) {
    case '':
      return {};
    case 'today':
      return range(dayBefore(now, 0), null);
    case '7-days':
      return range(dayBefore(now, 6), null);
    case '30-days':
      return range(dayBefore(now, 29), null);
    case 'this-month':
      return range(monthBefore(now, 0), null);
    case 'last-month':
      return range(monthBefore(now, 1), monthBefore(now, 0));
    case 'own':
      return range(startOf(from, 0), startOf(to, 1));
  }
}
