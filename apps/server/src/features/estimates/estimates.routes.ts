import { estimatesContract } from '@coverlight/contract/cases/estimates.contract.ts';
import type { Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { loadCase } from '#features/cases/case-book.ts';
import { findCase } from '#features/cases/cases.repository.ts';
import type { PdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { listProviders } from '#features/providers/providers.repository.ts';
import { maySeeReimbursements } from '#features/reimbursements/find-reimbursements.ts';
import { actorOf } from '#http/actor.ts';
import { forbidden, notFound } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { scopeOf, type Scope } from '#http/viewer.ts';
import { findRange } from './find-range.ts';
import { presentEstimate, type EstimatePlace } from './estimates.presenter.ts';
import { findEstimate, listEstimates } from './estimates.repository.ts';
import { printEstimate } from './print-estimate.ts';
import { changeEstimate, createEstimate } from './save-estimate.ts';

export function registerEstimates(app: FastifyInstance, deps: Deps, pdfs: PdfPool): void {
  const { db, clock } = deps;

  const placeOf = async (tx: Tx, scope: Scope, providerId: string): Promise<EstimatePlace> => {
    const { rows } = await listProviders(tx, scope, {});
    return { providerId, names: new Map(rows.map(({ id, name }) => [id, name])), now: clock() };
  };

  const readOne = async (tx: Tx, keys: OrganizationKeys, scope: Scope, id: string): Promise<Estimate> => {
    const record = await findEstimate(tx, keys, { id });
    const owner = record === null ? null : await findCase(tx, keys, scope, { id: record.case_id });
    if (record === null || owner === null) throw notFound();
    return presentEstimate(record, await placeOf(tx, scope, owner.provider_id));
  };

  bindRoutes(
    app,
    estimatesContract,
    {
      async list({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const scope = scopeOf(viewer);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const owner = await findCase(tx, keys, scope, { id: params.id });
          if (owner === null) throw notFound();
          const place = await placeOf(tx, scope, owner.provider_id);
          const records = await listEstimates(tx, keys, params.id);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'estimate.view',
            objectType: 'estimate',
            objectIds: [params.id, ...records.map(({ id }) => id)],
          });
          return { status: 200 as const, body: { estimates: records.map((record) => presentEstimate(record, place)) } };
        });
      },
      async create({ viewer, params, body, request }) {
        const id = await createEstimate(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const estimate = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await readOne(tx, keys, { ...scopeOf(viewer), restricted: false }, id),
        );
        return { status: 201 as const, body: { estimate } };
      },
      async get({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const estimate = await readOne(tx, keys, scopeOf(viewer), params.id);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'estimate.view',
            objectType: 'estimate',
            objectIds: [estimate.case_id, params.id],
          });
          return { status: 200 as const, body: { estimate } };
        });
      },
      async update({ viewer, params, body, request }) {
        await changeEstimate(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const estimate = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await readOne(tx, keys, { ...scopeOf(viewer), restricted: false }, params.id),
        );
        return { status: 200 as const, body: { estimate } };
      },
      async pdf({ viewer, params, query, request }) {
        const language = query.language ?? 'en';
        const download = await printEstimate(deps, pdfs, { id: params.id, language, viewer, actor: actorOf(request, viewer) });
        return {
          status: 200 as const,
          body: null,
          download,
          headers: {
            'content-type': 'application/pdf',
            // No patient data: the name stays in the browser's list of downloads.
            'content-disposition': `attachment; filename="coverlight-estimate-${params.id}.pdf"`,
          },
        };
      },
      async range({ viewer, params, query, request }) {
        if (!maySeeReimbursements(viewer)) throw forbidden();
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const book = await loadCase(deps, tx, keys, { id: params.id, scope: scopeOf(viewer) });
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'case.view', objectType: 'case', objectIds: [params.id] });
          return { status: 200 as const, body: await findRange(tx, book, query.level, clock()) };
        });
      },
    },
    deps.access,
  );
}
