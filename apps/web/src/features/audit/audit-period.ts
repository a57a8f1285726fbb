/** The period of the audit view as instants: days are those of the person's own time zone. */
import { isoFromDateDigits } from '#ui/digit-mask.ts';

export type PeriodChoice = 'today' | 'week' | 'month' | 'own';
export const PERIODS: ReadonlyArray<{ value: PeriodChoice; label: string }> = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'own', label: 'From … to …' },
];

export interface Period {
  choice: PeriodChoice;
  /** Digits MMDDYYYY as typed; only for the choice 'own'. Unfinished dates bound nothing. */
  fromDigits: string;
  toDigits: string;
}
const DAYS_BACK: Record<Exclude<PeriodChoice, 'own'>, number> = { today: 0, week: 6, month: 29 };

/** `days` after that day began, in the local zone. */
function startOfDay(isoDay: string, days = 0): Date {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number);
  return new Date(year, month - 1, day + days);
}

/** The first instant, and the first one that is not part of it any more; absent where it is open. */
export function periodInstants(period: Period, now: Date): { from?: string; until?: string } {
  if (period.choice !== 'own') {
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_BACK[period.choice]);
    return { from: from.toISOString() };
  }
  const from = isoFromDateDigits(period.fromDigits);
  const to = isoFromDateDigits(period.toDigits);
  return {
    ...(from ? { from: startOfDay(from).toISOString() } : {}),
    ...(to ? { until: startOfDay(to, 1).toISOString() } : {}),
  };
}
