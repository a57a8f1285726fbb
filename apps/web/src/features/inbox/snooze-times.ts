/** Until when an item may rest: the beginning of a day where the viewer is. */
import { addDays, localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';

/** The instant at which a day (YYYY-MM-DD) begins on the viewer's clock. */
export function startOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

export interface SnoozeChoice {
  label: string;
  day: string;
}

/** Tomorrow, and Monday of next week. `zone` is the viewer's (IANA). */
export function snoozeChoices(now: Date, zone: string): SnoozeChoice[] {
  const today = localDay(now, zone);
  const tomorrow = addDays(today, 1);
  // Sunday is 0: the week begins on Monday.
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = addDays(today, (8 - weekday) % 7 || 7);
  return [
    { label: `Tomorrow, ${usDate(tomorrow)}`, day: tomorrow },
    { label: `Next week, ${usDate(monday)}`, day: monday },
  ];
}

/** Why an item cannot rest until that day, in words; null where it can. `day` is null while it is no day of the calendar. */
export function snoozeFault(day: string | null, now: Date, zone: string): string | null {
  if (day === null) return 'Please enter a date as MM/DD/YYYY.';
  return day <= localDay(now, zone) ? 'Please enter a day to come.' : null;
}
