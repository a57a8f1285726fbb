import { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findStatus } from '#features/inquiries/inquiries.repository.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { scopeOf } from '#http/viewer.ts';
import { readChanges } from './read-changes.ts';

export function registerChanges(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    { changes: personsContract.changes },
    {
      async changes({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          if ((await findStatus(tx, scopeOf(viewer), params.id)) === null) throw notFound();
          const changes = await readChanges(tx, keys, scopeOf(viewer), params.id);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'inquiry.changes',
            objectType: 'inquiry',
            objectIds: [params.id, ...(changes.before === null ? [] : [changes.before.inquiry_id])],
          });
          return { status: 200 as const, body: changes };
        });
      },
    },
    deps.access,
  );
}
