/** What an admin would have curated: payers known at both clearinghouses made one, and the family of a Blue plan under one group. */
import { mergeProposals } from '@coverlight/domain/payers/merge-proposals.ts';
import type { Deps } from '#deps.ts';
import { mergePayers } from '#features/payers/merge-payers.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { insertPayer, insertPrefixes, joinGroup, listChoosablePayers, listMergeablePayers } from '#features/payers/payers.repository.ts';

const GROUP = 'Blue Cross Blue Shield of Meridian';
const MERGED_AT_MOST = 12;

/** Does nothing where it was done, or where the payers are not the sandbox's. */
export async function curateDemoPayers(deps: Deps): Promise<void> {
  const listChoosable = async () =>
    await deps.db.withoutOrganization(async (tx) => await listChoosablePayers(tx, Object.keys(deps.clearinghouses)));
  if ((await listChoosable()).some((payer) => payer.is_group)) return;
  await mergeTwins(deps);
  const family = (await listChoosable()).filter((payer) => /^Blue Cross.* Meridian .*\(MR[A-Z]\)$/.test(payer.name));
  if (family.length === 0) return;
  await deps.db.asAdmin(async (tx) => {
    const id = deps.newId();
    const now = deps.clock();
    await insertPayer(tx, { id, name: GROUP, is_group: true, is_blue: true }, now);
    await joinGroup(
      tx,
      family.map((payer) => payer.id),
      { id, is_blue: true },
      now,
    );
    await insertPrefixes(
      tx,
      family.map((payer) => ({ prefix: payer.name.slice(-4, -1), payer_id: payer.id })),
    );
  });
}

async function mergeTwins(deps: Deps): Promise<void> {
  const twins = mergeProposals(await deps.db.withoutOrganization(listMergeablePayers)).slice(0, MERGED_AT_MOST);
  for (const same of twins) {
    const parts = same.map(({ id }) => ({ id, field: 'payer_ids' }));
    await mergePayers(deps, SYSTEM_ACTOR, { parts, name: same[0]?.name ?? '' });
  }
}
