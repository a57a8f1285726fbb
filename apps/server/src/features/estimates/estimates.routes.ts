import { estimatesContract } from '@coverlight/contract/cases/estimates.contract.ts';
import type { Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { readFormFile } from '#http/read-form-file.ts';
import { scopeOf, type Scope, type Viewer } from '#http/viewer.ts';
import { listEstimateClaims } from './claims/estimate-claims.repository.ts';
import { MOST_BYTES, TOO_LARGE } from './claims/read-remittance.ts';
import { previewRemittance, REMITTANCE_FIELDS, removeClaim, storeRemittance } from './claims/store-remittance.ts';
import { findRange } from './find-range.ts';
import { presentEstimate, type EstimatePlace } from './estimates.presenter.ts';
import { findEstimate, listEstimates } from './estimates.repository.ts';
import { printEstimate } from './print-estimate.ts';
import { changeEstimate, createEstimate } from './save-estimate.ts';

export function registerEstimates(app: FastifyInstance, deps: Deps, pdfs: PdfPool): void {
  const { db, clock } = deps;

  const placeOf = async (
    tx: Tx,
    keys: OrganizationKeys,
    { scope, providerId, ids }: { scope: Scope; providerId: string; ids: readonly string[] },
  ): Promise<EstimatePlace> => {
    const { rows } = await listProviders(tx, scope, {});
    const claims = await listEstimateClaims(tx, keys, ids);
    return { providerId, names: new Map(rows.map(({ id, name }) => [id, name])), now: clock(), claims };
  };

  const readOne = async (tx: Tx, keys: OrganizationKeys, scope: Scope, id: string): Promise<Estimate> => {
    const record = await findEstimate(tx, keys, { id });
    const owner = record === null ? null : await findCase(tx, keys, scope, { id: record.case_id });
    if (record === null || owner === null) throw notFound();
    return presentEstimate(record, await placeOf(tx, keys, { scope, providerId: owner.provider_id, ids: [id] }));
  };
  /** After a change of the caller's, who may see it. */
  const showChanged = async (viewer: Viewer, id: string) => {
    const keys = await deps.keys.keysOf(viewer.organizationId);
    const estimate = await db.asOrganization(
      viewer.organizationId,
      async (tx) => await readOne(tx, keys, { ...scopeOf(viewer), restricted: false }, id),
    );
    return { estimate };
  };
  const readFile = async (request: FastifyRequest) =>
    await readFormFile(request, { fields: REMITTANCE_FIELDS, mostBytes: MOST_BYTES, tooLarge: TOO_LARGE });

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
          const records = await listEstimates(tx, keys, params.id);
          const place = await placeOf(tx, keys, { scope, providerId: owner.provider_id, ids: records.map(({ id }) => id) });
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
        return { status: 201 as const, body: await showChanged(viewer, id) };
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
        return { status: 200 as const, body: await showChanged(viewer, params.id) };
      },
      async readRemittance({ viewer, params, request }) {
        const { bytes } = await readFile(request);
        const reading = await previewRemittance(deps, { viewer, actor: actorOf(request, viewer), id: params.id, bytes });
        return { status: 200 as const, body: { reading } };
      },
      async storeRemittance({ viewer, params, request }) {
        const { bytes, fields } = await readFile(request);
        await storeRemittance(deps, { viewer, actor: actorOf(request, viewer), id: params.id, bytes, fields });
        return { status: 200 as const, body: await showChanged(viewer, params.id) };
      },
      async removeClaim({ viewer, params, request }) {
        const id = await removeClaim(deps, { viewer, actor: actorOf(request, viewer), id: params.id });
        return { status: 200 as const, body: await showChanged(viewer, id) };
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
          return { status: 200 as const, body: await findRange(tx, keys, { book, level: query.level, now: clock() }) };
        });
      },
    },
    deps.access,
  );
}
