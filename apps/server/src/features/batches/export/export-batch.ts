/** A batch to take along: every row with what came of it, as a table, or a line a patient on paper (product.md 19.5). Recorded as a print. */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { PdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { csvLine } from '#http/csv.ts';
import { scopeOf } from '#http/viewer.ts';
import { createRests } from '#jobs/rests.ts';
import { findBatch } from '../batches.repository.ts';
import type { ByPerson } from '../change-batch.ts';
import { listShownRows } from '../rows/batch-rows.repository.ts';
import { exportedRow, HEADING, type ExportedRow } from './exported-row.ts';
import { printedBatch } from './printed-batch.ts';
import { writeXlsx } from './write-xlsx.ts';

const SLICE = 1000;
const MOST_PRINTED = 2000;
const DEFAULT_ZONE = 'America/Los_Angeles';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

interface Export extends ByPerson {
  format: keyof typeof TYPES;
  /** IANA zone; the default's if undefined. */
  zone: string | undefined;
}

/** Throws 404; 409 once its contents are deleted, and for more rows than are printed; 422 under `zone`. */
export async function exportBatch(deps: Deps, pdfs: PdfPool, { id, viewer, actor, format, zone = DEFAULT_ZONE }: Export) {
  if (!isZone(zone)) throw invalid({ zone: ['This time zone is not known.'] });
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const { rows, practice, sentAt } = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const scope = scopeOf(viewer);
    const batch = await findBatch(tx, scope, id);
    if (batch === null) throw notFound();
    if (batch.emptied_at !== null) throw conflict('The contents of this batch have been deleted.');
    const all: ExportedRow[] = [];
    const now = deps.clock();
    const rest = createRests();
    for (;;) {
      const limits = { offset: all.length, limit: SLICE };
      const page = await listShownRows(tx, scope, id, { filter: { states: null, needs: null }, limits, sort: 'needs' });
      for (const row of page) {
        await rest();
        all.push(exportedRow(row, keys, id, now));
      }
      if (page.length < SLICE) break;
    }
    if (format === 'pdf' && all.length > MOST_PRINTED) throw conflict(`A PDF holds ${MOST_PRINTED} rows at most. Please take the CSV.`);
    await recordAudit(tx, actor, now, { action: 'batch.export', objectType: 'batch', objectIds: [id] });
    const { name } = await findOrganization(tx, viewer.organizationId);
    return { rows: all, practice: name, sentAt: batch.started_at ?? batch.created_at };
  });
  const table = () => [HEADING, ...rows.map(({ cells }) => cells)];
  return {
    status: 200 as const,
    body: null,
    download:
      format === 'pdf'
        ? await pdfs.print(id, printedBatch(rows, { practice, sentAt: sentAt.toISOString(), zone }))
        : format === 'xlsx'
          ? writeXlsx(table(), 'Checks')
          : // A spreadsheet takes what has no such mark for Windows-1252.
            Buffer.from(`\u{FEFF}${table().map(csvLine).join('')}`, 'utf8'),
    headers: {
      'content-type': TYPES[format],
      // No patient data: the name stays in the browser's list of downloads.
      'content-disposition': `attachment; filename="coverlight-batch-${id}.${format}"`,
    },
  };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
