import { adminAccountsContract } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { limitsOf } from '#db/page.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import {
  findAdminOrganization,
  findAdminSubscription,
  listAdminOrganizations,
  listAdminSubscriptions,
} from './admin-organizations.repository.ts';
import { changeOrganization } from './change-organization.ts';

const PAGE_ROWS = 1000;

export function registerAdminOrganizations(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const { listOrganizations, getOrganization, updateOrganization, currentSubscription, listSubscriptions } = adminAccountsContract;
  bindRoutes(
    app,
    { listOrganizations, getOrganization, updateOrganization, currentSubscription, listSubscriptions },
    {
      async listOrganizations({ query }) {
        const wanted = { sort: query.sort ?? 'name', q: query.q, isActive: query.is_active, limits: limitsOf(query, PAGE_ROWS) };
        const { rows, total } = await db.asAdmin(async (tx) => await listAdminOrganizations(tx, wanted, clock()));
        return { status: 200 as const, body: { organizations: rows }, headers: totalHeader(total) };
      },
      async getOrganization({ params }) {
        const organization = await db.asAdmin(async (tx) => await findAdminOrganization(tx, params.id, clock()));
        if (organization === null) throw notFound();
        return { status: 200 as const, body: { organization, has_platform_provider: deps.config.platformProvider !== null } };
      },
      async updateOrganization({ viewer, params, body, request }) {
        const { subscription, ...change } = body;
        if (subscription !== undefined && change.is_active !== false)
          throw invalid({ subscription: ['This goes with deactivating only.'] });
        const cancels = subscription === 'cancel_at_period_end';
        const organization = await changeOrganization(deps, { id: params.id, change, cancels, actor: actorOf(request, viewer) });
        return { status: 200 as const, body: { organization } };
      },
      async currentSubscription({ params }) {
        const subscription = await db.asAdmin(async (tx) => {
          if ((await findAdminOrganization(tx, params.id, clock())) === null) throw notFound();
          return await findAdminSubscription(tx, params.id, clock());
        });
        return { status: 200 as const, body: { subscription } };
      },
      async listSubscriptions({ query }) {
        const wanted = {
          sort: query.sort ?? '-created_at',
          q: query.q,
          organizationId: query.organization_id,
          limits: limitsOf(query, PAGE_ROWS),
        };
        const { rows, total } = await db.asAdmin(async (tx) => await listAdminSubscriptions(tx, wanted, clock()));
        return { status: 200 as const, body: { subscriptions: rows }, headers: totalHeader(total) };
      },
    },
    deps.access,
  );
}
