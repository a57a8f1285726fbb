/** One payer out of two that are the same company at different clearinghouses, and back (product.md 15.2). */
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { invalid } from '#http/app-error.ts';
import { deletePayer, findPayerRow, holdPayers, insertPayer, listMergedPayers, setParent, type PayerRow } from './payers.repository.ts';

type MergeDeps = Pick<Deps, 'db' | 'clock' | 'newId'>;

/** Throws 422 by field where one is not of its source alone. Returns the new payer's id. */
export async function mergePayers(
  deps: MergeDeps,
  actor: Actor,
  input: { availityPayerId: string; pverifyPayerId: string; name: string },
): Promise<string> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await holdPayers(tx);
    const availity = await findPayerRow(tx, input.availityPayerId);
    const pverify = await findPayerRow(tx, input.pverifyPayerId);
    if (availity === null || !isOnlyAt(availity, 'availity'))
      throw invalid({ availity_payer_id: ['Please choose a payer that only Availity knows.'] });
    if (pverify === null || !isOnlyAt(pverify, 'pVerify'))
      throw invalid({ pverify_payer_id: ['Please choose a payer that only pVerify knows.'] });
    const id = deps.newId();
    const now = deps.clock();
    await insertPayer(tx, {
      id,
      name: input.name,
      is_active: availity.is_active,
      pverify_is_active: pverify.pverify_is_active,
      is_blue: availity.is_blue || pverify.is_blue,
      split_service_type: availity.split_service_type,
      // It is chosen where either was chosen before.
      payer_group_id: availity.payer_group_id ?? pverify.payer_group_id,
      created_at: now,
      updated_at: now,
    });
    await setParent(tx, [availity.id, pverify.id], id, now);
    await recordAudit(tx, actor, now, { action: 'payer.merge', objectType: 'payer', objectIds: [id, availity.id, pverify.id] });
    return id;
  });
}

/** Throws 422 where it was not merged. Returns the two payers' ids. */
export async function splitPayer(deps: MergeDeps, actor: Actor, payerId: string): Promise<string[]> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    // Of two who split it at once the second finds it split.
    await holdPayers(tx);
    const parent = await findPayerRow(tx, payerId);
    const children = parent === null || parent.deleted_at !== null ? [] : await listMergedPayers(tx, payerId);
    if (children.length === 0) throw invalid({ payer_id: ['This payer was not merged from two.'] });
    const now = deps.clock();
    await setParent(tx, children, null, now);
    await deletePayer(tx, payerId, now);
    await recordAudit(tx, actor, now, { action: 'payer.split', objectType: 'payer', objectIds: [payerId, ...children] });
    return children;
  });
}

function isOnlyAt(payer: PayerRow, source: 'availity' | 'pVerify'): boolean {
  if (payer.deleted_at !== null || payer.parent_id !== null || payer.is_group) return false;
  return source === 'availity' ? payer.code !== null && payer.pverify_code === null : payer.pverify_code !== null && payer.code === null;
}
