/** Whether two answers about one allowance are of one plan year (product.md 18.4). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Cell } from './cells.ts';

/** `maybe`: the days allow a new year, and nothing says that it has begun. */
export type Year = 'same' | 'maybe' | 'new';

export interface Days {
  /** The day that each answer tells of. */
  before: string;
  after: string;
}

const startOf = (plan: Plan) => plan.plan_start ?? plan.coverage_start;

/** The plan's own start has moved on, to a day that the former answer could not tell of, or by whole years. */
export function hasMovedOn(before: string | null, after: string | null, days: Days): boolean {
  if (before === null || after === null || after <= before) return false;
  return after > days.before || after.slice(5) === before.slice(5);
}

/** Some day of the year, MM-DD, lies after the one day and not after the other. */
function isPassed(monthDay: string, { before, after }: Days): boolean {
  if (after <= before) return false;
  const inYearBefore = `${before.slice(0, 4)}-${monthDay}`;
  return before < inYearBefore ? after >= inYearBefore : after >= `${Number(before.slice(0, 4)) + 1}-${monthDay}`;
}

const CALENDAR_YEAR = '23';

/** The first day that the lines of a cell state for it; null: none, or several. */
function statedStart(cell: Cell): string | null {
  const starts = new Set(cell.lines.flatMap((line) => line.benefit_start ?? []));
  return starts.size === 1 ? ([...starts][0] ?? null) : null;
}

export function yearOf(pair: [Cell, Cell], plans: [Plan, Plan], days: Days): Year {
  const [before, after] = pair;
  if (before.period !== 'year') return 'same';
  const [stated, now] = [statedStart(before), statedStart(after)];
  if (stated !== null && now !== null) return now > stated ? 'new' : 'same';
  const isCalendar = [before, after].every((cell) => cell.lines.some((line) => line.period_code === CALENDAR_YEAR));
  if (isCalendar && days.after.slice(0, 4) > days.before.slice(0, 4)) return 'new';
  const [start, moved] = [startOf(plans[0]), startOf(plans[1])];
  if (hasMovedOn(start, moved, days)) return isCalendar ? 'maybe' : 'new';
  if (isCalendar) return 'same';
  const anniversary = moved ?? start;
  return isPassed('01-01', days) || (anniversary !== null && isPassed(anniversary.slice(5), days)) ? 'maybe' : 'same';
}
