/** Prints one inquiry: what may be printed, by whom, under which filters (docs/product.md 7.6). */
import type { QueryOf } from '@coverlight/contract/endpoint.ts';
import type { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { Deps } from '#deps.ts';
import { readPrintedChanges } from '#features/inquiries/changes/read-printed-changes.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { presentInquiry } from '#features/inquiries/inquiries.presenter.ts';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { readFilter, readZone } from './inquiry-pdf-filter.ts';
import type { PdfPool } from './inquiry-pdf-pool.ts';

export interface PrintRequest {
  id: string;
  query: QueryOf<typeof inquiriesContract.pdf>;
  viewer: Viewer;
  actor: Actor;
}

export async function printInquiry(deps: Deps, pool: PdfPool, { id, query, viewer, actor }: PrintRequest): Promise<Buffer> {
  const zone = readZone(query);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const { record, practice, changes } = await deps.db.asOrganization(viewer.organizationId, async (tx) => ({
    record: await findInquiry(tx, keys, scopeOf(viewer), id),
    practice: (await findOrganization(tx, viewer.organizationId)).name,
    changes: await readPrintedChanges(tx, keys, scopeOf(viewer), id),
  }));
  if (record === null) throw notFound();
  const inquiry = presentInquiry(record, deps);
  const filter = readFilter(query, inquiry.coverage);
  if (inquiry.status !== 'complete' && inquiry.status !== 'expired') throw conflict('There is no answer to print yet.');

  // Made outside the transaction: pages take longer than a connection should be held.
  const pdf = await pool.make({ inquiry, practice, filter, zone, isSummary: query.summary === true, changes });
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await recordAudit(tx, actor, deps.clock(), { action: 'inquiry.print', objectType: 'inquiry', objectIds: [id] });
  });
  return pdf;
}
