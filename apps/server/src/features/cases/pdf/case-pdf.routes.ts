import { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { loadCase } from '#features/cases/case-book.ts';
import { listCaseNotes } from '#features/cases/case-notes.repository.ts';
import { presentAnswer, presentCells, presentNote } from '#features/cases/cases.presenter.ts';
import { presented } from '#features/cases/make-case.ts';
import { readZone } from '#features/inquiries/pdf/inquiry-pdf-filter.ts';
import type { PdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { scopeOf } from '#http/viewer.ts';
import { casePaper } from './case-paper.ts';

const MOST_NOTES = 1000;

export function registerCasePdf(app: FastifyInstance, deps: Deps, pdfs: PdfPool): void {
  bindRoutes(
    app,
    { pdf: casesContract.pdf },
    {
      async pdf({ viewer, params: { id }, query, request }) {
        const zone = readZone(query);
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const paper = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
          const book = await loadCase(deps, tx, keys, { id, scope: scopeOf(viewer) });
          const notes = query.notes === true ? await listCaseNotes(tx, keys, id, { offset: 0, limit: MOST_NOTES }) : null;
          return {
            case: await presented(deps, tx, keys, book),
            cells: presentCells(book),
            answers: book.calls.map((answer) => presentAnswer(answer, book.calls, book.today)),
            notes: notes?.rows.map(presentNote) ?? null,
            practice: (await findOrganization(tx, viewer.organizationId)).name,
            zone,
            now: deps.clock(),
          };
        });
        // Made outside the transaction: pages take longer than a connection should be held.
        const download = await pdfs.print(id, casePaper(paper));
        await deps.db.asOrganization(viewer.organizationId, async (tx) => {
          await recordAudit(tx, actorOf(request, viewer), deps.clock(), { action: 'case.print', objectType: 'case', objectIds: [id] });
        });
        return {
          status: 200 as const,
          body: null,
          download,
          headers: {
            'content-type': 'application/pdf',
            // No patient data: the name stays in the browser's list of downloads.
            'content-disposition': `attachment; filename="coverlight-case-${id}.pdf"`,
          },
        };
      },
    },
    deps.access,
  );
}
