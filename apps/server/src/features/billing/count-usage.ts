/** Counts an inquiry against the allowance, in the transaction that completes it (product.md 14.1). */
import { usagePeriodStart, type BillingPeriod } from '@coverlight/domain/billing/usage-period.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { JobQueue } from '#jobs/queue.ts';
import { reportUsageJob } from './billing.jobs.ts';
import { isRunning } from './subscriptions.repository.ts';
import { countOne, findTerms, type Terms } from './usage.repository.ts';

export interface CompletedInquiry {
  organizationId: string;
  inquiryId: string;
  at: Date;
}

/** To be called with the inquiry's row locked, when it becomes complete. A second call for the same inquiry does nothing. */
export async function countUsage(tx: Tx, queue: JobQueue, { organizationId, inquiryId, at }: CompletedInquiry): Promise<void> {
  // The platform's own organization pays nothing.
  if (organizationId === INTERNAL_ORGANIZATION_ID) return;
  const terms = await findTerms(tx, organizationId);
  if (terms === null) return;
  const isExtra = await countOne(tx, {
    organizationId,
    inquiryId,
    at,
    periodStartsAt: usagePeriodStart(knownPeriod(terms), at),
    included: terms.base_inquiries,
    extraCost: isRunning(terms.status) ? terms.addl_cost : null,
  });
  if (isExtra) await queue.enqueue(tx, reportUsageJob, { organizationId }, { key: organizationId });
}

export function knownPeriod(terms: Pick<Terms, 'current_period_starts_at' | 'current_period_ends_at'>): BillingPeriod | null {
  const { current_period_starts_at: startsAt, current_period_ends_at: endsAt } = terms;
  return startsAt === null || endsAt === null ? null : { startsAt, endsAt };
}
