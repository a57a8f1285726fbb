/** The audit trail: appended in the transaction of what it records, or before an answer leaves. Rows can only be added (product.md 12.4). */
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#db/client.ts';
import type { Viewer } from '#http/viewer.ts';

/** Who acts, and from where. */
export interface Actor {
  userId: string | null;
  organizationId: string | null;
  role: 'anonymous' | 'restricted' | 'standard' | 'manager' | 'admin' | 'system';
  sessionId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** What was done. Ids and names of fields only: never values, never search terms. */
export interface AuditEntry {
  action: string;
  objectType?: string;
  objectIds?: readonly string[];
  outcome?: 'done' | 'refused' | 'failed';
  changedFields?: readonly string[];
}

export const SYSTEM_ACTOR: Actor = {
  userId: null,
  organizationId: null,
  role: 'system',
  sessionId: null,
  address: null,
  userAgent: null,
  requestId: null,
};

export function actorOf(request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>, viewer: Viewer | null): Actor {
  return {
    userId: viewer?.userId ?? null,
    organizationId: viewer?.organizationId ?? null,
    role: viewer === null ? 'anonymous' : roleOf(viewer),
    sessionId: viewer?.sessionId ?? null,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  };
}

function roleOf(viewer: Viewer): Actor['role'] {
  if (viewer.isAdmin) return 'admin';
  if (viewer.isManager) return 'manager';
  return viewer.isRestricted ? 'restricted' : 'standard';
}

/** Belongs to the transaction's organization, which is the object's. */
export async function recordAudit(tx: Tx, actor: Actor, at: Date, entry: AuditEntry): Promise<void> {
  if (tx.organizationId === null) throw new Error('an audit row needs an organization');
  await tx.query(
    'record-audit',
    `INSERT INTO audit_events
       (organization_id, at, actor_user_id, actor_organization_id, actor_role, session_id, action, object_type, object_ids, outcome,
        address, user_agent, request_id, changed_fields)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.organizationId,
      at,
      actor.userId,
      actor.organizationId,
      actor.role,
      actor.sessionId,
      entry.action,
      entry.objectType ?? null,
      entry.objectIds ?? [],
      entry.outcome ?? 'done',
      actor.address,
      actor.userAgent,
      actor.requestId,
      entry.changedFields ?? [],
    ],
  );
}
