/** Somebody says that two records are of one person: the other one becomes part of this one (product.md 18.2). */
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { markToCompare } from '#features/inquiries/changes/marks.repository.ts';
import { refreshLastChecks } from '#features/inquiries/linking/last-checks.repository.ts';
import { lockPersons } from '#features/persons/persons.repository.ts';
import { findVisiblePerson, refuseRestricted } from '#features/persons/visible-person.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { insertMove, listLinked, moveChecks, moveItems, raiseVersions, setMergedInto } from './moves.repository.ts';
import { refreshOtherNames } from './other-names.repository.ts';
import { rebuildKeys } from './person-keys.repository.ts';

export const CHANGED_MEANWHILE = 'This patient was changed meanwhile. Please look again.';

export interface MergeInput {
  id: string;
  otherId: string;
  version: number;
  viewer: Viewer;
  actor: Actor;
}

/** The move's id. Throws 403, 404, 422 for the other one, 409 where either was changed meanwhile. */
export async function mergePersons(deps: Deps, { id, otherId, version, viewer, actor }: MergeInput): Promise<string> {
  refuseRestricted(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const [moveId, now] = [deps.newId(), deps.clock()];
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const person = await findVisiblePerson(tx, keys, scopeOf(viewer), id);
    if (person === null) throw notFound();
    const other = await findVisiblePerson(tx, keys, scopeOf(viewer), otherId);
    if (other === null) throw invalid({ other_id: ['This patient is not there.'] });
    if (person.id === other.id) throw conflict('These two are one patient already.');
    await lockBoth(tx, { id: person.id, version }, other);
    const moved = await listLinked(tx, other.id);
    await moveChecks(
      tx,
      moved.map(({ inquiry_id }) => ({ inquiry_id, how: 'confirmed' })),
      person.id,
    );
    const itemIds = await moveItems(tx, other.id, person.id, null);
    await setMergedInto(tx, other.id, person.id);
    await rebuildKeys(tx, keys, [person.id, other.id]);
    await refreshLastChecks(tx, [person.id, other.id]);
    await raiseVersions(tx, [person.id, other.id]);
    await insertMove(tx, {
      id: moveId,
      kind: 'merge',
      from_id: other.id,
      to_id: person.id,
      inquiry_ids: moved.map(({ inquiry_id }) => inquiry_id),
      hows: moved.map(({ how }) => how),
      item_ids: itemIds,
      user_id: viewer.userId,
      at: now,
    });
    await refreshOtherNames(tx, keys, person.id);
    await markToCompare(
      tx,
      (await listLinked(tx, person.id)).map(({ inquiry_id }) => inquiry_id),
    );
    await recordAudit(tx, actor, now, { action: 'person.merge', objectType: 'person', objectIds: [person.id, other.id] });
    return moveId;
  });
}

/** Until the transaction ends nobody else moves anything of them. */
async function lockBoth(tx: Tx, person: { id: string; version: number }, other: { id: string; version: number }): Promise<void> {
  const locked = await lockPersons(tx, [person.id, other.id]);
  for (const { id, version } of [person, other]) {
    if (locked.get(id)?.version !== version) throw conflict(CHANGED_MEANWHILE);
  }
}
