import { inboxContract } from '@coverlight/contract/inbox/inbox.contract.ts';
import { compareCodes } from '@coverlight/domain/changes/change-codes.ts';
import type { FastifyInstance } from 'fastify';
import { createListCounts } from '#db/list-counts.ts';
import { limitsOf } from '#db/page.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { createShownLists } from '#features/audit/shown-lists.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { isBackground } from '#http/session.ts';
import { scopeOf } from '#http/viewer.ts';
import { changeItem } from './change-item.ts';
import { changeSettings } from './change-settings.ts';
import { presentItem } from './inbox.presenter.ts';
import { countClosed, listInbox } from './inbox.repository.ts';
import { readInboxSettings } from '#features/inquiries/changes/inbox-settings.repository.ts';

const PAGE_ROWS = 15;
const JUDGED_MS = 90 * 24 * 60 * 60 * 1000;

export function registerInbox(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);
  const shown = createShownLists();

  bindRoutes(
    app,
    inboxContract,
    {
      async list({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const { state = 'open', code, assignee_id: assigneeId } = query;
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listInbox(tx, {
            scope: scopeOf(viewer),
            keys,
            filter: { state, ...(code && { codes: code }), ...(assigneeId && { assigneeId }) },
            limits: limitsOf(query, PAGE_ROWS),
            counts,
            now: clock(),
          });
          const objectIds = rows.flatMap(({ inquiry_id }) => inquiry_id ?? []);
          const isAgain = shown.isAgain(viewer.sessionId, objectIds, isBackground(request));
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: isAgain ? 'inquiry.list-again' : 'inbox.list',
            objectType: 'inquiry',
            objectIds,
          });
          return { status: 200 as const, body: { items: rows.map(presentItem) }, headers: totalHeader(total) };
        });
      },
      async change({ viewer, params, body, request }) {
        const item = await changeItem(deps, { id: params.id, change: body, viewer, actor: actorOf(request, viewer) });
        return { status: 200 as const, body: { item: presentItem(item) } };
      },
      async settings({ viewer }) {
        const settings = await db.asOrganization(viewer.organizationId, readInboxSettings);
        return { status: 200 as const, body: { settings } };
      },
      async changeSettings({ viewer, body, request }) {
        const settings = await changeSettings(deps, {
          change: body,
          organizationId: viewer.organizationId,
          actor: actorOf(request, viewer),
        });
        return { status: 200 as const, body: { settings } };
      },
      async usefulness({ viewer }) {
        const since = new Date(clock().getTime() - JUDGED_MS);
        const usefulness = await db.asOrganization(viewer.organizationId, async (tx) => await countClosed(tx, since));
        return { status: 200 as const, body: { usefulness: usefulness.toSorted((a, b) => compareCodes(a.code, b.code)) } };
      },
    },
    deps.access,
  );
}
