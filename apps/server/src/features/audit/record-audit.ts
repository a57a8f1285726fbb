/** The audit trail: appended in the transaction of what it records, or before an answer leaves. Rows can only be added (product.md 12.4). */
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { Tx } from '#db/client.ts';
import type { Actor } from '#http/actor.ts';
import { insertAuditEvent, insertAuditEvents } from './audit.repository.ts';

/** What was done. Ids and names of fields only: never values but the names of plans, never search terms. */
export interface AuditEntry {
  action: AuditAction;
  objectType?: string;
  objectIds?: readonly string[];
  outcome?: 'done' | 'refused' | 'failed';
  changedFields?: readonly string[];
  /** Why a platform admin looked, in their words. */
  reason?: string;
}

/** Belongs to the transaction's organization, which is the object's. */
export async function recordAudit(tx: Tx, actor: Actor, at: Date, entry: AuditEntry): Promise<void> {
  if (tx.organizationId === null) throw new Error('an audit row needs an organization');
  await insertAuditEvent(tx, eventOf(tx.organizationId, actor, at, entry));
}

/** What a platform admin saw of several organizations at once, to each one's log; `shown` holds the ids by organization. */
export async function recordAuditOfEach(
  tx: Tx,
  { actor, at, entry, shown }: { actor: Actor; at: Date; entry: AuditEntry; shown: ReadonlyMap<string, readonly string[]> },
): Promise<void> {
  if (shown.size === 0) return;
  await insertAuditEvents(
    tx,
    [...shown].map(([organizationId, objectIds]) => eventOf(organizationId, actor, at, { ...entry, objectIds })),
  );
}

const eventOf = (organizationId: string, actor: Actor, at: Date, entry: AuditEntry) => ({
  organization_id: organizationId,
  at,
  actor_role: actor.role,
  actor_user_id: actor.userId,
  actor_organization_id: actor.organizationId,
  session_id: actor.sessionId,
  action: entry.action,
  object_type: entry.objectType ?? null,
  object_ids: [...(entry.objectIds ?? [])],
  outcome: entry.outcome ?? 'done',
  address: actor.address,
  user_agent: actor.userAgent,
  request_id: actor.requestId,
  changed_fields: [...(entry.changedFields ?? [])],
  reason: entry.reason ?? null,
});
