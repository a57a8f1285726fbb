import { Readable } from 'node:stream';
import { adminAuditContract } from '@coverlight/contract/admin/admin-audit.contract.ts';
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import type { Deps } from '#deps.ts';
import { AUDIT_COLUMNS, auditCells } from '#features/audit/audit.presenter.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { createListCounts } from '#db/list-counts.ts';
import { accessReason } from '#http/access-reason.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { csvLine } from '#http/csv.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  countEventsOfAll,
  listEventsOfAll,
  listEventsOfAllBefore,
  type AdminAuditFilter,
  type AdminAuditRecord,
} from './admin-audit.repository.ts';

const PAGE_ROWS = 1000;
const EXPORT_PAGE = 1000;

export function registerAdminAudit(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);
  const record = async (tx: Tx, request: FastifyRequest, viewer: Viewer, action: AuditAction) =>
    await recordAudit(tx, actorOf(request, viewer), clock(), { action, reason: accessReason(request) });

  /** A page at a time, each in a transaction of its own, however long the log. */
  async function* exportLines(filter: AdminAuditFilter): AsyncGenerator<string> {
    yield csvLine(['Organization', ...AUDIT_COLUMNS]);
    for (let last: AdminAuditRecord | null = null; ;) {
      const before: AdminAuditRecord | null = last;
      const rows: AdminAuditRecord[] = await db.asAdmin(
        async (tx) => await listEventsOfAllBefore(tx, filter, { before, limit: EXPORT_PAGE }),
      );
      if (rows.length > 0) yield rows.map((row) => csvLine([row.organization_name, ...auditCells(row)])).join('');
      last = rows.at(-1) ?? null;
      if (rows.length < EXPORT_PAGE) return;
    }
  }

  bindRoutes(
    app,
    adminAuditContract,
    {
      async list({ viewer, query, request }) {
        const { page: _page, limit: _limit, sort, ...filter } = query;
        const order = sort === 'at' ? 'oldest' : 'newest';
        const found = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const count = async () => await counts.count(JSON.stringify(filter), async () => await countEventsOfAll(tx, filter));
          const page = await listEventsOfAll(tx, filter, { order, limits: limitsOf(query, PAGE_ROWS), count });
          await record(tx, request, viewer, 'admin.audit.list');
          return page;
        });
        return { status: 200 as const, body: { audit_events: found.rows }, headers: totalHeader(found.total) };
      },
      async export({ viewer, query, request }) {
        await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await record(tx, request, viewer, 'admin.audit.export'));
        return {
          status: 200 as const,
          body: null,
          download: Readable.from(exportLines(query)),
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="audit-${clock().toISOString().slice(0, 10)}.csv"`,
          },
        };
      },
    },
    deps.access,
  );
}
