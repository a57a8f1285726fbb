/** Compares what was just answered, a moment later and several at once: whoever waits for an answer does not wait for this. */
import type { Deps } from '#deps.ts';
import { pause } from '#features/inquiries/asking/pause.ts';
import { safeError } from '#http/log-safety.ts';
import { compareMarked } from './compare-answers.ts';

/** So that what settles at the same moment is looked for once. */
const SOON_MS = 250;

export interface CompareSoon {
  /** Something is marked there. What this process does not get to is found by the sweep. */
  look(organizationId: string): void;
  /** Resolves when nothing is compared, and nothing will be. */
  drained(): Promise<void>;
}

export function createCompareSoon(deps: Deps): CompareSoon {
  const waiting = new Set<string>();
  let working: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    while (waiting.size > 0 && !deps.stopping.aborted) {
      await pause(SOON_MS, deps.stopping);
      const organizations = [...waiting];
      waiting.clear();
      for (const organizationId of organizations) {
        await deps.people.giveWay();
        if (deps.stopping.aborted) return;
        await compareMarked(deps, organizationId).catch((error: unknown) =>
          deps.log.warn({ organizationId, err: safeError(error) }, 'answers were not compared; the sweep goes on'),
        );
      }
    }
  };

  const start = (): void => {
    working ??= work().finally(() => {
      working = null;
      // Came while the last was ending.
      if (waiting.size > 0 && !deps.stopping.aborted) start();
    });
  };

  return {
    look(organizationId) {
      waiting.add(organizationId);
      start();
    },
    async drained() {
      await working;
    },
  };
}
