/** When planned checks are asked: payers have time at night, and none on the mornings of a week's first days (product.md 19.4). */
import { STATE_ZONES, stateIn } from './state-zones.ts';

const HOUR_MS = 60 * 60_000;
/** One that waits longer is asked outside of the night, too; and after that at any time. */
const NIGHT_ONLY_MS = 12 * HOUR_MS;
const NEVER_BUSY_MS = 36 * HOUR_MS;
const EASTERN = 'America/New_York';

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(at: Date, zone: string): { weekday: string; hour: number } {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  formats.set(zone, format);
  const parts = format.formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), hour: Number(part('hour')) };
}

/** IANA zone of the state that a payer's name speaks of; Eastern where it names none. */
export function zoneOfPayer(name: string): string {
  const state = stateIn(name);
  return (state === null ? null : STATE_ZONES[state]?.zone) ?? EASTERN;
}

/** Whether a planned check that waits since `since` may leave at `now`. */
export function mayAskPlanned(payerName: string, since: Date, now: Date): boolean {
  const waitedMs = now.getTime() - since.getTime();
  const { hour } = localTime(now, zoneOfPayer(payerName));
  if ((hour >= 3 && hour < 7) || waitedMs >= NEVER_BUSY_MS) return true;
  if (waitedMs < NIGHT_ONLY_MS) return false;
  const eastern = localTime(now, EASTERN);
  return !(['Mon', 'Tue', 'Wed'].includes(eastern.weekday) && eastern.hour >= 9 && eastern.hour < 17);
}
