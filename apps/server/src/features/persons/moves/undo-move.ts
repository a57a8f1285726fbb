/** Gives back exactly what was before checks were moved, as long as nothing later stands in the way (product.md 18.2). */
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { isLinkingKind } from '@coverlight/domain/persons/person-keys.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { markToCompare } from '#features/inquiries/changes/marks.repository.ts';
import { refreshLastChecks } from '#features/inquiries/linking/last-checks.repository.ts';
import { findPerson, lockPersons } from '#features/persons/persons.repository.ts';
import { findVisiblePerson, refuseRestricted } from '#features/persons/visible-person.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import {
  dropPairs,
  listLinked,
  listMovedSince,
  lockMerged,
  lockMove,
  moveChecks,
  moveItems,
  raiseVersions,
  setMergedInto,
  setUndone,
  type LinkedCheck,
  type MoveRecord,
} from './moves.repository.ts';
import { refreshOtherNames } from './other-names.repository.ts';
import { readCheckKeys, rebuildKeys } from './person-keys.repository.ts';

/** So long a move can be undone. */
export const UNDO_MS = 30 * 24 * 60 * 60 * 1000;
const TOO_LATE = 'This can be undone for 30 days only.';
const IN_THE_WAY = 'Something was changed since, so this cannot be undone any more.';

export interface UndoInput {
  id: string;
  moveId: string;
  viewer: Viewer;
  actor: Actor;
}

/** Throws 403, 404 for a move that is none of this person's, 409 where it is too late or something stands in the way. */
export async function undoMove(deps: Deps, { id, moveId, viewer, actor }: UndoInput): Promise<void> {
  refuseRestricted(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const person = await findVisiblePerson(tx, keys, scopeOf(viewer), id);
    if (person === null) throw notFound();
    const move = await lockMove(tx, moveId);
    if (move === null || !(await isOf(tx, move, person.id))) throw notFound();
    if (move.undone_at !== null) throw conflict('This was undone already.');
    if (now.getTime() - move.at.getTime() > UNDO_MS) throw conflict(TOO_LATE);
    await (move.kind === 'split' ? undoSplit(tx, move) : undoMerge(tx, keys, move));
    const both = [move.from_id, move.to_id];
    await rebuildKeys(tx, keys, both);
    await refreshLastChecks(tx, both);
    await raiseVersions(tx, both);
    await setUndone(tx, move.id, { at: now, by: viewer.userId });
    for (const each of both) await refreshOtherNames(tx, keys, each);
    const all = [...(await listLinked(tx, move.from_id)), ...(await listLinked(tx, move.to_id))];
    await markToCompare(
      tx,
      all.map(({ inquiry_id }) => inquiry_id),
    );
    await recordAudit(tx, actor, now, { action: 'person.undo', objectType: 'person', objectIds: both });
  });
}

async function isOf(tx: Tx, move: MoveRecord, personId: string): Promise<boolean> {
  for (const id of [move.from_id, move.to_id]) {
    if ((await findPerson(tx, id))?.id === personId) return true;
  }
  return false;
}

const asBefore = ({ inquiry_ids, hows }: MoveRecord): LinkedCheck[] =>
  inquiry_ids.map((inquiry_id, at) => ({ inquiry_id, how: hows[at] ?? 'auto' }));

const isAllAmong = (wanted: readonly string[], linked: readonly LinkedCheck[]): boolean => {
  const ids = new Set(linked.map(({ inquiry_id }) => inquiry_id));
  return wanted.every((id) => ids.has(id));
};

/** What was split off goes back, with whatever joined it since; its id leads there again. */
async function undoSplit(tx: Tx, move: MoveRecord): Promise<void> {
  if ((await lockPersons(tx, [move.from_id, move.to_id])).size !== 2) throw conflict(IN_THE_WAY);
  const linked = await listLinked(tx, move.to_id);
  if (!isAllAmong(move.inquiry_ids, linked)) throw conflict(IN_THE_WAY);
  await moveChecks(tx, linked, move.from_id);
  await moveChecks(tx, asBefore(move), move.from_id);
  await moveItems(tx, move.to_id, move.from_id, null);
  await setMergedInto(tx, move.to_id, move.from_id);
  await dropPairs(tx, move.to_id, move.from_id);
}

/** Checks that joined since go where they would have gone. */
async function undoMerge(tx: Tx, keys: OrganizationKeys, move: MoveRecord): Promise<void> {
  const locked = await lockPersons(tx, [move.to_id]);
  if (locked.size !== 1 || !(await lockMerged(tx, move.from_id, move.to_id))) throw conflict(IN_THE_WAY);
  const linked = await listLinked(tx, move.to_id);
  if (!isAllAmong(move.inquiry_ids, linked)) throw conflict(IN_THE_WAY);
  const since = await joinedSince(tx, keys, move);
  await moveChecks(tx, [...asBefore(move), ...linked.filter(({ inquiry_id }) => since.has(inquiry_id))], move.from_id);
  await moveItems(tx, move.to_id, move.from_id, move.item_ids);
  await setMergedInto(tx, move.from_id, null);
}

/** Of those linked after the move, by the server: what shares a key that links by itself with what goes back, and with nothing that stays. */
async function joinedSince(tx: Tx, keys: OrganizationKeys, move: MoveRecord): Promise<ReadonlySet<string>> {
  const checks = await readCheckKeys(tx, keys, [move.to_id]);
  const [goes, moved] = [new Set(move.inquiry_ids), new Set(await listMovedSince(tx, move.to_id, move.at))];
  const isNew = ({ inquiryId, linkedAt }: (typeof checks)[number]) =>
    !goes.has(inquiryId) && !moved.has(inquiryId) && linkedAt.getTime() > move.at.getTime();
  const linkingOf = ({ stored }: (typeof checks)[number]) =>
    stored.flatMap(({ kind, value }) => (isLinkingKind(kind) ? [`${kind}|${value}`] : []));
  const [going, staying] = [new Set<string>(), new Set<string>()];
  for (const check of checks) {
    if (isNew(check)) continue;
    for (const key of linkingOf(check)) (goes.has(check.inquiryId) ? going : staying).add(key);
  }
  const follows = checks.filter(
    (check) => isNew(check) && linkingOf(check).some((key) => going.has(key)) && !linkingOf(check).some((key) => staying.has(key)),
  );
  return new Set(follows.map(({ inquiryId }) => inquiryId));
}
