/** Keeps an unfinished inquiry. It needs a provider and a payer; what else it holds must be well formed. Never an SSN (product.md 4.1). */
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findInquiry, findStatus, insertInquiry, replaceDraft, type InquiryRecord } from './inquiries.repository.ts';
import { prepareInquiry } from './prepare-inquiry.ts';

export interface SaveDraftInput {
  /** The draft to replace; null makes a new one. */
  id: string | null;
  form: InquiryForm;
  viewer: Viewer;
  actor: Actor;
}

/** Throws 404 for a draft out of scope, 422 by field, 409 where it was sent meanwhile. */
export async function saveDraft(deps: Deps, { id, form, viewer, actor }: SaveDraftInput): Promise<InquiryRecord> {
  const scope = scopeOf(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const status = id === null ? null : await findStatus(tx, scope, id);
    if (id !== null && status === null) throw notFound();
    const prepared = await prepareInquiry(deps, tx, scope, form, 'draft');
    const now = deps.clock();
    const draft = {
      id: id ?? deps.newId(),
      user_id: viewer.userId,
      status: 'draft' as const,
      now,
      submission: prepared.submission,
      terms: prepared.terms,
    };
    if (id === null) await insertInquiry(tx, keys, draft);
    else if (!(await replaceDraft(tx, keys, draft))) throw conflict('This draft was sent already.');
    await recordAudit(tx, actor, now, {
      action: id === null ? 'draft.create' : 'draft.update',
      objectType: 'inquiry',
      objectIds: [draft.id],
    });
    const saved = await findInquiry(tx, keys, scope, draft.id);
    if (saved === null) throw notFound();
    return saved;
  });
}
