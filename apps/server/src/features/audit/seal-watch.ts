/** Looks whether the log is sealed from outside the queue: the job that seals it cannot tell that it does not run (product.md 12.4). */
import type { Deps } from '#deps.ts';
import { safeError } from '#http/log-safety.ts';
import { listUnsealed } from './audit-log.repository.ts';

const ALERT_MS = 5 * 60_000;
const EVERY_MS = 60_000;

export interface SealWatch {
  /** Raises the alert where rows have waited for five minutes. Throws nothing: a database that is away is told of elsewhere. */
  look(): Promise<void>;
  /** What the last look found; true before the first. */
  isSealed(): boolean;
  /** Looks each minute, from the fifth on, until `signal` ends it. */
  start(signal: AbortSignal): void;
}

export function createSealWatch({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): SealWatch {
  let sealed = true;
  const watch: SealWatch = {
    async look() {
      const limit = clock().getTime() - ALERT_MS;
      const unsealed = await db.asAdmin(listUnsealed).catch((error: unknown) => log.warn({ err: safeError(error) }, 'seals not looked at'));
      if (unsealed === undefined) return;
      const late = unsealed.filter(({ oldest }) => oldest.getTime() < limit).toSorted((a, b) => a.oldest.getTime() - b.oldest.getTime());
      const [longest] = late;
      sealed = longest === undefined;
      if (longest === undefined) return;
      log.error(
        { organizationId: longest.organization_id, since: longest.oldest.toISOString(), organizations: late.length },
        'audit rows are not sealed',
      );
    },
    isSealed: () => sealed,
    start(signal) {
      // Rows of before a standstill could not be sealed during it: the job gets its time first.
      const startedAt = Date.now();
      const timer = setInterval(() => {
        if (Date.now() - startedAt >= ALERT_MS) void watch.look();
      }, EVERY_MS).unref();
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
  };
  return watch;
}
