/** The audit trail: appended in the transaction of what it records, or before an answer leaves. Rows can only be added (product.md 12.4). */
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#db/client.ts';
import type { Viewer } from '#http/viewer.ts';
import { insertAuditEvent } from './audit.repository.ts';

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
  await insertAuditEvent(tx, {
    organization_id: tx.organizationId,
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
  });
}
