/** An instant with the zone it is written in: "11/20/2026, 3:12 PM PST" (docs/product.md 10.7). */
export function instantWithZone(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}
