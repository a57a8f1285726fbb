/** One checkout or change of an organization at a time, over several calls to the payment provider and with no transaction open. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { conflict } from '#http/app-error.ts';
import { extendLease, releaseLease, takeLease } from './subscriptions.repository.ts';

/** A process that died lets go after this long: longer than the slowest call with its repetitions. */
const LEASE_MS = 120_000;
const WAIT_MS = 10_000;
const STEP_MS = 100;
const underWay = () => conflict('Another change of your subscription is under way. Please try again in a moment.');

/** To be called before what must not happen twice: throws where answers came so slowly that somebody else took over meanwhile. */
type Keep = () => Promise<void>;

/** Waits for whoever holds it. */
export async function withBillingLease<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'newId'>,
  organizationId: string,
  work: (keep: Keep) => Promise<T>,
): Promise<T> {
  const owner = deps.newId();
  for (let waited = 0; !(await take(deps, organizationId, owner)); waited += STEP_MS) {
    if (waited >= WAIT_MS) throw underWay();
    await sleep(STEP_MS);
  }
  const keep: Keep = async () => {
    const until = new Date(deps.clock().getTime() + LEASE_MS);
    if (!(await deps.db.asOrganization(organizationId, async (tx) => await extendLease(tx, organizationId, owner, until))))
      throw underWay();
  };
  try {
    return await work(keep);
  } finally {
    await deps.db.asOrganization(organizationId, async (tx) => await releaseLease(tx, organizationId, owner));
  }
}

async function take(deps: Pick<Deps, 'db' | 'clock'>, organizationId: string, owner: string): Promise<boolean> {
  const now = deps.clock();
  return await deps.db.asOrganization(
    organizationId,
    async (tx) => await takeLease(tx, organizationId, owner, now, new Date(now.getTime() + LEASE_MS)),
  );
}
