/** When an answer is too old to rely on (product.md 4.1). */

export const EXPIRY_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Of a complete inquiry: true without coverage, or more than 60 x 24 hours after `created_at`. Shown, but must be
 * resubmitted. Derived when reading and never stored; every other status is never expired.
 */
export function isExpired(inquiry: { status: string; created_at: Date | string; hasCoverage: boolean }, now: Date): boolean {
  if (inquiry.status !== 'complete') return false;
  return !inquiry.hasCoverage || now.getTime() - new Date(inquiry.created_at).getTime() > EXPIRY_MS;
}

/** The sentence that stands in place of fresh data; `date` as the screen writes it. */
export function expiredNotice(date: string): string {
  return `This inquiry was last verified on ${date} and is out of date. Please resubmit for the most current data.`;
}
