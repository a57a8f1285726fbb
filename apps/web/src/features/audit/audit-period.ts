/** The period of the audit views as instants: days are those of the person's own time zone, of the admins' those of theirs. */
import { addDays, localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { browserZone } from '#ui/calendar-date.tsx';
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

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function aheadOfUtc(instant: number, zone: string): number {
  const options = {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - Math.floor(instant / 60_000) * 60_000;
}

/** When that day began in the zone. */
function startOfDay(isoDay: string, zone: string): string {
  const midnight = Date.parse(`${isoDay}T00:00:00Z`);
  // Clocks may change between the first guess and the day's real beginning.
  const guess = midnight - aheadOfUtc(midnight, zone);
  return new Date(midnight - aheadOfUtc(guess, zone)).toISOString();
}

/** The first instant, and the first one that is not part of it any more; absent where it is open. `zone`: the browser's if absent. */
export function periodInstants(period: Period, now: Date, zone: string = browserZone()): { from?: string; until?: string } {
  if (period.choice !== 'own') return { from: startOfDay(addDays(localDay(now, zone), -DAYS_BACK[period.choice]), zone) };
  const from = isoFromDateDigits(period.fromDigits);
  const to = isoFromDateDigits(period.toDigits);
  return {
    ...(from ? { from: startOfDay(from, zone) } : {}),
    ...(to ? { until: startOfDay(addDays(to, 1), zone) } : {}),
  };
}
