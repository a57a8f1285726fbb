import { adminReimbursementsContract } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf, totalOfPage } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { runUpload } from '#features/admin/jobs/run-upload.ts';
import { createListCounts } from '#db/list-counts.ts';
import { readLocalAllowables } from '#features/reimbursements/import-local-allowables.ts';
import { readReimbursements } from '#features/reimbursements/import-reimbursements.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { readCsvFile, readTextField } from '#http/read-upload.ts';
import { accessReason } from '#http/access-reason.ts';
import {
  countReimbursements,
  listLaPrefixes,
  listPayersWithin,
  listReimbursements,
  switchLaPrefix,
} from './admin-reimbursements.repository.ts';

const PAGE_ROWS = 1000;

export function registerAdminReimbursements(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);

  bindRoutes(
    app,
    adminReimbursementsContract,
    {
      async list({ query }) {
        const words = {
          employerName: query.employer_name,
          groupNumber: query.group_number,
          alphaPrefix: query.alpha_prefix,
          q: query.q,
        };
        const limits = limitsOf(query, PAGE_ROWS);
        const { rows, total } = await db.asAdmin(async (tx) => {
          const payerIds = query.payer_id === undefined ? undefined : await listPayersWithin(tx, query.payer_id);
          const filter = { ...words, payerIds };
          const found = await listReimbursements(tx, { ...filter, sort: query.sort }, limits);
          const count = async () => await counts.count(JSON.stringify(filter), async () => await countReimbursements(tx, filter));
          return { rows: found, total: totalOfPage(found.length, limits) ?? (await count()) };
        });
        return { status: 200 as const, body: { reimbursements: rows }, headers: totalHeader(total) };
      },
      async upload({ viewer, request }) {
        return await runUpload(
          deps,
          'upload-reimbursements',
          { actor: actorOf(request, viewer), startedBy: viewer.userId },
          await readReimbursements(deps, await readCsvFile(request)),
        );
      },
      async listLaPrefixes({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
        const { rows, total } = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const found = await listLaPrefixes(tx, keys, {
            sort: query.sort ?? 'alpha_prefix',
            q: query.q ?? '',
            limits: limitsOf(query, PAGE_ROWS),
          });
          // The original member ids are patients'.
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'la-prefix.list',
            objectType: 'la-prefix',
            objectIds: found.rows.map((row) => row.id),
            reason: accessReason(request),
          });
          return found;
        });
        return { status: 200 as const, body: { la_prefixes: rows }, headers: totalHeader(total) };
      },
      async updateLaPrefix({ viewer, params, body, request }) {
        const keys = await deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
        const la_prefix = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const found = await switchLaPrefix(tx, keys, params.id, body.is_active);
          if (found === null) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'la-prefix.update',
            objectType: 'la-prefix',
            objectIds: [params.id],
            changedFields: ['is_active'],
          });
          return found;
        });
        return { status: 200 as const, body: { la_prefix } };
      },
      async uploadLaPrefixes({ viewer, request }) {
        const lines = await readTextField(request, 'member_ids');
        return await runUpload(
          deps,
          'upload-la-prefixes',
          { actor: actorOf(request, viewer), startedBy: viewer.userId },
          await readLocalAllowables(deps, lines),
        );
      },
    },
    deps.access,
  );
}
