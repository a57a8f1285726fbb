/** Puts payers into a group; all of them take its blue flag (product.md 15.1). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findPayerRow, holdPayers, joinGroup } from '#features/payers/payers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { demandUnchanged } from './edit-payer.ts';

/**
 * All or nothing. Throws 404 without the group, 422 where one of the payers cannot join it, 409 where somebody changed one since the
 * `updated_at` that was read.
 */
export async function groupPayers(
  deps: Deps,
  actor: Actor,
  groupId: string,
  { payer_ids: payerIds, updated_at: readAt = {} }: BodyOf<typeof adminPayersContract.bulkGroup>,
): Promise<void> {
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await holdPayers(tx);
    const group = await findPayerRow(tx, groupId);
    if (group === null || group.deleted_at !== null || !group.is_group) throw notFound();
    const now = deps.clock();
    for (const id of new Set(payerIds)) {
      const payer = await findPayerRow(tx, id);
      const mayJoin = payer !== null && payer.deleted_at === null && payer.parent_id === null && !payer.is_group;
      if (!mayJoin) throw invalid({ payer_ids: ['One of these payers cannot join the group.'] });
      demandUnchanged(payer, readAt[id]);
    }
    await joinGroup(tx, payerIds, group, now);
    await recordAudit(tx, actor, now, { action: 'payer.group', objectType: 'payer', objectIds: [groupId, ...payerIds] });
  });
}
