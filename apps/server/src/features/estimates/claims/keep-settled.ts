/** Of a settled comparison by hand what was allowed counts for later ranges, where no remittance told it (product.md 20.10). */
import { allowedShare } from '@coverlight/domain/estimates/remitted-amounts.ts';
import { comparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import type { CaseBook } from '#features/cases/case-book.ts';
import { comparedOf } from '#features/reimbursements/find-reimbursements.ts';
import type { EstimateRecord } from '../estimates.repository.ts';
import { payerOfLevel } from '../find-range.ts';
import { insertEstimateClaim, listEstimateClaims } from './estimate-claims.repository.ts';
import { levelOfEstimate } from './plan-remittance.ts';

export async function keepSettled(
  deps: Pick<Deps, 'newId'>,
  tx: Tx,
  keys: OrganizationKeys,
  { estimate, book, userId, now }: { estimate: EstimateRecord; book: CaseBook; userId: string; now: Date },
): Promise<void> {
  const level = levelOfEstimate(estimate, book);
  if (level === null) return;
  const told = new Set((await listEstimateClaims(tx, keys, [estimate.id])).map(({ provider_id: provider }) => provider));
  const payer = payerOfLevel(book, level).record;
  const { service_on: day } = estimate;
  for (const { provider_id, billed, allowed = null, paid = null, patient = null } of estimate.content.actuals) {
    const share = allowedShare(billed, allowed);
    if (told.has(provider_id) || share === null) continue;
    await insertEstimateClaim(tx, keys, {
      id: deps.newId(),
      estimate_id: estimate.id,
      provider_id,
      payer_id: payer.payer_id,
      level,
      origin: 'hand',
      added_by: userId,
      added_at: now,
      content: {
        from: day,
        to: day,
        payer: null,
        status: 'Settled by hand',
        billed,
        allowed,
        is_allowed_worked_out: false,
        paid,
        patient,
        lines: [],
        numbers: [],
        identity: null,
        bill: null,
        rank: null,
        keys: comparedKeys(comparedOf(payer)),
        share,
      },
    });
  }
}
