/** 'Not the same person', for good, or taken back (product.md 18.2). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { setDifferent, setUndecided } from './proposals.repository.ts';
import { findVisiblePerson, refuseRestricted } from './visible-person.ts';

export interface DecideInput {
  id: string;
  otherId: string;
  isDifferent: boolean;
  viewer: Viewer;
  actor: Actor;
}

export async function decidePair(deps: Deps, { id, otherId, isDifferent, viewer, actor }: DecideInput): Promise<void> {
  refuseRestricted(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const person = await findVisiblePerson(tx, keys, scopeOf(viewer), id);
    const other = await findVisiblePerson(tx, keys, scopeOf(viewer), otherId);
    if (person === null || other === null) throw notFound();
    if (person.id === other.id) throw conflict('These two are one patient already.');
    if (isDifferent) await setDifferent(tx, person.id, other.id, now);
    else await setUndecided(tx, person.id, other.id);
    await recordAudit(tx, actor, now, {
      action: isDifferent ? 'person.different' : 'person.propose-again',
      objectType: 'person',
      objectIds: [person.id, other.id],
    });
  });
}
