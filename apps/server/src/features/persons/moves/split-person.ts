/** Somebody says that some of a person's checks are of somebody else: they get a person of their own (product.md 18.2). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { markToCompare } from '#features/inquiries/changes/marks.repository.ts';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { closePerson, contentOf } from '#features/inquiries/linking/person-contents.ts';
import { refreshLastChecks } from '#features/inquiries/linking/last-checks.repository.ts';
import { lockPersons } from '#features/persons/persons.repository.ts';
import { setDifferent } from '#features/persons/proposals.repository.ts';
import { findVisiblePerson, refuseRestricted } from '#features/persons/visible-person.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { CHANGED_MEANWHILE } from './merge-persons.ts';
import { insertMove, insertPerson, listLinked, moveChecks, raiseVersions } from './moves.repository.ts';
import { proposeFor, readCheckKeys, rebuildKeys } from './person-keys.repository.ts';

export interface SplitInput {
  id: string;
  inquiryIds: readonly string[];
  version: number;
  viewer: Viewer;
  actor: Actor;
}

/** Throws 403, 404, 422 where the checks cannot be split off, 409 where the person was changed meanwhile. */
export async function splitPerson(deps: Deps, { id, inquiryIds, version, viewer, actor }: SplitInput) {
  refuseRestricted(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const [moveId, newId, now] = [deps.newId(), deps.newId(), deps.clock()];
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const person = await findVisiblePerson(tx, keys, scopeOf(viewer), id);
    if (person === null) throw notFound();
    const wanted = new Set(inquiryIds);
    const newest = person.checks.find((check) => wanted.has(check.id));
    const known = new Set(person.checks.map((check) => check.id));
    if (newest === undefined || [...wanted].some((inquiryId) => !known.has(inquiryId)))
      throw invalid({ inquiry_ids: ['One of these inquiries is not there.'] });
    if (person.checks.every((check) => wanted.has(check.id))) throw invalid({ inquiry_ids: ['At least one inquiry has to stay.'] });
    const locked = await lockPersons(tx, [person.id]);
    if (locked.get(person.id)?.version !== version) throw conflict(CHANGED_MEANWHILE);

    const first = await findInquiry(tx, keys, scopeOf(viewer), newest.id);
    if (first === null) throw notFound();
    const linked = await listLinked(tx, person.id);
    const moved = linked.filter(({ inquiry_id }) => wanted.has(inquiry_id));
    if (moved.length !== wanted.size) throw conflict(CHANGED_MEANWHILE);
    await insertPerson(tx, { id: newId, content: closePerson(keys, newId, contentOf(first.submission)), now });
    await moveChecks(
      tx,
      moved.map(({ inquiry_id }) => ({ inquiry_id, how: 'by-hand' })),
      newId,
    );
    const checks = await readCheckKeys(tx, keys, [person.id, newId]);
    await rebuildKeys(tx, keys, [person.id, newId], checks);
    await setDifferent(tx, person.id, newId, now);
    await proposeFor(tx, keys, newId, { checks: checks.filter(({ personId }) => personId === newId), now });
    await refreshLastChecks(tx, [person.id, newId]);
    await raiseVersions(tx, [person.id]);
    await insertMove(tx, {
      id: moveId,
      kind: 'split',
      from_id: person.id,
      to_id: newId,
      inquiry_ids: moved.map(({ inquiry_id }) => inquiry_id),
      hows: moved.map(({ how }) => how),
      item_ids: [],
      user_id: viewer.userId,
      at: now,
    });
    await markToCompare(
      tx,
      linked.map(({ inquiry_id }) => inquiry_id),
    );
    await recordAudit(tx, actor, now, { action: 'person.split', objectType: 'person', objectIds: [person.id, newId] });
    return { move_id: moveId, person_id: newId };
  });
}
