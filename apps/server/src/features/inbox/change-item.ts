/** Somebody is done with an item of the inbox, puts it off, takes it back or gives it to somebody (product.md 18.5). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { inboxContract } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findMember } from '#features/users/users.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findItem, hasOpenTwin, isItemVisible, writeItemState, type InboxRecord, type ItemState } from './inbox.repository.ts';

type Change = BodyOf<typeof inboxContract.change>;

export interface ItemInput {
  id: string;
  change: Change;
  viewer: Viewer;
  actor: Actor;
}

export async function changeItem(deps: Deps, { id, change, viewer, actor }: ItemInput): Promise<InboxRecord> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const scope = scopeOf(viewer);
    const item = await findItem(tx, keys, scope, id, now);
    if (item === null) throw notFound();
    const errors = { ...stateErrors(change, now), ...(await assigneeErrors(tx, id, change)) };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (item.state === 'done' && change.state !== undefined && change.state !== 'done' && (await hasOpenTwin(tx, id)))
      throw conflict('There is a newer item about the same person and policy. Open that one.');
    await writeItemState(tx, id, nextState(item, change, viewer.userId), now);
    await recordAudit(tx, actor, now, {
      action: 'inbox.update',
      objectType: 'inbox_item',
      objectIds: [id, ...(item.inquiry_id === null ? [] : [item.inquiry_id])],
      changedFields: Object.keys(change),
    });
    const changed = await findItem(tx, keys, scope, id, now);
    if (changed === null) throw new Error('An item that was changed is not there.');
    return changed;
  });
}

function stateErrors({ state, until, resolution }: Change, now: Date): FieldErrors {
  if (state === 'snoozed' && !until) return { until: ['Please choose when it comes back.'] };
  if (state !== 'snoozed' && until) return { until: ['Only what is snoozed comes back at a time.'] };
  if (until && new Date(until) <= now) return { until: ['Please choose a time to come.'] };
  if (state !== 'done' && resolution) return { resolution: ['Only what is done is judged.'] };
  return {};
}

async function assigneeErrors(tx: Tx, id: string, { assignee_id: assigneeId }: Change): Promise<FieldErrors> {
  if (!assigneeId || tx.organizationId === null) return {};
  const member = await findMember(tx, tx.organizationId, assigneeId);
  if (member === null || !member.is_active) return { assignee_id: ['This user is not there, or not active.'] };
  const scope = { organizationId: tx.organizationId, userId: assigneeId, restricted: member.is_restricted };
  return (await isItemVisible(tx, scope, id)) ? {} : { assignee_id: ['This user may not see what it is about.'] };
}

function nextState(
  item: InboxRecord,
  { state = item.state, until, resolution, assignee_id: assigneeId }: Change,
  userId: string,
): ItemState {
  const isDone = state === 'done';
  return {
    state,
    snoozedUntil: state !== 'snoozed' ? null : until ? new Date(until) : item.snoozed_until,
    resolution: isDone ? (resolution ?? item.resolution ?? 'acted') : null,
    closedBy: isDone ? (item.closed_by ?? userId) : null,
    assigneeId: assigneeId === undefined ? item.assignee_id : assigneeId,
  };
}
