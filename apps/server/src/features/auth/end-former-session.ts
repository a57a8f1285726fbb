/** Signing in ends the session that the browser had: its cookie is overwritten, and nobody could end it any more (product.md 13.3). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import type { Viewer } from '#http/viewer.ts';
import { endSession } from './sessions.repository.ts';

/** `viewer` is who was signed in when the request came; null does nothing. */
export async function endFormerSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, viewer: Viewer | null, actor: Actor) {
  if (viewer === null) return;
  await db.asOrganization(viewer.organizationId, async (tx) => {
    await endSession(tx, viewer.sessionId, clock());
    const entry = { action: 'session.end' as const, objectType: 'session', objectIds: [viewer.sessionId] };
    await recordAudit(tx, actor, clock(), entry);
  });
}
