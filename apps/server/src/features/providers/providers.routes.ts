import { providersContract } from '@coverlight/contract/providers/providers.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { scopeOf } from '#http/viewer.ts';
import { presentProvider } from './providers.presenter.ts';
import { findProvider, insertProvider, listActiveProviders, listProviders, updateProvider } from './providers.repository.ts';
import { checkedProvider } from './save-provider.ts';

export function registerProviders(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    providersContract,
    {
      async list({ viewer, query }) {
        const { rows, total } = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await listProviders(tx, scopeOf(viewer), query),
        );
        return { status: 200 as const, body: { providers: rows.map(presentProvider) }, headers: totalHeader(total) };
      },
      async compact({ viewer, query }) {
        const { rows, total } = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await listActiveProviders(tx, scopeOf(viewer), query),
        );
        return { status: 200 as const, body: { providers: rows }, headers: totalHeader(total) };
      },
      async get({ viewer, params }) {
        const provider = await db.asOrganization(viewer.organizationId, async (tx) => await findProvider(tx, scopeOf(viewer), params.id));
        if (provider === null) throw notFound();
        return { status: 200 as const, body: { provider: presentProvider(provider) } };
      },
      async create({ viewer, body, request }) {
        const checked = checkedProvider(body);
        const now = clock();
        const provider = await db.asOrganization(viewer.organizationId, async (tx) => {
          const created = await insertProvider(tx, {
            organization_id: viewer.organizationId,
            id: deps.newId(),
            name: body.name,
            npi: checked.npi ?? body.npi,
            tax_id: checked.tax_id ?? body.tax_id,
            created_at: now,
            updated_at: now,
          });
          await recordAudit(tx, actorOf(request, viewer), now, {
            action: 'provider.create',
            objectType: 'provider',
            objectIds: [created.id],
          });
          return created;
        });
        return { status: 201 as const, body: { provider: presentProvider(provider) } };
      },
      async update({ viewer, params, body, request }) {
        const now = clock();
        const provider = await db.asOrganization(viewer.organizationId, async (tx) => {
          // An unknown facility is reported before its numbers are: object 404, then rules 422 (product.md 7.2).
          if ((await findProvider(tx, scopeOf(viewer), params.id)) === null) throw notFound();
          const change = checkedProvider(body);
          const updated = await updateProvider(tx, scopeOf(viewer), params.id, { ...change, updated_at: now });
          await recordAudit(tx, actorOf(request, viewer), now, {
            action: 'provider.update',
            objectType: 'provider',
            objectIds: [params.id],
            changedFields: Object.keys(change),
          });
          return updated;
        });
        if (provider === null) throw notFound();
        return { status: 200 as const, body: { provider: presentProvider(provider) } };
      },
    },
    deps.access,
  );
}
