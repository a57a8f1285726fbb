/** Calendar dates as YYYY-MM-DD strings; no time zone is involved. */

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** True for a date that exists, such as 2024-02-29; false for 2023-02-29 and for any other form. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** 2026-01-31 as 01/31/2026. */
export function usDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** 01/31/2026 or 01-31-2026 as 2026-01-31; null when it is no such date. */
export function fromUsDate(text: string): string | null {
  const parts = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const date = `${parts[3]}-${parts[1]}-${parts[2]}`;
  return isCalendarDate(date) ? date : null;
}
