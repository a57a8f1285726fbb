/** Holds each past claim against the range that all the others would have given, by payer and level (product.md 20.6). */
import { backTest } from '@coverlight/domain/estimates/range.ts';
import { CARE_LEVELS } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Deps } from '#deps.ts';
import { tallyUploads } from '#features/reimbursements/tally-uploads.ts';
import { createRests } from '#jobs/rests.ts';
import { listClaimedPayers, listPastClaims, writeBackTest } from './ranges.repository.ts';

export async function backTestRanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await tallyUploads({ db, clock });
  const payers = await db.asAdmin(listClaimedPayers);
  const rest = createRests();
  for (const payerId of payers) {
    for (const level of CARE_LEVELS) {
      const claims = await db.asAdmin(async (tx) => await listPastClaims(tx, payerId, level));
      const test = backTest(claims);
      await db.asAdmin(async (tx) => await writeBackTest(tx, { payerId, level, test, now: clock() }));
      await rest();
    }
  }
}
