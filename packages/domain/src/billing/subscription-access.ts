/** What a subscription allows now. Words are the payment provider's (product.md 4.3). */
export type SubscriptionStatus =
  'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';

/** Days that a past-due subscription still gives access; afterwards it counts as unpaid. */
export const PAST_DUE_GRACE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface SubscriptionAccess {
  hasActive: boolean;
  /** Payment is due: the banner shows, and where access has ended the unsubscribed page says so. */
  isPastDue: boolean;
}

/** Until when a past-due subscription still gives access; null in every other state. */
export const accessEndsAt = (status: SubscriptionStatus, pastDueSince: Date | null): Date | null =>
  status === 'past_due' && pastDueSince !== null ? new Date(pastDueSince.getTime() + PAST_DUE_GRACE_DAYS * DAY_MS) : null;

/** `status` null: there is no subscription. `pastDueSince` null while past due: it has just become so. */
export function subscriptionAccess(status: SubscriptionStatus | null, pastDueSince: Date | null, now: Date): SubscriptionAccess {
  switch (status) {
    case 'active':
    case 'trialing':
      return { hasActive: true, isPastDue: false };
    case 'past_due': {
      const since = pastDueSince ?? now;
      return { hasActive: now.getTime() - since.getTime() <= PAST_DUE_GRACE_DAYS * DAY_MS, isPastDue: true };
    }
    case 'unpaid':
      return { hasActive: false, isPastDue: true };
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
    case null:
      return { hasActive: false, isPastDue: false };
  }
}
