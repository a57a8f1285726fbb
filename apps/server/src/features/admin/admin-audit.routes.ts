import { adminAuditContract, type AdminAuditEvent } from '@coverlight/contract/admin/admin-audit.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf, type Limits } from '#db/page.ts';
import type { Deps } from '#deps.ts';
import { conditionOfKind } from '#features/audit/audit-kinds.ts';
import type { AuditFilter, AuditRecord } from '#features/audit/audit-log.repository.ts';
import { presentAuditEvent } from '#features/audit/audit.presenter.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { accessReason } from '#http/access-reason.ts';

const PAGE_ROWS = 50;
/** Counting on through millions of rows would help nobody. */
const COUNTED_AT_MOST = 10_000;

interface StoredEvent extends Record<string, unknown>, AuditRecord {
  organization_id: string;
  organization_name: string;
}

export function registerAdminAudit(app: FastifyInstance, deps: Deps): void {
  bindRoutes(
    app,
    adminAuditContract,
    {
      async list({ viewer, query, request }) {
        const { organization_id: organizationId, ...filter } = query;
        const found = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const events = await searchEvents(tx, { ...filter, organizationId }, limitsOf(query, PAGE_ROWS));
          const entry = { action: 'admin.audit.list' as const, reason: accessReason(request) };
          await recordAudit(tx, actorOf(request, viewer), deps.clock(), entry);
          return events;
        });
        return { status: 200 as const, body: { audit_events: found.rows }, headers: totalHeader(found.total) };
      },
    },
    deps.access,
  );
}

async function searchEvents(
  tx: Tx,
  filter: AuditFilter & { organizationId: string | undefined },
  limits: Limits,
): Promise<{ rows: AdminAuditEvent[]; total: number }> {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const all = ['true'];
  if (filter.organizationId !== undefined) all.push(`a.organization_id = ${param(filter.organizationId)}`);
  if (filter.from !== undefined) all.push(`a.at >= ${param(filter.from)}`);
  if (filter.until !== undefined) all.push(`a.at < ${param(filter.until)}`);
  if (filter.user_id !== undefined) all.push(`a.actor_user_id = ${param(filter.user_id)}`);
  if (filter.action !== undefined) all.push(`a.action = ${param(filter.action)}`);
  if (filter.kind !== undefined) {
    const { condition, words } = conditionOfKind(filter.kind, 'a.action');
    all.push(condition(param(words)));
  }
  const where = all.join(' AND ');
  const [count] = await tx.queryOnce<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT FROM audit_events a WHERE ${where} LIMIT ${COUNTED_AT_MOST}) counted`,
    values,
  );
  const rows = await tx.queryOnce<StoredEvent>(
    `SELECT a.id::text AS id, a.at, a.action, a.outcome, a.actor_role, a.actor_user_id, a.object_type, a.object_ids, a.address, a.user_agent,
       a.changed_fields, a.reason, trim(u.first_name || ' ' || u.last_name) AS user_name, u.email AS user_email, a.organization_id,
       o.name AS organization_name
     FROM audit_events a JOIN organizations o ON o.id = a.organization_id LEFT JOIN users u ON u.id = a.actor_user_id
     WHERE ${where} ORDER BY a.at DESC, a.id DESC LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
  );
  const events = rows.map((row) => ({
    ...presentAuditEvent(row),
    organization: { id: row.organization_id, name: row.organization_name },
  }));
  return { rows: events, total: count?.total ?? 0 };
}
