import { personsContract, type PersonRow, type Proposal } from '@coverlight/contract/persons/persons.contract.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { anySearchOf, shortTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { headOf, memberIdsOf, newestAnswer, type PersonCheck } from '@coverlight/domain/persons/person-page.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { Tx } from '#db/client.ts';
import { createListCounts } from '#db/list-counts.ts';
import { limitsOf } from '#db/page.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { archivePerson } from './archive-person.ts';
import { decidePair } from './decide-pair.ts';
import { mergePersons } from './moves/merge-persons.ts';
import { splitPerson } from './moves/split-person.ts';
import { undoMove } from './moves/undo-move.ts';
import { listChecksOf } from './person-checks.repository.ts';
import { readEvents } from './person-events.ts';
import { listPersons } from './person-list.repository.ts';
import { listProposed } from './proposals.repository.ts';
import { presentLatest, readPerson } from './read-person.ts';
import { findVisiblePerson } from './visible-person.ts';

const PAGE_ROWS = 15;
const EVENT_ROWS = 50;
/** A row names a person by what its last checks say. */
const CHECKS_PER_ROW = 5;

// What is new in an answer is read by its own feature.
const { changes: _changes, ...ownEndpoints } = personsContract;

const headWithIds = (checks: readonly PersonCheck[]) => ({ ...headOf(checks), member_ids: memberIdsOf(checks) });

export function registerPersons(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);

  async function record(tx: Tx, request: FastifyRequest, viewer: Viewer, action: AuditAction, objectIds: readonly string[]) {
    await recordAudit(tx, actorOf(request, viewer), clock(), { action, objectType: 'person', objectIds });
  }

  bindRoutes(
    app,
    ownEndpoints,
    {
      async list({ viewer, query, request }) {
        const { page, limit, q } = query;
        const short = shortTerms({ q });
        if (Object.keys(short).length > 0) throw invalid(short);
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const scope = scopeOf(viewer);
        const now = clock();
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listPersons(tx, {
            scope,
            keys,
            search: q === undefined ? null : anySearchOf(q),
            limits: limitsOf({ page, limit }, PAGE_ROWS),
            now,
            counts,
          });
          const ids = rows.map(({ id }) => id);
          const checks = await listChecksOf(tx, keys, scope, ids, CHECKS_PER_ROW);
          await record(tx, request, viewer, 'person.list', ids);
          const persons = rows.map((row): PersonRow => {
            const own = checks.get(row.id) ?? [];
            const answer = newestAnswer(own, localDay(now, DEFAULT_ZONE));
            return {
              id: row.id,
              ...headWithIds(own),
              checks: row.checks,
              last_check_at: row.last_check_at.toISOString(),
              latest: answer && presentLatest(answer, now),
            };
          });
          return { status: 200 as const, body: { persons }, headers: totalHeader(total) };
        });
      },
      async get({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const person = await readPerson(tx, keys, { scope: scopeOf(viewer), id: params.id, now: clock() });
          if (person === null) throw notFound();
          await record(tx, request, viewer, 'person.view', [person.id]);
          return { status: 200 as const, body: { person } };
        });
      },
      async events({ viewer, params, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const scope = scopeOf(viewer);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const person = await findVisiblePerson(tx, keys, scope, params.id);
          if (person === null) throw notFound();
          const wanted = {
            personId: person.id,
            before: query.before === undefined ? null : new Date(query.before),
            limit: query.limit ?? EVENT_ROWS,
          };
          const events = await readEvents({ tx, keys, scope, now: clock() }, wanted);
          await record(tx, request, viewer, 'person.events', [person.id]);
          return { status: 200 as const, body: { events } };
        });
      },
      async proposals({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const scope = scopeOf(viewer);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const person = await findVisiblePerson(tx, keys, scope, params.id);
          if (person === null) throw notFound();
          const proposed = scope.restricted ? [] : await listProposed(tx, person.id);
          const ids = proposed.map(({ id }) => id);
          const checks = await listChecksOf(tx, keys, scope, ids);
          await record(tx, request, viewer, 'person.proposals', [person.id, ...ids]);
          const proposals = proposed.map(({ id, kinds, at }): Proposal => {
            const own = checks.get(id) ?? [];
            return { person: { id, ...headWithIds(own), checks: own.length }, kinds, proposed_at: at.toISOString() };
          });
          return { status: 200 as const, body: { proposals } };
        });
      },
      async decide({ viewer, params, body, request }) {
        const actor = actorOf(request, viewer);
        await decidePair(deps, { id: params.id, otherId: params.other_id, isDifferent: body.is_different, viewer, actor });
        return { status: 204 as const, body: null };
      },
      async merge({ viewer, params, body, request }) {
        const actor = actorOf(request, viewer);
        const move_id = await mergePersons(deps, { id: params.id, otherId: body.other_id, version: body.version, viewer, actor });
        return { status: 200 as const, body: { move_id } };
      },
      async split({ viewer, params, body, request }) {
        const actor = actorOf(request, viewer);
        const split = { id: params.id, inquiryIds: body.inquiry_ids, version: body.version, viewer, actor };
        return { status: 200 as const, body: await splitPerson(deps, split) };
      },
      async undoMove({ viewer, params, request }) {
        await undoMove(deps, { id: params.id, moveId: params.move_id, viewer, actor: actorOf(request, viewer) });
        return { status: 204 as const, body: null };
      },
      async archive({ viewer, params, body, request }) {
        const actor = actorOf(request, viewer);
        const person = await archivePerson(deps, { id: params.id, isArchived: body.is_archived, version: body.version, viewer, actor });
        return { status: 200 as const, body: { person } };
      },
    },
    deps.access,
  );
}
