/** Counts past claims together after an upload of many, and every night for those that came in small files (docs/decisions/112-claim-tallies.md). */
import type { Deps } from '#deps.ts';
import { lockClaims, tallyClaims } from './claim-tallies.repository.ts';

export async function tallyUploads({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.asAdmin(async (tx) => {
    // A long upload before it is no failure.
    await tx.queryOnce(`SELECT set_config('statement_timeout', '5min', true)`, []);
    await lockClaims(tx);
    await tallyClaims(tx, clock());
  });
}
