import type { OwnOrganization } from '@coverlight/contract/organizations/organization.schema.ts';
import { organizationsContract } from '@coverlight/contract/organizations/organizations.contract.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { findOrganization, findSubscriptionSummary, setRequireSecondFactor } from './organizations.repository.ts';

export function registerOrganizations(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    organizationsContract,
    {
      async current({ viewer }) {
        const organization = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await readOwn(tx, viewer.organizationId, clock()),
        );
        return { status: 200 as const, body: { organization } };
      },
      async update({ viewer, body, request }) {
        const now = clock();
        const organization = await db.asOrganization(viewer.organizationId, async (tx) => {
          if (body.require_second_factor !== undefined) {
            await setRequireSecondFactor(tx, body.require_second_factor, now);
            await recordAudit(tx, actorOf(request, viewer), now, {
              action: 'organization.update',
              objectType: 'organization',
              objectIds: [viewer.organizationId],
              changedFields: ['require_second_factor'],
            });
          }
          return await readOwn(tx, viewer.organizationId, now);
        });
        return { status: 200 as const, body: { organization } };
      },
    },
    deps.access,
  );
}

async function readOwn(tx: Tx, id: string, now: Date): Promise<OwnOrganization> {
  const { name, require_second_factor, created_at, updated_at } = await findOrganization(tx, id);
  const summary = await findSubscriptionSummary(tx);
  const access = subscriptionAccess(summary?.status ?? null, summary?.past_due_since ?? null, now);
  return {
    id,
    name,
    require_second_factor,
    has_active_subscription: access.hasActive,
    has_past_due_subscription: access.isPastDue,
    subscription:
      summary === null
        ? null
        : {
            plan_name: summary.plan_name,
            status: summary.status,
            current_period_ends_at: summary.current_period_ends_at?.toISOString() ?? null,
            has_feature_reimbursement: summary.has_feature_reimbursement,
          },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
