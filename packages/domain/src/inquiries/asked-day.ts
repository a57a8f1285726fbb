/** The day that an inquiry asks about. */
import { localDay } from './calendar-day.ts';

/** Where nothing better is known; in print, too. */
export const DEFAULT_ZONE = 'America/Los_Angeles';

/** YYYY-MM-DD: the date asked for, else the day of asking in `zone` (IANA). */
export function askedDay(inquiry: { as_of_date: string | null; created_at: Date | string }, zone: string = DEFAULT_ZONE): string {
  return inquiry.as_of_date ?? localDay(new Date(inquiry.created_at), zone);
}
