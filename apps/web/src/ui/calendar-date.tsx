/** Dates as Americans write them. Days never pass through a time zone; instants are shown in the browser's. */
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { NotStated } from './money.tsx';

/** IANA name of the zone the reader's clock shows. */
export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day and time of an instant; `zone` is an IANA name, the browser's own if absent. */
export function instantText(instant: string, zone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(zone ? { timeZone: zone } : {}),
  }).format(new Date(instant));
}

/** The day of an instant alone, MM/DD/YYYY. */
export function instantDayText(instant: string, zone?: string): string {
  const options = { month: '2-digit', day: '2-digit', year: 'numeric', ...(zone ? { timeZone: zone } : {}) } as const;
  return new Intl.DateTimeFormat('en-US', options).format(new Date(instant));
}

export function CalendarDate({ day }: { day: string | null }) {
  if (day === null) return <NotStated />;
  return (
    <time dateTime={day} className="tabular">
      {usDate(day)}
    </time>
  );
}

/** A narrow column breaks it between day and time, where the one blank is that may break. */
export function Instant({ at, zone }: { at: string; zone?: string }) {
  return (
    <time dateTime={at} className="tabular">
      {instantText(at, zone).replace(/\s(?=[AP]M$)/, '\u00a0')}
    </time>
  );
}
