/** Who makes a request, as the audit trail names them. */
import type { FastifyRequest } from 'fastify';
import type { Viewer } from './viewer.ts';

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

/** What no person asked for. */
export const SYSTEM_ACTOR: Actor = {
  userId: null,
  organizationId: null,
  role: 'system',
  sessionId: null,
  address: null,
  userAgent: null,
  requestId: null,
};
