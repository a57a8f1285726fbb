/** Changes a subscription, and finds out what became of a change whose answer was lost (docs/product.md 14.2). */
import { billingContract } from '@coverlight/contract/billing/billing.contract.ts';
import { ApiFailure, call } from '#lib/api.ts';

/** Either another plan, or the add-on on or off. */
export type Change = { new_plan_id: string } | { has_feature_reimbursement: boolean; promotion?: string };

/** 'unknown': it may have been made, and the payment provider cannot be asked. */
export type ChangeOutcome = 'made' | 'not-made' | 'unknown';

const LOOK_EVERY_MS = 3000;
const MAX_LOOKS = 20;
/** The server and its repeats have come to an end by then: what is not made will not be. */
const SETTLED_MS = 40_000;

/** No sure answer: the change may have been made. What the server refused (4xx) was not. */
const isUncertain = (error: unknown): boolean => error instanceof ApiFailure && (error.status === 0 || error.status >= 500);

/** @param preview token of the amounts that were seen. Throws what the server refuses; `onLost` is told that the looking begins. */
export async function carryOut(change: Change, preview: string | undefined, onLost: () => void): Promise<ChangeOutcome> {
  try {
    await call(billingContract.change, { body: { ...change, ...(preview === undefined ? {} : { preview }) } });
    return 'made';
  } catch (error) {
    if (!isUncertain(error)) throw error;
  }
  onLost();
  return await lookForOutcome(change);
}

async function lookForOutcome(change: Change): Promise<ChangeOutcome> {
  const lostAt = Date.now();
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
    const [looked] = await Promise.allSettled([call(billingContract.preview, { body: change, background: true })]);
    if (looked.status === 'rejected') continue;
    if (looked.value.preview.is_made) {
      // Asking once more changes nothing and brings our own record up to date; what becomes of that is no news.
      const { token } = looked.value.preview;
      await Promise.allSettled([call(billingContract.change, { body: { ...change, preview: token }, background: true })]);
      return 'made';
    }
    if (Date.now() - lostAt >= SETTLED_MS) return 'not-made';
  }
  return 'unknown';
}
