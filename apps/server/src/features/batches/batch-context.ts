/** What deciding about a batch works with, inside the transaction that holds it. */
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { notFound } from '#http/app-error.ts';
import { scopeOf, type Scope, type Viewer } from '#http/viewer.ts';
import { lockBatch, type BatchRecord } from './batches.repository.ts';

export interface BatchContext {
  deps: Deps;
  tx: Tx;
  keys: OrganizationKeys;
  batch: BatchRecord;
  /** Whose inquiries its rows become, and whose answers they may reuse. */
  owner: Scope;
  now: Date;
}

/** A restricted owner's batch reuses no colleague's answer. */
export const ownerOf = (organizationId: string, batch: BatchRecord): Scope => ({
  organizationId,
  userId: batch.user_id,
  restricted: batch.user_is_restricted,
});

/** Runs `work` with the batch locked. 404 out of scope. */
export async function withBatch<T>(deps: Deps, viewer: Viewer, id: string, work: (context: BatchContext) => Promise<T>): Promise<T> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const batch = await lockBatch(tx, scopeOf(viewer), id);
    if (batch === null) throw notFound();
    const owner = ownerOf(viewer.organizationId, batch);
    return await work({ deps, tx, keys, batch, owner, now: deps.clock() });
  });
}
