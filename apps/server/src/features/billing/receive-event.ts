/** Keeps an event and sees to it that somebody looks; never reads anything but whose it is (product.md 14.3). */
import type { Deps } from '#deps.ts';
import { AppError } from '#http/app-error.ts';
import type { RemoteEvent } from '#ports/billing-gateway.ts';
import { findOrganizationOfCustomer, keepEvent } from './billing-events.repository.ts';
import { reportUsageJob, syncSubscriptionJob } from './billing.jobs.ts';

export type EventDeps = Pick<Deps, 'db' | 'clock' | 'billing' | 'queue' | 'log' | 'newId'>;

/** Throws for a body that does not bear the provider's signature. Returns once the event is stored. */
export async function receiveEvent(deps: EventDeps, rawBody: Buffer, signature: string): Promise<void> {
  const event = deps.billing.readEvent(rawBody, signature);
  if (event === null) throw new AppError('unreadable', { NOFIELD: ['The signature is missing or wrong.'] });
  await takeEvent(deps, event);
}

export async function takeEvent(deps: EventDeps, event: RemoteEvent): Promise<void> {
  const { customerId } = event;
  const now = deps.clock();
  const organizationId = await deps.db.withoutOrganization(async (tx) => {
    const found = customerId === null ? null : await findOrganizationOfCustomer(tx, customerId);
    // Of nobody here: kept, so that it is known to have come, and done with.
    if (found === null) await keepEvent(tx, event, now, now);
    return found;
  });
  if (organizationId === null) return;
  if (event.type === 'invoice.finalization_failed' || event.type === 'invoice.marked_uncollectible') {
    deps.log.error({ organizationId, eventId: event.id, type: event.type }, 'an invoice needs somebody');
  }
  await deps.db.asOrganization(organizationId, async (tx) => {
    if (!(await keepEvent(tx, event, now, null))) return;
    // The draft of a period that has ended takes in what is reported within the hour.
    if (event.type === 'invoice.created') await deps.queue.enqueue(tx, reportUsageJob, { organizationId }, { key: organizationId });
    await deps.queue.enqueue(tx, syncSubscriptionJob, { organizationId }, { key: organizationId });
  });
}
