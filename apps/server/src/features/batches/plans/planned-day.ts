import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';

/** The day of a plan: plans go by Eastern days, as most payers do (product.md 19.6). */
export const plannedDay = (at: Date): string => localDay(at, 'America/New_York');
