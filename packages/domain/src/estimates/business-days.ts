/** Business days of the United States: Monday to Friday but federal holidays, on the day they are observed (5 U.S.C. 6103). */
import { addDays } from '../inquiries/calendar-day.ts';

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const pad = (number: number) => String(number).padStart(2, '0');

/** The nth such weekday of a month; 0 is Sunday. */
function nth(year: number, month: number, wanted: number, n: number): string {
  const first = `${year}-${pad(month)}-01`;
  return addDays(first, ((wanted - weekday(first) + 7) % 7) + (n - 1) * 7);
}

function last(year: number, month: number, wanted: number): string {
  const end = addDays(`${month === 12 ? year + 1 : year}-${pad(month === 12 ? 1 : month + 1)}-01`, -1);
  return addDays(end, -((weekday(end) - wanted + 7) % 7));
}

/** On a Saturday it is observed the day before, on a Sunday the day after. */
function observed(day: string): string {
  const on = weekday(day);
  return on === 6 ? addDays(day, -1) : on === 0 ? addDays(day, 1) : day;
}

function holidaysOf(year: number): string[] {
  const fixed = ['01-01', ...(year >= 2021 ? ['06-19'] : []), '07-04', '11-11', '12-25'];
  return [
    ...fixed.map((day) => observed(`${year}-${day}`)),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    last(year, 5, 1),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    nth(year, 11, 4, 4),
  ];
}

export function isBusinessDay(day: string): boolean {
  const on = weekday(day);
  if (on === 0 || on === 6) return false;
  const year = Number(day.slice(0, 4));
  // New Year's Day on a Saturday is observed in the year before.
  return ![...holidaysOf(year), observed(`${year + 1}-01-01`)].includes(day);
}

/** The day itself, or the next that is one. */
export function businessDayFrom(day: string): string {
  let at = day;
  while (!isBusinessDay(at)) at = addDays(at, 1);
  return at;
}

/** The nth business day after a day, which does not count itself. */
export function addBusinessDays(day: string, n: number): string {
  let at = day;
  for (let left = n; left > 0; left -= 1) at = businessDayFrom(addDays(at, 1));
  return at;
}

/** The last business day before a day. */
export function businessDayBefore(day: string): string {
  let at = addDays(day, -1);
  while (!isBusinessDay(at)) at = addDays(at, -1);
  return at;
}

/** Whether at least `n` business days lie after `from` up to `to`, which counts as the next one where it is none. */
export const isAtLeastAhead = (from: string, to: string, n: number): boolean => addBusinessDays(from, n) <= businessDayFrom(to);
