/**
 * One look after a batch: what has been answered is taken over, what may go is sent, and it is said when to look again. The row of the batch is
 * all there is to it: whoever dies in the middle leaves it as it was, and the next look goes on (product.md 19.4).
 */
import type { Deps } from '#deps.ts';
import { hasActiveSubscription } from '#features/billing/has-active-subscription.ts';
import { ownerOf, type BatchContext } from '../batch-context.ts';
import { changeBatch, countRows, lockFreeBatch, type BatchAtWork, type BatchRecord } from '../batches.repository.ts';
import { moveRows } from '../rows/batch-rows.repository.ts';
import { feedRows, type Fed } from './feed-rows.ts';
import { setNextLook } from './sending.repository.ts';
import { settleRows } from './settle-rows.ts';

/** Answers are looked for after a share of the time since the last one. */
const LOOK_MS = { soonest: 1_000, latest: 30_000 };
const LOOK_SHARE = 20;
/** Of one look, which holds its batch and the paces of its payers meanwhile. */
const GIVES_WAY_MS = 1_000;

/** True where more may be sent at once. Nothing is done where somebody else holds the batch. */
export async function lookAfterBatch(deps: Deps, { organizationId, batchId }: BatchAtWork): Promise<boolean> {
  const keys = await deps.keys.keysOf(organizationId);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const batch = await lockFreeBatch(tx, organizationId, batchId);
    if (batch === null) return false;
    const now = deps.clock();
    const context: BatchContext = { deps, tx, keys, batch, owner: ownerOf(organizationId, batch), now };
    const giveWay = deps.people.givingWay(GIVES_WAY_MS);
    const settled = await settleRows(context, giveWay);
    const mayAsk = batch.state === 'sending' && (await hasActiveSubscription(tx, organizationId, now));
    const fed = mayAsk ? await feedRows(context, giveWay) : null;
    if (settled > 0 || (fed !== null && fed.count > 0)) await changeBatch(tx, batchId, {}, now);
    const { counts } = await countRows(tx, batchId);
    const next = await concludeLook(context, counts, fed);
    await setNextLook(tx, batchId, next);
    return next !== null && next <= now;
  });
}

async function concludeLook(context: BatchContext, counts: BatchRecord['counts'], fed: Fed | null): Promise<Date | null> {
  const { tx, batch, now } = context;
  const { queued = 0, asking = 0 } = counts;
  const pauseMs = Math.min(Math.max((now.getTime() - batch.updated_at.getTime()) / LOOK_SHARE, LOOK_MS.soonest), LOOK_MS.latest);
  const whenAnswered = asking > 0 ? new Date(now.getTime() + pauseMs) : null;
  if (batch.state !== 'sending') return whenAnswered;
  if (fed === null) {
    // Nobody pays for what would be asked.
    await changeBatch(tx, batch.id, { state: 'paused' }, now);
    return whenAnswered;
  }
  if (queued === 0 && asking === 0) {
    await changeBatch(tx, batch.id, { state: 'done', ended_at: now }, now);
    return null;
  }
  if (fed.isExhausted && asking === 0) {
    await moveRows(tx, batch.id, ['queued'], 'over-budget');
    await changeBatch(tx, batch.id, { state: 'paused' }, now);
    await countRows(tx, batch.id);
    return null;
  }
  const times = [whenAnswered, fed.nextAt].flatMap((at) => (at === null ? [] : [at.getTime()]));
  return new Date(Math.min(...times, now.getTime() + LOOK_MS.latest));
}
