import { adminInquiriesContract, type AdminInquiryRow } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import { searchTermsOf, shortTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import type { FastifyInstance } from 'fastify';
import type { OrganizationKeys, TokensOfAll } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit, recordAuditOfEach } from '#features/audit/record-audit.ts';
import { presentInquiry, presentRow } from '#features/inquiries/inquiries.presenter.ts';
import { findInquiry, findRawAnswer } from '#features/inquiries/inquiries.repository.ts';
import { openContent, openIdentity } from '#features/inquiries/inquiry-contents.ts';
import { createListCounts } from '#db/list-counts.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { accessReason } from '#http/access-reason.ts';
import { rawPiece } from './raw-piece.ts';
import {
  countAdminInquiries,
  findOrganizationOfInquiry,
  findPayerMatchesOfAll,
  listAdminInquiries,
  listAttempts,
  type AdminInquiryFilter,
  type AdminInquiryRecord,
} from './admin-inquiries.repository.ts';

const PAGE_ROWS = 15;
const DAY_MS = 24 * 60 * 60 * 1000;
export function registerAdminInquiries(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);

  bindRoutes(
    app,
    adminInquiriesContract,
    {
      async list({ viewer, query, request }) {
        const now = clock();
        const short = shortTerms(query);
        if (Object.keys(short).length > 0) throw invalid(short);
        const { payer_name: payerName = '', ...rest } = query;
        const terms = searchTermsOf(rest);
        const tokens = terms.length === 0 ? [] : await deps.keys.tokensOfAll(terms, query.organization_id);
        const { rows, total } = await db.asAdmin(async (tx) => {
          const plain = filterOf(rest, tokens, now);
          const filter = payerName === '' ? plain : { ...plain, payer: await findPayerMatchesOfAll(tx, payerName) };
          const key = JSON.stringify({ ...query, page: null, limit: null, sort: null });
          const page = await listAdminInquiries(tx, filter, {
            limits: limitsOf(query, PAGE_ROWS),
            now,
            order: query.sort === 'created_at' ? 'oldest' : 'newest',
            count: async () => await counts.count(key, async () => await countAdminInquiries(tx, filter, now)),
          });
          // One row in each organization whose patients are shown; where nobody was found, one in the internal one: that tells something, too.
          const shown = idsByOrganization(page.rows);
          const entry = { action: 'admin.inquiry.list' as const, objectType: 'inquiry', reason: accessReason(request) };
          await recordAuditOfEach(tx, { actor: actorOf(request, viewer), at: now, entry, shown });
          return page;
        });
        const keys = await deps.keys.keysOfEach(rows.map((row) => row.organization_id));
        const inquiries = rows.map((row) => presentAdminRow(row, keys.get(row.organization_id), deps));
        return { status: 200 as const, body: { inquiries }, headers: totalHeader(total) };
      },
      async get({ viewer, params, request }) {
        const organization = await db.asAdmin(async (tx) => await findOrganizationOfInquiry(tx, params.id));
        if (organization === null) throw notFound();
        const keys = await deps.keys.keysOf(organization.id);
        const scope = { organizationId: organization.id, userId: viewer.userId, restricted: false };
        return await db.asAdminFor(organization.id, async (tx) => {
          const record = await findInquiry(tx, keys, scope, params.id);
          if (record === null) throw notFound();
          const attempts = await listAttempts(tx, deps.clearinghouses, params.id);
          const raw_response = (await findRawAnswer(tx, keys, params.id)) ?? null;
          const presented = presentInquiry(record, deps);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'admin.inquiry.view',
            objectType: 'inquiry',
            objectIds: [params.id],
            reason: accessReason(request),
          });
          const inquiry = {
            ...presented,
            coverage: presented.coverage === null && raw_response === null ? null : { ...presented.coverage, raw_response },
            organization,
            patient_first_name: record.submission.patientFirstName ?? '',
            patient_last_name: record.submission.patientLastName ?? '',
            remote_id: attempts.findLast((attempt) => attempt.remote_id !== null)?.remote_id ?? null,
            attempts,
          };
          return { status: 200 as const, body: { inquiry } };
        });
      },
      async rawLine({ viewer, params, query, request }) {
        const organization = await db.asAdmin(async (tx) => await findOrganizationOfInquiry(tx, params.id));
        if (organization === null) throw notFound();
        const keys = await deps.keys.keysOf(organization.id);
        const raw = await db.asAdminFor(organization.id, async (tx) => {
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'admin.inquiry.view',
            objectType: 'inquiry',
            objectIds: [params.id],
            reason: accessReason(request),
          });
          return await findRawAnswer(tx, keys, params.id);
        });
        return { status: 200 as const, body: { piece: rawPiece(raw, query.line) } };
      },
    },
    deps.access,
  );
}

type ListQuery = Parameters<typeof searchTermsOf>[0] & {
  status?: AdminInquiryFilter['statuses'];
  organization_id?: string | undefined;
  since?: number | undefined;
};

function filterOf(query: ListQuery, terms: readonly TokensOfAll[], now: Date): AdminInquiryFilter {
  return {
    ...(query.status === undefined ? {} : { statuses: query.status }),
    ...(query.organization_id === undefined ? {} : { organizationId: query.organization_id }),
    ...(query.since === undefined || query.since === 0 ? {} : { since: new Date(now.getTime() - query.since * DAY_MS) }),
    terms,
  };
}

function idsByOrganization(rows: readonly AdminInquiryRecord[]): Map<string, string[]> {
  const ids = new Map<string, string[]>(rows.length === 0 ? [[INTERNAL_ORGANIZATION_ID, []]] : []);
  for (const row of rows) ids.set(row.organization_id, [...(ids.get(row.organization_id) ?? []), row.id]);
  return ids;
}

function presentAdminRow(row: AdminInquiryRecord, keys: OrganizationKeys | undefined, deps: Deps): AdminInquiryRow {
  if (keys === undefined) throw new Error('an organization without keys');
  const submission = openContent(keys, row.id, 'submission', row.submission);
  const remote_errors = openContent(keys, row.id, 'remote_errors', row.remote_errors) ?? {};
  return {
    ...presentRow({ ...row, ...openIdentity(keys, row.id, row), remote_errors, person_id: null }, deps),
    remote_id: row.remote_id,
    organization: { id: row.organization_id, name: row.organization_name },
    patient_first_name: submission?.patientFirstName ?? '',
    patient_last_name: submission?.patientLastName ?? '',
    eiv: row.answered_at === null ? null : row.has_coverage,
  };
}
