/** A subscription's status in words and tone (docs/product.md 4.3). */
import type { Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import type { Tone } from '#ui/status-badge.tsx';

const WORDS: Record<Subscription['status'], string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  incomplete: 'Payment not completed',
  incomplete_expired: 'Payment not completed',
  paused: 'Paused',
};

export const statusWords = (status: Subscription['status']): string => WORDS[status];

export function statusTone(status: Subscription['status']): Tone {
  if (status === 'active' || status === 'trialing') return 'success';
  return status === 'past_due' || status === 'unpaid' ? 'warning' : 'danger';
}

/** Payment is due: the banner shows. `undefined`: there is no subscription. */
export const isPastDue = (status: Subscription['status'] | undefined): boolean => status === 'past_due' || status === 'unpaid';

/** It has ended for good, so that another may be bought. */
export const hasEnded = (status: Subscription['status']): boolean => status === 'canceled' || status === 'incomplete_expired';
