import { reportsContract } from '@coverlight/contract/cases/reports.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { csvLine } from '#http/csv.ts';
import { makeReport, reportRows } from './verification-report.ts';

export function registerReports(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    reportsContract,
    {
      async verification({ viewer, query, request }) {
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const report = await makeReport(tx, viewer.organizationId, { since: query.since, now: clock() });
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'report.view', objectType: 'report' });
          return { status: 200 as const, body: { report } };
        });
      },
      async export({ viewer, query, request }) {
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const report = await makeReport(tx, viewer.organizationId, { since: query.since, now: clock() });
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'report.export', objectType: 'report' });
          return {
            status: 200 as const,
            body: null,
            download: Buffer.from(reportRows(report).map(csvLine).join('')),
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': `attachment; filename="verification-${query.since}.csv"`,
            },
          };
        });
      },
    },
    deps.access,
  );
}
