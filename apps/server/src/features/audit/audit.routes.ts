import { Readable } from 'node:stream';
import { auditContract, type AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { createListCounts } from '#db/list-counts.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { csvLine } from '#http/csv.ts';
import { listAuditEvents, listAuditEventsBefore, type AuditFilter, type AuditRecord } from './audit-log.repository.ts';
import { AUDIT_COLUMNS, auditCells, namedIds, presentAuditEvent } from './audit.presenter.ts';
import { recordAudit } from './record-audit.ts';
import { actorOf } from '#http/actor.ts';

const EXPORT_PAGE = 1000;

/** Of those ids that are the organization's own inquiries. */
type NameInquiries = (tx: Tx, keys: OrganizationKeys, organizationId: string, ids: readonly string[]) => Promise<AuditEvent['inquiries']>;

/** By person: the id of its newest inquiry. */
type FindNewest = (tx: Tx, personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Both are handed in: what an inquiry or a person is about their own features know, and those record here. */
export function registerAudit(
  app: FastifyInstance,
  deps: Deps,
  { nameInquiries, findNewest }: { nameInquiries: NameInquiries; findNewest: FindNewest },
): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);

  /** A page at a time, each in a transaction of its own, however long the log. */
  async function* exportLines(organizationId: string, filter: AuditFilter): AsyncGenerator<string> {
    yield csvLine(AUDIT_COLUMNS);
    let before: string | null = null;
    for (;;) {
      const last = before;
      const rows: AuditRecord[] = await db.asAdminFor(
        organizationId,
        async (tx) => await listAuditEventsBefore(tx, filter, { before: last, limit: EXPORT_PAGE }),
      );
      if (rows.length > 0) yield rows.map((row) => csvLine(auditCells(row))).join('');
      before = rows.at(-1)?.id ?? null;
      if (rows.length < EXPORT_PAGE) return;
    }
  }

  bindRoutes(
    app,
    auditContract,
    {
      async list({ viewer, query, request }) {
        const { rows, total } = await db.asAdminFor(viewer.organizationId, async (tx) => await listAuditEvents(tx, query, counts));
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const ids = [...new Set(rows.flatMap(namedIds))];
        const named = await db.asOrganization(viewer.organizationId, async (tx) => {
          const newest = await findNewest(tx, ids);
          const found = await nameInquiries(tx, keys, viewer.organizationId, [...ids, ...newest.values()]);
          const objectIds = found.map(({ id }) => id);
          const ofInquiries = objectIds.length > 0 && { objectType: 'inquiry', objectIds };
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'audit.list', ...ofInquiries });
          const byId = new Map(found.map((inquiry) => [inquiry.id, inquiry]));
          for (const [personId, inquiryId] of newest) {
            const inquiry = byId.get(inquiryId);
            if (inquiry !== undefined) byId.set(personId, inquiry);
          }
          return byId;
        });
        return {
          status: 200 as const,
          body: { audit_events: rows.map((row) => presentAuditEvent(row, named)) },
          headers: totalHeader(total),
        };
      },
      async export({ viewer, query, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'audit.export' });
        });
        return {
          status: 200 as const,
          body: null,
          download: Readable.from(exportLines(viewer.organizationId, query)),
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
