/** One payer out of several that are the same company at different clearinghouses, and back (product.md 15.1). */
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { invalid } from '#http/app-error.ts';
import { clearinghouseName } from './clearinghouse-names.ts';
import { mergeSources, splitSources } from './payer-sources.repository.ts';
import { findPayer, holdPayers, insertPayer, type PayerRecord } from './payers.repository.ts';

type MergeDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'clearinghouses'>;

export interface MergeInput {
  /** Each with the field that named it; `onlyAt`: the clearinghouse that must know it, and no other. */
  parts: readonly { id: string; field: string; onlyAt?: string }[];
  name: string;
}

/** Throws 422 by field for a group, one that is merged, and one that is known where another one is. Returns the new payer's id. */
export async function mergePayers(deps: MergeDeps, actor: Actor, { parts, name }: MergeInput): Promise<string> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await holdPayers(tx);
    const merged: PayerRecord[] = [];
    for (const { id, field, onlyAt } of parts) {
      const payer = await findPayer(tx, id);
      if (payer === null || payer.id !== id || !mayJoin(payer, merged, onlyAt)) throw invalid({ [field]: [refusalOf(deps, onlyAt)] });
      merged.push(payer);
    }
    const id = deps.newId();
    const now = deps.clock();
    const ids = merged.map((payer) => payer.id);
    const made = {
      id,
      name,
      is_blue: merged.some((payer) => payer.is_blue),
      split_service_type: merged[0]?.split_service_type === true,
      // It is chosen where any of them was chosen before.
      payer_group_id: merged.find((payer) => payer.payer_group_id !== null)?.payer_group_id ?? null,
    };
    await insertPayer(tx, made, now);
    await mergeSources(tx, id, ids, now);
    await recordAudit(tx, actor, now, { action: 'payer.merge', objectType: 'payer', objectIds: [id, ...ids] });
    return id;
  });
}

/** Throws 422 where it was not merged. Returns the ids of those it was merged from. */
export async function splitPayer(deps: MergeDeps, actor: Actor, payerId: string): Promise<string[]> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    // Of two who split it at once the second finds it split.
    await holdPayers(tx);
    const now = deps.clock();
    const ids = await splitSources(tx, payerId, now);
    if (ids.length === 0) throw invalid({ payer_id: ['This payer was not merged from others.'] });
    await recordAudit(tx, actor, now, { action: 'payer.split', objectType: 'payer', objectIds: [payerId, ...ids] });
    return ids;
  });
}

const knownAt = ({ sources }: PayerRecord): string[] => sources.filter(({ code }) => code !== null).map((source) => source.clearinghouse);

function mayJoin(payer: PayerRecord, others: readonly PayerRecord[], onlyAt: string | undefined): boolean {
  const known = knownAt(payer);
  const isSingle = payer.deleted_at === null && !payer.is_group && !payer.is_merged && known.length > 0;
  const taken = others.flatMap(knownAt);
  return isSingle && (onlyAt === undefined || known.join() === onlyAt) && !known.some((clearinghouse) => taken.includes(clearinghouse));
}

const refusalOf = ({ clearinghouses }: MergeDeps, onlyAt: string | undefined): string =>
  onlyAt === undefined
    ? 'Please choose payers that are not merged, each known to other clearinghouses.'
    : `Please choose a payer that only ${clearinghouseName(clearinghouses, onlyAt)} knows.`;
