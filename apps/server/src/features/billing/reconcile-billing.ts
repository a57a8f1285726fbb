/** Makes good what events were lost: asks the payment provider for those since the last look, and takes up what was left (product.md 14.3). */
import { findOrganizationOfCustomer, listWaitingCustomers } from './billing-events.repository.ts';
import { syncSubscriptionJob } from './billing.jobs.ts';
import { findCatalog, saveEventsSeenUntil } from './plans.repository.ts';
import { takeEvent, type EventDeps } from './receive-event.ts';
import { tellEndedGrace } from './tell-access-end.ts';

/** Events may become visible a little out of order. */
const OVERLAP_MS = 3_600_000;

export async function reconcileBilling(deps: EventDeps): Promise<void> {
  await tellEndedGrace(deps);
  const catalog = await deps.db.withoutOrganization(findCatalog);
  // Nothing is sold yet.
  if (catalog === null) return;
  const seen = catalog.events_seen_until;
  let newest: Date | null = null;
  for await (const event of deps.billing.listEvents(seen === null ? null : new Date(seen.getTime() - OVERLAP_MS))) {
    newest ??= event.createdAt;
    await takeEvent(deps, event);
  }
  const until = newest;
  if (until !== null) await deps.db.withoutOrganization(async (tx) => await saveEventsSeenUntil(tx, until));
  await takeUpWaiting(deps);
}

async function takeUpWaiting(deps: EventDeps): Promise<void> {
  const organizations = await deps.db.withoutOrganization(async (tx) => {
    const found: (string | null)[] = [];
    for (const customerId of await listWaitingCustomers(tx)) found.push(await findOrganizationOfCustomer(tx, customerId));
    return found;
  });
  for (const organizationId of organizations) {
    if (organizationId === null) continue;
    await deps.db.asOrganization(organizationId, async (tx) => {
      await deps.queue.enqueue(tx, syncSubscriptionJob, { organizationId }, { key: organizationId });
    });
  }
}
