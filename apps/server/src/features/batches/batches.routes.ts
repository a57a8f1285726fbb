import { batchesContract } from '@coverlight/contract/batches/batches.contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { createShownLists } from '#features/audit/shown-lists.ts';
import type { PdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { readFormFile } from '#http/read-form-file.ts';
import { isBackground } from '#http/session.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { openFacts } from './batch-contents.ts';
import { findBatch, listBatches, type BatchRecord } from './batches.repository.ts';
import { presentBatch, presentBatchRow, presentPayers } from './batches.presenter.ts';
import { decidePayers, pauseBatch, removeBatch, resumeBatch, setBounds, startBatch, stopBatch, type ByPerson } from './change-batch.ts';
import { chooseSheet, createBatch } from './create-batch.ts';
import { exportBatch } from './export/export-batch.ts';
import { loadCost, secondsLeft } from './load-cost.ts';
import { mapBatch } from './map-batch.ts';
import { namePayers } from './payer-book.repository.ts';
import { createTablePool } from './reading/table-pool.ts';
import { countRowsByPayerName, countShownRows, findShownRow, listShownRows } from './rows/batch-rows.repository.ts';
import { changeRow } from './rows/change-row.ts';

const PAGE_ROWS = 15;
const ALL_BATCHES = 100;
const MOST_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = 'This is larger than 5 MB.';

export function registerBatches(app: FastifyInstance, deps: Deps, pdfs: PdfPool): void {
  const { db, clock } = deps;
  const tables = createTablePool(deps.log);
  app.addHook('onClose', async () => await tables.close());
  const shown = createShownLists();
  const by = (request: FastifyRequest, viewer: Viewer, id: string): ByPerson => ({ id, viewer, actor: actorOf(request, viewer) });

  /** As it stands now. 404 out of scope. */
  async function show(viewer: Viewer, id: string) {
    const keys = await deps.keys.keysOf(viewer.organizationId);
    return await db.asOrganization(viewer.organizationId, async (tx) => {
      const batch = await findBatch(tx, scopeOf(viewer), id);
      if (batch === null) throw notFound();
      const now = clock();
      const figures = {
        cost: await loadCost(tx, viewer.organizationId, batch, now),
        secondsLeft: await secondsLeft(deps, tx, batch, now),
      };
      return presentBatch(batch, keys, figures);
    });
  }
  const answer = async (viewer: Viewer, id: string) => ({ status: 200 as const, body: { batch: await show(viewer, id) } });

  bindRoutes(
    app,
    batchesContract,
    {
      async list({ viewer, query }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listBatches(tx, scopeOf(viewer), limitsOf(query, ALL_BATCHES));
          // Without examples: a list is no place for them.
          const heads = rows.map((row): BatchRecord => ({ ...row, content: null }));
          const batches = heads.map((row) => presentBatch(row, keys, { cost: null, secondsLeft: null }));
          return { status: 200 as const, body: { batches }, headers: totalHeader(total) };
        });
      },
      async create({ viewer, body, request }) {
        const actor = actorOf(request, viewer);
        if (body !== undefined) {
          const { source, text, provider_id: providerId } = body;
          const id = await createBatch(deps, tables, { upload: { text }, providerId, source, viewer, actor });
          return { status: 201 as const, body: { batch: await show(viewer, id) } };
        }
        const { bytes, filename, fields } = await readFormFile(request, {
          fields: ['provider_id'],
          mostBytes: MOST_BYTES,
          tooLarge: TOO_LARGE,
        });
        const upload = { bytes, filename };
        const id = await createBatch(deps, tables, { upload, providerId: fields.provider_id ?? '', source: null, viewer, actor });
        return { status: 201 as const, body: { batch: await show(viewer, id) } };
      },
      async get({ viewer, params, request }) {
        const batch = await show(viewer, params.id);
        // Examples stand in its columns.
        if (batch.columns.length > 0) {
          await db.asOrganization(viewer.organizationId, async (tx) => {
            const action = shown.isAgain(viewer.sessionId, [batch.id], isBackground(request)) ? 'inquiry.list-again' : 'batch.view';
            await recordAudit(tx, actorOf(request, viewer), clock(), { action, objectType: 'batch', objectIds: [batch.id] });
          });
        }
        return { status: 200 as const, body: { batch } };
      },
      async update({ viewer, params, body, request }) {
        const person = by(request, viewer, params.id);
        if ('mapping' in body) await mapBatch(deps, tables, { ...person, ...body });
        else if ('sheet' in body) await chooseSheet(deps, tables, { ...person, sheet: body.sheet });
        else if ('payers' in body) await decidePayers(deps, person, body.payers);
        else await setBounds(deps, person, body);
        return await answer(viewer, params.id);
      },
      async payers({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const batch = await findBatch(tx, scopeOf(viewer), params.id);
          if (batch === null) throw notFound();
          const { payers } = openFacts(keys, batch.id, batch.content);
          const names = await namePayers(tx, [
            ...new Set(payers.flatMap(({ payerId, candidates }) => [...candidates, ...(payerId === null ? [] : [payerId])])),
          ]);
          const counts = await countRowsByPayerName(tx, batch.id);
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'batch.view', objectType: 'batch', objectIds: [batch.id] });
          return { status: 200 as const, body: { payers: presentPayers(payers, counts, names) } };
        });
      },
      async rows({ viewer, params, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const scope = scopeOf(viewer);
          const batch = await findBatch(tx, scope, params.id);
          if (batch === null) throw notFound();
          const filter = { states: query.state ?? null, needs: query.needs?.map(Number) ?? null };
          const limits = limitsOf(query, PAGE_ROWS);
          const sort = query.sort ?? (batch.started_at === null ? 'row' : 'needs');
          const rows = await listShownRows(tx, scope, batch.id, { filter, limits, sort });
          const total = totalOf(batch, filter) ?? (await countShownRows(tx, viewer.organizationId, batch.id, filter));
          const seen = [batch.id, ...rows.flatMap(({ status, inquiry_id: id }) => (status === null || id === null ? [] : [id]))];
          const action = shown.isAgain(viewer.sessionId, seen, isBackground(request)) ? 'inquiry.list-again' : 'batch.view';
          await recordAudit(tx, actorOf(request, viewer), clock(), { action, objectType: 'batch', objectIds: seen });
          const now = clock();
          return {
            status: 200 as const,
            body: { rows: rows.map((row) => presentBatchRow(row, keys, batch.id, now)) },
            headers: totalHeader(total),
          };
        });
      },
      async updateRow({ viewer, params, body, request }) {
        await changeRow(deps, by(request, viewer, params.id), params.row, body);
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const row = await findShownRow(tx, scopeOf(viewer), params.id, params.row);
          if (row === null) throw notFound();
          return { status: 200 as const, body: { row: presentBatchRow(row, keys, params.id, clock()) } };
        });
      },
      async start({ viewer, params, body, request }) {
        await startBatch(deps, by(request, viewer, params.id), body);
        return await answer(viewer, params.id);
      },
      async pause({ viewer, params, request }) {
        await pauseBatch(deps, by(request, viewer, params.id));
        return await answer(viewer, params.id);
      },
      async resume({ viewer, params, request }) {
        await resumeBatch(deps, by(request, viewer, params.id));
        return await answer(viewer, params.id);
      },
      async stop({ viewer, params, request }) {
        await stopBatch(deps, by(request, viewer, params.id));
        return await answer(viewer, params.id);
      },
      async remove({ viewer, params, request }) {
        await removeBatch(deps, by(request, viewer, params.id));
        return { status: 204 as const, body: null };
      },
      async export({ viewer, params, query, request }) {
        return await exportBatch(deps, pdfs, { ...by(request, viewer, params.id), format: query.format, zone: query.zone });
      },
    },
    deps.access,
  );
}

/** The batch itself knows how many rows there are of a state, or of a need; null where both narrow. */
function totalOf(
  batch: BatchRecord,
  { states, needs }: { states: readonly string[] | null; needs: readonly number[] | null },
): number | null {
  if (states !== null && needs !== null) return null;
  const counts: Record<string, number> = needs === null ? batch.counts : batch.needs;
  const wanted = states ?? needs?.map(String) ?? Object.keys(counts);
  return [...new Set(wanted)].reduce((total, key) => total + (counts[key] ?? 0), 0);
}
