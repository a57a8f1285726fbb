/** The payment provider's word for a subscription, as people read it, with its tone (docs/product.md 4.3). */
import type { Tone } from '#ui/status-badge.tsx';

export function subscriptionTone(status: string): Tone {
  if (status === 'active' || status === 'trialing') return 'success';
  return status === 'past_due' || status === 'unpaid' ? 'warning' : 'danger';
}

/** 'past_due' is 'Past due'. */
export function subscriptionWord(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
