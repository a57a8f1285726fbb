/** Reading what the payment provider says of a subscription. */
import type { BillingPeriod } from '@coverlight/domain/billing/usage-period.ts';
import type { RemoteSubscription } from '#ports/billing-gateway.ts';
import { isRunning } from './subscriptions.repository.ts';

/** The one that has not ended; of several, the oldest. */
export function currentRemote(remotes: readonly RemoteSubscription[]): RemoteSubscription | null {
  const running = remotes.filter(({ status }) => isRunning(status));
  return running.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0] ?? null;
}

/** Null without items. Items may differ; what ends first counts. */
export function periodOf({ items }: Pick<RemoteSubscription, 'items'>): BillingPeriod | null {
  const [first] = items.toSorted((a, b) => a.periodEndsAt.getTime() - b.periodEndsAt.getTime());
  return first === undefined ? null : { startsAt: first.periodStartsAt, endsAt: first.periodEndsAt };
}
