/** How long a payer takes and since when it is silent, in words (docs/product.md 8.3). */
import type { PayerExpectation } from '@coverlight/contract/payers/payer.schema.ts';
import { instantDayText, instantText } from '#ui/calendar-date.tsx';

/** '8 s', '12 minutes', '3 hours', '2 days'. */
export function durationText(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** The time of day alone where it is today's. */
function sinceText(instant: string, now: Date): string {
  if (instantDayText(instant) !== instantDayText(now.toISOString())) return instantText(instant);
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(instant));
}

/** Null where there is nothing to say. A silence matters more than what was usual before it. */
export function expectationText(
  payerName: string,
  { usual_seconds, silent_since }: Pick<PayerExpectation, 'usual_seconds' | 'silent_since'>,
  now: Date,
): string | null {
  if (silent_since !== null)
    return `${payerName} has not answered since ${sinceText(silent_since, now)}. You can send; the answer may come late.`;
  return usual_seconds === null ? null : `${payerName} usually answers in ${durationText(usual_seconds)}.`;
}
