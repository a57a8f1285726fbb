/** Puts a person's record away, or takes it back (product.md 18.1). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { CHANGED_MEANWHILE } from './moves/merge-persons.ts';
import { lockPersons, setArchived } from './persons.repository.ts';
import { readPerson } from './read-person.ts';
import { findVisiblePerson, refuseRestricted } from './visible-person.ts';

export interface ArchiveInput {
  id: string;
  isArchived: boolean;
  version: number;
  viewer: Viewer;
  actor: Actor;
}

export async function archivePerson(deps: Deps, { id, isArchived, version, viewer, actor }: ArchiveInput) {
  refuseRestricted(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const person = await findVisiblePerson(tx, keys, scopeOf(viewer), id);
    if (person === null) throw notFound();
    if ((await lockPersons(tx, [person.id])).get(person.id)?.version !== version) throw conflict(CHANGED_MEANWHILE);
    await setArchived(tx, person.id, isArchived ? (person.archived_at ?? now) : null);
    await recordAudit(tx, actor, now, {
      action: isArchived ? 'person.archive' : 'person.restore',
      objectType: 'person',
      objectIds: [person.id],
    });
    const changed = await readPerson(tx, keys, { scope: scopeOf(viewer), id: person.id, now });
    if (changed === null) throw notFound();
    return changed;
  });
}
