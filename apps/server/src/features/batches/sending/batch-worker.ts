/** Looks after batches of every organization until the process stops. Knows nothing of what a look does. */
import type { Deps } from '#deps.ts';
import { pause } from '#features/inquiries/asking/pause.ts';
import { safeError } from '#http/log-safety.ts';
import { findBatchesAtWork, type BatchAtWork } from '../batches.repository.ts';
import { lookAfterBatch } from './look-after-batch.ts';
import { setNextLook } from './sending.repository.ts';

const LOOK_MS = 500;
const AT_ONCE = 20;
/** After a fault of ours. */
const AFTER_FAULT_MS = 60_000;

export interface BatchWorker {
  work(): void;
  /** Resolves when no look is under way, and none will be. */
  drained(): Promise<void>;
}

export function createBatchWorker(deps: Deps): BatchWorker {
  let working = Promise.resolve();
  const work = async (): Promise<void> => {
    while (!deps.stopping.aborted) {
      const isMore = await lookOnce(deps).catch((error: unknown) => {
        deps.log.warn({ err: safeError(error) }, 'batches could not be looked for');
        return false;
      });
      if (!isMore) await pause(LOOK_MS, deps.stopping);
    }
  };
  return {
    work() {
      working = work();
    },
    drained: async () => await working,
  };
}

/** Each batch that is due, one after the other. True where more may be sent at once. */
export async function lookOnce(deps: Deps): Promise<boolean> {
  const due = await deps.db.withoutOrganization(async (tx) => await findBatchesAtWork(tx, deps.clock(), AT_ONCE));
  let isMore = false;
  for (const batch of due) {
    await deps.people.giveWay();
    if (deps.stopping.aborted) return false;
    const again = await lookAfterBatch(deps, batch).catch(async (error: unknown) => await afterFault(deps, batch, error));
    isMore ||= again;
  }
  return isMore;
}

async function afterFault(deps: Deps, { organizationId, batchId }: BatchAtWork, error: unknown): Promise<boolean> {
  deps.log.error({ batchId, err: safeError(error) }, 'a look after a batch failed');
  const at = new Date(deps.clock().getTime() + AFTER_FAULT_MS);
  await deps.db
    .asOrganization(organizationId, async (tx) => await setNextLook(tx, batchId, at))
    .catch((failure: unknown) => deps.log.warn({ batchId, err: safeError(failure) }, 'not postponed; it is looked after again at once'));
  return false;
}
