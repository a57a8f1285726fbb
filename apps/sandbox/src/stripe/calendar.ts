/** Calendar steps in UTC, to the second. A month later than the 31st is the last day of a shorter month. */

type Interval = 'day' | 'week' | 'month' | 'year';
export const hourSeconds = 3600;
export const daySeconds = 86_400;

const intervals: readonly Interval[] = ['day', 'week', 'month', 'year'];

/** Prices have one of the four; anything else is a mistake of the sandbox. */
export function readInterval(name: string): Interval {
  const found = intervals.find((interval) => interval === name);
  if (!found) throw new Error(`Unknown billing interval ${name}.`);
  return found;
}

/** `count` may be negative. All arguments and the result are Unix seconds. */
export function addInterval(start: number, interval: Interval, count: number): number {
  if (interval === 'day') return start + count * daySeconds;
  if (interval === 'week') return start + count * 7 * daySeconds;
  const date = new Date(start * 1000);
  const months = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = date.getUTCFullYear() + Math.floor(months / 12);
  const month = ((months % 12) + 12) % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000;
}

export function showDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
}
