import { inquiryViewsContract, MOST_VIEWS, type ListView } from '@coverlight/contract/inquiries/views.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { deleteView, insertView, listViews, lockViews, replaceView } from './inquiry-views.repository.ts';

/** Names are told apart as people do: case does not matter. */
function checkName(views: readonly ListView[], { id, name }: Pick<ListView, 'id' | 'name'>): void {
  const same = views.some((view) => view.id !== id && view.name.toLowerCase() === name.toLowerCase());
  if (same) throw invalid({ name: ['You have a view of this name already.'] });
}

export function registerInquiryViews(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    inquiryViewsContract,
    {
      async list({ viewer }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const views = await db.asOrganization(viewer.organizationId, async (tx) => await listViews(tx, keys, viewer));
        return { status: 200 as const, body: { views } };
      },
      async create({ viewer, body, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const [view, now] = [{ id: deps.newId(), ...body }, clock()];
        await db.asOrganization(viewer.organizationId, async (tx) => {
          await lockViews(tx, viewer);
          const views = await listViews(tx, keys, viewer);
          checkName(views, view);
          if (views.length >= MOST_VIEWS) throw invalid({ name: [`You have ${MOST_VIEWS} views already. Delete one first.`] });
          await insertView(tx, keys, viewer, { view, now });
          await recordAudit(tx, actorOf(request, viewer), now, {
            action: 'inquiry-view.create',
            objectType: 'inquiry_view',
            objectIds: [view.id],
          });
        });
        return { status: 201 as const, body: { view } };
      },
      async update({ viewer, params, body, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const now = clock();
        const view = await db.asOrganization(viewer.organizationId, async (tx) => {
          await lockViews(tx, viewer);
          const views = await listViews(tx, keys, viewer);
          const before = views.find(({ id }) => id === params.id);
          if (before === undefined) throw notFound();
          const after = { ...before, ...(body.name && { name: body.name }), ...(body.filters && { filters: body.filters }) };
          checkName(views, after);
          await replaceView(tx, keys, viewer, { view: after, now });
          await recordAudit(tx, actorOf(request, viewer), now, {
            action: 'inquiry-view.update',
            objectType: 'inquiry_view',
            objectIds: [after.id],
            changedFields: Object.keys(body),
          });
          return after;
        });
        return { status: 200 as const, body: { view } };
      },
      async remove({ viewer, params, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          if (!(await deleteView(tx, viewer, params.id))) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'inquiry-view.delete',
            objectType: 'inquiry_view',
            objectIds: [params.id],
          });
        });
        return { status: 204 as const, body: null };
      },
    },
    deps.access,
  );
}
