/** What a fresh installation loads by itself: the payers, and outside production the demo organizations (product.md 16.4). */
import type { Deps } from '#deps.ts';
import { countPayers } from '#features/payers/payers.repository.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { safeError } from '#http/log-safety.ts';

/** Never throws: a clearinghouse that is away must not keep the server from serving. */
export async function loadFirstData(deps: Deps): Promise<void> {
  try {
    if ((await deps.db.withoutOrganization(countPayers)) > 0) return;
    for (const source of ['availity', 'pVerify'] as const) {
      const counts = await syncPayers(deps, source);
      deps.log.info({ source, ...counts }, 'payers loaded');
    }
  } catch (error) {
    deps.log.warn({ err: safeError(error) }, 'the payers could not be loaded; run npm run payers:sync');
  }
}
