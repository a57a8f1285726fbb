import type { QueryOf } from '@coverlight/contract/endpoint.ts';
import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import { anySearchOf, searchTermsOf, shortTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { createShownLists } from '#features/audit/shown-lists.ts';
import { markToCompare } from '#features/inquiries/changes/marks.repository.ts';
import { refreshLastChecksOf } from '#features/inquiries/linking/last-checks.repository.ts';
import { actorOf } from '#http/actor.ts';
import { forbidden, invalid, notFound, unauthenticated } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { isBackground } from '#http/session.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import type { AskingWorker } from './asking/asking-worker.ts';
import { cancelInquiry } from './asking/cancel-inquiry.ts';
import { confirmPerson } from './confirm-person.ts';
import { formKeyOf } from './form-key.ts';
import { findRecent } from './list/find-recent.ts';
import { dismissInquiry, findInquiry, hideInquiries } from './inquiries.repository.ts';
import { presentInquiry, presentRow } from './inquiries.presenter.ts';
import { createListCounts } from '#db/list-counts.ts';
import type { InquiryFilter } from './list/inquiry-conditions.ts';
import { listAttention, listInquiries } from './list/inquiry-list.repository.ts';
import { saveDraft } from './save-draft.ts';
import { submitInquiry } from './submit-inquiry.ts';

const PAGE_ROWS = 15;
/** Held so long, a caller may have lost the right to the answer. */
const LONG_HELD_MS = 1000;
const { pdf: _pdf, reimbursements: _reimbursements, ...ownEndpoints } = inquiriesContract;

function filterOf(query: QueryOf<typeof inquiriesContract.list>): InquiryFilter {
  const { user_id, provider_id, status, payer_name, coverage, created_from, created_before, q } = query;
  const any = q === undefined ? null : anySearchOf(q);
  return {
    isHidden: query.is_hidden === true,
    terms: searchTermsOf(query),
    ...(status && { statuses: status }),
    ...(user_id && { userId: user_id }),
    ...(provider_id && { providerId: provider_id }),
    ...(payer_name && { payerName: payer_name }),
    ...(any && { any }),
    ...(coverage && { coverage }),
    ...(created_from && { createdFrom: new Date(created_from) }),
    ...(created_before && { createdBefore: new Date(created_before) }),
  };
}

export function registerInquiries(app: FastifyInstance, deps: Deps, worker: AskingWorker): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);
  const shown = createShownLists();

  async function recordList(tx: Tx, request: FastifyRequest, viewer: Viewer, rows: readonly { id: string }[]): Promise<void> {
    const objectIds = rows.map((row) => row.id);
    const action = shown.isAgain(viewer.sessionId, objectIds, isBackground(request)) ? 'inquiry.list-again' : 'inquiry.list';
    await recordAudit(tx, actorOf(request, viewer), clock(), { action, objectType: 'inquiry', objectIds });
  }

  bindRoutes(
    app,
    ownEndpoints,
    {
      async list({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        // Only managers see what was hidden.
        if (query.is_hidden === true && !viewer.isManager) throw forbidden();
        const short = shortTerms(query);
        if (Object.keys(short).length > 0) throw invalid(short);
        const { page, limit, sort } = query;
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listInquiries(tx, {
            scope: scopeOf(viewer),
            keys,
            limits: limitsOf({ page, limit }, PAGE_ROWS),
            order: sort === 'created_at' ? 'oldest' : 'newest',
            now: clock(),
            counts,
            filter: filterOf(query),
          });
          await recordList(tx, request, viewer, rows);
          return { status: 200 as const, body: { inquiries: rows.map((row) => presentRow(row, deps)) }, headers: totalHeader(total) };
        });
      },
      async attention({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listAttention(tx, {
            scope: scopeOf(viewer),
            keys,
            limits: limitsOf(query, PAGE_ROWS),
            now: clock(),
          });
          await recordList(tx, request, viewer, rows);
          return { status: 200 as const, body: { inquiries: rows.map((row) => presentRow(row, deps)) }, headers: totalHeader(total) };
        });
      },
      async create({ viewer, body, request }) {
        const key = request.headers['idempotency-key'];
        const sentAt = clock().getTime();
        const inquiry = await submitInquiry(deps, worker, {
          form: body,
          viewer,
          actor: actorOf(request, viewer),
          idempotencyKey: typeof key === 'string' && key !== '' ? key.slice(0, 200) : null,
        });
        // Whose session ended meanwhile, as by a deactivation, does not learn the answer.
        if (clock().getTime() - sentAt > LONG_HELD_MS) {
          const still = await deps.access.findViewer(request);
          if (still === null || still.secondFactorDue) throw unauthenticated();
        }
        const presented = presentInquiry(inquiry, deps);
        if (inquiry.refused_by !== 'clearinghouse') return { status: 201 as const, body: { inquiry: presented } };
        // Refused before it reached the payer: the inquiry is kept, and its words belong to the form's fields (product.md 4.1.7).
        const errors = Object.fromEntries(Object.entries(inquiry.remote_errors).map(([field, words]) => [field, [words]]));
        return { status: 422 as const, body: { errors, inquiry: presented } };
      },
      async recent({ viewer, body, request }) {
        return {
          status: 200 as const,
          body: { recent: await findRecent(deps, { viewer, actor: actorOf(request, viewer), question: body }) },
        };
      },
      async formKey({ viewer }) {
        return Promise.resolve({ status: 200 as const, body: { form_key: formKeyOf(deps.config.dataKey, viewer.sessionId) } });
      },
      async createDraft({ viewer, body, request }) {
        const draft = await saveDraft(deps, { id: null, form: body, viewer, actor: actorOf(request, viewer) });
        return { status: 201 as const, body: { inquiry: presentInquiry(draft, deps) } };
      },
      async updateDraft({ viewer, params, body, request }) {
        const draft = await saveDraft(deps, { id: params.id, form: body, viewer, actor: actorOf(request, viewer) });
        return { status: 200 as const, body: { inquiry: presentInquiry(draft, deps) } };
      },
      async get({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const inquiry = await findInquiry(tx, keys, scopeOf(viewer), params.id);
          if (inquiry === null) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'inquiry.view',
            objectType: 'inquiry',
            objectIds: [inquiry.id],
          });
          return { status: 200 as const, body: { inquiry: presentInquiry(inquiry, deps) } };
        });
      },
      async hide({ viewer, body, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          if (!(await hideInquiries(tx, scopeOf(viewer), body.inquiry_ids, body.is_hidden, clock())))
            throw invalid({ inquiry_ids: ['One of these inquiries is not there.'] });
          await refreshLastChecksOf(tx, body.inquiry_ids);
          await markToCompare(tx, body.inquiry_ids);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: body.is_hidden ? 'inquiry.hide' : 'inquiry.restore',
            objectType: 'inquiry',
            objectIds: body.inquiry_ids,
          });
        });
        worker.compareSoon(viewer.organizationId);
        return { status: 204 as const, body: null };
      },
      async cancel({ viewer, params, request }) {
        const inquiry = await cancelInquiry(deps, worker, { id: params.id, viewer, actor: actorOf(request, viewer) });
        return { status: 200 as const, body: { inquiry: presentInquiry(inquiry, deps) } };
      },
      async confirmPerson({ viewer, params, body, request }) {
        const person = { id: params.id, isConfirmed: body.is_confirmed, viewer, actor: actorOf(request, viewer) };
        const inquiry = await confirmPerson(deps, person);
        worker.compareSoon(viewer.organizationId);
        return { status: 200 as const, body: { inquiry: presentInquiry(inquiry, deps) } };
      },
      async dismiss({ viewer, params, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          if (!(await dismissInquiry(tx, scopeOf(viewer), params.id, clock()))) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'inquiry.dismiss',
            objectType: 'inquiry',
            objectIds: [params.id],
          });
        });
        return { status: 204 as const, body: null };
      },
    },
    deps.access,
  );
}
