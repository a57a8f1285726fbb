/** What an admin would have curated: payers known at both clearinghouses made one, and the family of a Blue plan under one group. */
import type { Deps } from '#deps.ts';
import { mergePayers } from '#features/payers/merge-payers.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import {
  findPayer,
  insertPayer,
  insertPrefixes,
  joinGroup,
  listChoosablePayers,
  type ChoosablePayer,
} from '#features/payers/payers.repository.ts';

const GROUP = 'Blue Cross Blue Shield of Meridian';
const MERGED_AT_MOST = 12;

/** Does nothing where it was done, or where the payers are not the sandbox's. */
export async function curateDemoPayers(deps: Deps): Promise<void> {
  const all = await deps.db.withoutOrganization(listChoosablePayers);
  if (all.some((payer) => payer.is_group)) return;
  await mergeTwins(deps, all);
  const family = (await deps.db.withoutOrganization(listChoosablePayers)).filter((payer) =>
    /^Blue Cross.* Meridian .*\(MR[A-Z]\)$/.test(payer.name),
  );
  if (family.length === 0) return;
  await deps.db.asAdmin(async (tx) => {
    const id = deps.newId();
    const now = deps.clock();
    await insertPayer(tx, { id, name: GROUP, is_group: true, is_blue: true, created_at: now, updated_at: now });
    await joinGroup(
      tx,
      family.map((payer) => payer.id),
      id,
      now,
    );
    await insertPrefixes(
      tx,
      family.map((payer) => ({ prefix: payer.name.slice(-4, -1), payer_id: payer.id })),
    );
  });
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/\b(of|health|plans?|insurance|group|co|mutual|-)\b|[^a-z0-9]/g, '');

async function mergeTwins(deps: Deps, all: readonly ChoosablePayer[]): Promise<void> {
  const groups = new Map<string, ChoosablePayer[]>();
  for (const payer of all) groups.set(plain(payer.name), [...(groups.get(plain(payer.name)) ?? []), payer]);
  let merged = 0;
  for (const twins of groups.values()) {
    const rows = await deps.db.withoutOrganization(async (tx) => {
      const found = [];
      for (const twin of twins) found.push(await findPayer(tx, twin.id));
      return found;
    });
    const availity = rows.find((row) => row?.code != null && row.pverify_code === null);
    const pverify = rows.find((row) => row?.pverify_code != null && row.code === null);
    if (twins.length !== 2 || availity == null || pverify == null || merged === MERGED_AT_MOST) continue;
    await mergePayers(deps, SYSTEM_ACTOR, { availityPayerId: availity.id, pverifyPayerId: pverify.id, name: availity.name });
    merged += 1;
  }
}
