import { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createListCounts } from '#db/list-counts.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { AskingWorker } from '#features/inquiries/asking/asking-worker.ts';
import { presentInquiry } from '#features/inquiries/inquiries.presenter.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { scopeOf } from '#http/viewer.ts';
import { loadCase } from './case-book.ts';
import { addCallAnswers, changeCallSheet, makeCallSheet, readCallSheet } from './calls/call-sheets.ts';
import { listCallSheets } from './calls/calls.repository.ts';
import { addCaseNote } from './case-notes.ts';
import { listCaseNotes } from './case-notes.repository.ts';
import { caseTimeline } from './case-timeline.ts';
import { addTask, changeTask } from './tasks/change-task.ts';
import { findCase, listCases } from './cases.repository.ts';
import { presentCaseRow, presentCells, presentNote, presentSheetRow } from './cases.presenter.ts';
import { addInquiry, checkCompany } from './join-inquiry.ts';
import { changeCase, createCase, presented } from './make-case.ts';
import { loadCaseInStep } from './tasks/sync-tasks.ts';

const ROWS = 50;
const { pdf: _pdf, ...ownEndpoints } = casesContract;

export function registerCases(app: FastifyInstance, deps: Deps, worker: AskingWorker): void {
  const { db, clock } = deps;
  const counts = createListCounts(clock);

  bindRoutes(
    app,
    ownEndpoints,
    {
      async list({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const today = localDay(clock(), DEFAULT_ZONE);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listCases(tx, keys, scopeOf(viewer), {
            ...(query.view === undefined ? {} : { view: query.view }),
            ...(query.state === undefined ? {} : { states: query.state }),
            ...(query.inquiry_id === undefined ? {} : { inquiryId: query.inquiry_id }),
            today,
            limits: limitsOf(query, ROWS),
            counts,
          });
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'case.list',
            objectType: 'case',
            objectIds: rows.map(({ id }) => id),
          });
          return {
            status: 200 as const,
            body: { cases: rows.map((row) => presentCaseRow(keys, row, today)) },
            headers: totalHeader(total),
          };
        });
      },
      async create({ viewer, body, request }) {
        return { status: 201 as const, body: { case: await createCase(deps, { viewer, actor: actorOf(request, viewer), body }) } };
      },
      async get({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const book = await loadCaseInStep(deps, tx, keys, { id: params.id, scope: scopeOf(viewer) });
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'case.view', objectType: 'case', objectIds: [params.id] });
          return { status: 200 as const, body: { case: await presented(deps, tx, keys, book) } };
        });
      },
      async update({ viewer, params, body, request }) {
        const changed = await changeCase(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 200 as const, body: { case: changed } };
      },
      async grid({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const book = await loadCase(deps, tx, keys, { id: params.id, scope: scopeOf(viewer) });
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'case.view', objectType: 'case', objectIds: [params.id] });
          return { status: 200 as const, body: { cells: presentCells(book) } };
        });
      },
      async timeline({ viewer, params, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const book = await loadCase(deps, tx, keys, { id: params.id, scope: scopeOf(viewer) });
          const { rows: notes } = await listCaseNotes(tx, keys, params.id, { offset: 0, limit: 1000 });
          const events = caseTimeline(book, notes);
          const { offset, limit } = limitsOf(query, 1000);
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'case.view', objectType: 'case', objectIds: [params.id] });
          return {
            status: 200 as const,
            body: { events: events.slice(offset, offset + limit) },
            headers: totalHeader(events.length),
          };
        });
      },
      async checkCompany({ viewer, params, body, request }) {
        const inquiry = await checkCompany(deps, worker, {
          viewer,
          actor: actorOf(request, viewer),
          id: params.id,
          company: body.company,
          payerId: body.payer_id ?? null,
          memberId: body.memberId == null || body.memberId === '' ? null : body.memberId,
        });
        const shown = presentInquiry(inquiry, deps);
        if (inquiry.refused_by !== 'clearinghouse') return { status: 201 as const, body: { inquiry: shown } };
        const errors = Object.fromEntries(Object.entries(inquiry.remote_errors).map(([field, words]) => [field, [words]]));
        return { status: 422 as const, body: { errors, inquiry: shown } };
      },
      async addInquiry({ viewer, params, body, request }) {
        const joined = await addInquiry(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 201 as const, body: { case: joined } };
      },
      async notes({ viewer, params, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          if ((await findCase(tx, keys, scopeOf(viewer), { id: params.id })) === null) throw notFound();
          const { rows, total } = await listCaseNotes(tx, keys, params.id, limitsOf(query, 100));
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'case.note-list',
            objectType: 'case',
            objectIds: [params.id],
          });
          return { status: 200 as const, body: { notes: rows.map(presentNote) }, headers: totalHeader(total) };
        });
      },
      async addNote({ viewer, params, body, request }) {
        const note = await addCaseNote(deps, {
          id: params.id,
          viewer,
          actor: actorOf(request, viewer),
          text: body.text,
          mentions: body.mentions ?? [],
        });
        return { status: 201 as const, body: { note } };
      },
      async addTask({ viewer, params, body, request }) {
        const task = await addTask(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 201 as const, body: { case_task: task } };
      },
      async updateTask({ viewer, params, body, request }) {
        const task = await changeTask(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 200 as const, body: { case_task: task } };
      },
      async callSheets({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          if ((await findCase(tx, keys, scopeOf(viewer), { id: params.id })) === null) throw notFound();
          const sheets = await listCallSheets(tx, keys, params.id);
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'case.view', objectType: 'case', objectIds: [params.id] });
          return { status: 200 as const, body: { call_sheets: sheets.map(presentSheetRow) } };
        });
      },
      async makeCallSheet({ viewer, params, body, request }) {
        const sheet = await makeCallSheet(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 201 as const, body: { call_sheet: sheet } };
      },
      async callSheet({ viewer, params, request }) {
        const sheet = await readCallSheet(deps, { viewer, actor: actorOf(request, viewer), id: params.id });
        return { status: 200 as const, body: { call_sheet: sheet } };
      },
      async updateCallSheet({ viewer, params, body, request }) {
        const sheet = await changeCallSheet(deps, { viewer, actor: actorOf(request, viewer), id: params.id, body });
        return { status: 200 as const, body: { call_sheet: sheet } };
      },
      async addCallAnswers({ viewer, params, body, request }) {
        const sheet = await addCallAnswers(deps, { viewer, actor: actorOf(request, viewer), id: params.id, result: body });
        return { status: 201 as const, body: { call_sheet: sheet } };
      },
    },
    deps.access,
  );
}
