/** The periods of the report, each by its first day; all end today. */
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import { isoFromDateDigits } from '#ui/digit-mask.ts';

export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'own', label: 'Since …' },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

/** Null while the typed day is none. `digits` are MMDDYYYY, of the period 'own' alone. */
export function sinceOf(period: Period, digits: string, today: string): string | null {
  return period === 'own' ? isoFromDateDigits(digits) : addDays(today, 1 - Number(period));
}
