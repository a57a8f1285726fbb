/** Prints an estimate for the patient: what may be printed, by whom (product.md 20.7). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findCase } from '#features/cases/cases.repository.ts';
import type { PdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { listProviders } from '#features/providers/providers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { estimatePaper } from './estimate-paper.ts';
import type { EstimateLanguage } from './estimate-words.ts';
import { findEstimate } from './estimates.repository.ts';
import { findNoticeConfirmation } from './ranges.repository.ts';

export interface PrintEstimate {
  id: string;
  language: EstimateLanguage;
  viewer: Viewer;
  actor: Actor;
}

export async function printEstimate(deps: Deps, pdfs: PdfPool, { id, language, viewer, actor }: PrintEstimate): Promise<Buffer> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const scope = scopeOf(viewer);
  const paper = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const estimate = await findEstimate(tx, keys, { id });
    const owner = estimate === null ? null : await findCase(tx, keys, scope, { id: estimate.case_id });
    if (estimate === null || owner === null) throw notFound();
    const { rows } = await listProviders(tx, scope, {});
    const { patient, returned_patient: returned, birth_date: typed } = owner.patient;
    return {
      estimate,
      // As the payer has it, else as typed.
      patient: { name: returned?.name || patient || '-', birthDate: returned?.birth_date ?? typed },
      payer: owner.payer_name,
      practice: (await findOrganization(tx, viewer.organizationId)).name,
      facilities: rows.toSorted((a, b) => Number(b.id === owner.provider_id) - Number(a.id === owner.provider_id)),
      language,
      isConfirmed: (await findNoticeConfirmation(tx)) !== null,
    };
  });
  // Made outside the transaction: pages take longer than a connection should be held.
  const pdf = await pdfs.print(id, estimatePaper(paper));
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await recordAudit(tx, actor, deps.clock(), {
      action: 'estimate.print',
      objectType: 'estimate',
      objectIds: [id, paper.estimate.case_id],
    });
  });
  return pdf;
}
