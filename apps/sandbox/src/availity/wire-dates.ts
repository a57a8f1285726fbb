/** Dates as Availity writes them: midnight US Eastern in UTC for dates without a time, "+0000" without a colon for instants. */

/** 2026-01-01 as 2026-01-01T05:00:00.000+0000, in summer T04:00:00. */
export function vendorDate(date: string): string {
  return `${date}T0${isEasternSummer(date) ? 4 : 5}:00:00.000+0000`;
}

export function vendorInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '+0000');
}

/** Summer time runs from the second Sunday of March to the first Sunday of November. */
function isEasternSummer(date: string): boolean {
  const year = date.slice(0, 4);
  return date > sunday(`${year}-03-08`) && date <= sunday(`${year}-11-01`);
}

/** The first Sunday on or after `date`. */
function sunday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}
