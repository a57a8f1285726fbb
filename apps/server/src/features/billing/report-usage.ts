/** Reports extra inquiries to the payment provider: each exactly once, whatever fails on the way (product.md 14.1). */
import { momentToReport, type BillingPeriod } from '@coverlight/domain/billing/usage-period.ts';
import type { Deps } from '#deps.ts';
import { reportUsageJob } from './billing.jobs.ts';
import { findCatalog, type BillingCatalog } from './plans.repository.ts';
import { currentRemote, periodOf } from './remote-subscription.ts';
import { findAccount } from './subscriptions.repository.ts';
import {
  clearUncertain,
  countReported,
  listOrganizationsWithUnreported,
  listUnreported,
  markReported,
  markUncertain,
  type UnreportedUse,
} from './usage.repository.ts';

const BATCH = 100;
const HOUR_MS = 3_600_000;
/** The provider knows an identifier again for 24 hours; after this long its own count is asked instead. */
const IDENTIFIER_HOURS = 20;

export type UsageDeps = Pick<Deps, 'db' | 'clock' | 'billing' | 'queue' | 'log'>;

interface Reporting {
  organizationId: string;
  customerId: string;
  catalog: BillingCatalog;
  current: BillingPeriod | null;
  isClosingOpen: boolean;
}

/** Throws where the provider is away, so that the job comes back. */
export async function reportUsage(deps: UsageDeps, organizationId: string): Promise<void> {
  const { account, catalog, uses } = await deps.db.asOrganization(organizationId, async (tx) => ({
    account: await findAccount(tx, organizationId),
    catalog: await findCatalog(tx),
    uses: await listUnreported(tx, organizationId, BATCH),
  }));
  const customerId = account.remote_customer_id;
  // Without a customer there is nobody to bill; should there be one some day, the sweep finds these again.
  if (customerId === null || catalog === null || uses.length === 0) return;
  const remote = currentRemote(await deps.billing.listSubscriptions(customerId));
  const current = remote === null ? null : periodOf(remote);
  const isAnyOver = current !== null && uses.some((use) => use.period_started_at < current.startsAt);
  const isClosingOpen = remote !== null && isAnyOver && (await deps.billing.hasDraftInvoice(remote.id));
  for (const use of uses) await reportOne(deps, { organizationId, customerId, catalog, current, isClosingOpen }, use);
  if (uses.length < BATCH) return;
  await deps.db.asOrganization(organizationId, async (tx) => {
    await deps.queue.enqueue(tx, reportUsageJob, { organizationId }, { key: organizationId });
  });
}

async function reportOne(deps: UsageDeps, reporting: Reporting, use: UnreportedUse): Promise<void> {
  const { organizationId, customerId, catalog, current, isClosingOpen } = reporting;
  const write = async (work: Parameters<typeof deps.db.asOrganization<void>>[1]) => await deps.db.asOrganization(organizationId, work);
  const now = deps.clock();
  if (await hadArrived(deps, reporting, use, now)) {
    await write(async (tx) => await markReported(tx, use.inquiry_id, now));
    return;
  }
  const moment = momentToReport({ countedAt: use.counted_at, periodStartsAt: use.period_started_at }, current, isClosingOpen, now);
  await write(async (tx) => await markUncertain(tx, use.inquiry_id, use.uncertain_since ?? now, moment));
  const outcome = await deps.billing.reportUse({
    eventName: catalog.meter_event_name,
    customerId,
    identifier: use.inquiry_id,
    at: moment,
    key: `${organizationId}:use:${use.inquiry_id}:${moment.getTime()}`,
  });
  if (outcome === 'reported') return await write(async (tx) => await markReported(tx, use.inquiry_id, deps.clock()));
  if (outcome !== 'uncertain' && use.uncertain_since === null) await write(async (tx) => await clearUncertain(tx, use.inquiry_id));
  if (outcome === 'refused') deps.log.error({ organizationId, inquiryId: use.inquiry_id }, 'the payment provider refuses an extra inquiry');
  else throw new Error('an extra inquiry could not be reported');
}

/** Asked only when the identifier no longer protects: whether the provider counts more in that hour than is known to have been taken. */
async function hadArrived(
  deps: UsageDeps,
  { organizationId, customerId, catalog }: Reporting,
  use: UnreportedUse,
  now: Date,
): Promise<boolean> {
  const { uncertain_since: since, reported_for: moment } = use;
  if (since === null || moment === null || now.getTime() - since.getTime() < IDENTIFIER_HOURS * HOUR_MS) return false;
  const from = new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
  const to = new Date(from.getTime() + HOUR_MS);
  const counted = await deps.billing.countUses({ meterId: catalog.meter_id, customerId, from, to });
  const known = await deps.db.asOrganization(organizationId, async (tx) => await countReported(tx, organizationId, from, to));
  return counted > known;
}

export async function sweepUsage(deps: UsageDeps): Promise<void> {
  for (const organizationId of await deps.db.withoutOrganization(listOrganizationsWithUnreported)) {
    await deps.db.asOrganization(organizationId, async (tx) => {
      await deps.queue.enqueue(tx, reportUsageJob, { organizationId }, { key: organizationId });
    });
  }
}
