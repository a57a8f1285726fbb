/** What sending a batch would cost now, and how long it takes by the pace of its payers (product.md 19.3, 19.4). */
import type { BatchCost } from '@coverlight/contract/batches/batch.schema.ts';
import { batchCost, type CostFacts } from '@coverlight/domain/batches/batch-cost.ts';
import { perSecond } from '@coverlight/domain/batches/pace.ts';
import { usagePeriodStart } from '@coverlight/domain/billing/usage-period.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { knownPeriod } from '#features/billing/count-usage.ts';
import { isRunning } from '#features/billing/subscriptions.repository.ts';
import { findPeriodUsage, findTerms } from '#features/billing/usage.repository.ts';
import { listPaces, USUAL_PACE } from '#features/inquiries/asking/paces.repository.ts';
import type { BatchRecord } from './batches.repository.ts';
import { listQueuedPayers } from './sending/sending.repository.ts';

/** Null where nothing is counted. */
export async function loadPlanFacts(tx: Tx, organizationId: string, now: Date): Promise<CostFacts['plan']> {
  if (organizationId === INTERNAL_ORGANIZATION_ID) return null;
  const terms = await findTerms(tx, organizationId);
  if (terms === null) return null;
  const { used } = await findPeriodUsage(tx, organizationId, usagePeriodStart(knownPeriod(terms), now));
  return { included: terms.base_inquiries, used, unitPrice: isRunning(terms.status) ? terms.addl_cost : null };
}

const COSTED = new Set(['review', 'sending', 'paused']);

/** Null where nothing can be sent any more, or yet. */
export async function loadCost(tx: Tx, organizationId: string, batch: BatchRecord, now: Date): Promise<BatchCost | null> {
  if (!COSTED.has(batch.state)) return null;
  const { counts } = batch;
  return batchCost({
    ready: (counts.ready ?? 0) + (counts.queued ?? 0) + (counts['over-budget'] ?? 0),
    reused: counts.reused ?? 0,
    needsYou: (counts['needs-fix'] ?? 0) + (counts['needs-payer'] ?? 0),
    // What is on its way is counted elsewhere, and these with it.
    duplicates: batch.state === 'review' ? (counts.duplicate ?? 0) : 0,
    leftOut: batch.state === 'review' ? (counts['left-out'] ?? 0) : 0,
    ceilingLeft: batch.ceiling === null ? null : Math.max(0, batch.ceiling - batch.reserved),
    plan: await loadPlanFacts(tx, organizationId, now),
  });
}

/** Until the last question leaves: payers are asked beside each other, so the slowest tells. Null where nothing waits, or nothing is sent. */
export async function secondsLeft({ config }: Pick<Deps, 'config'>, tx: Tx, batch: BatchRecord, now: Date): Promise<number | null> {
  // A plan waits for the night, whatever its pace.
  if (batch.state !== 'sending' || batch.source === 'plan' || (batch.counts.queued ?? 0) === 0) return null;
  const queued = await listQueuedPayers(tx, batch.id);
  // The last may have left since the batch was read.
  if (queued.length === 0) return null;
  const paces = await listPaces(
    tx,
    queued.flatMap(({ payer_id: id }) => (id === null ? [] : [id])),
  );
  const nowMs = now.getTime();
  const seconds = queued.map(({ payer_id: id, rows }) => {
    const slowest = [...paces].filter(([key]) => key.startsWith(`${id} `)).map(([, pace]) => perSecond(pace, config.batchPerSecond, nowMs));
    return rows / Math.min(perSecond(USUAL_PACE, config.batchPerSecond, nowMs), ...slowest);
  });
  return Math.ceil(Math.max(...seconds));
}
