/** Dates as Americans write them. Days never pass through a time zone; instants are shown in the browser's. */
import { NotStated } from './money.tsx';

/** 'YYYY-MM-DD' to 'MM/DD/YYYY'; anything else comes back as it is. */
export function dayText(isoDay: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDay);
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : isoDay;
}

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
      {dayText(day)}
    </time>
  );
}

export function Instant({ at, zone }: { at: string; zone?: string }) {
  return (
    <time dateTime={at} className="tabular">
      {instantText(at, zone)}
    </time>
  );
}
