/** Notes of a case, and the mails that tell colleagues that they are mentioned in one (product.md 20.4). */
import type { CaseNote } from '@coverlight/contract/cases/case.schema.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import type { Actor } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findColleagues, insertCaseNote, listCaseNotes } from './case-notes.repository.ts';
import { findCase } from './cases.repository.ts';
import { presentNote } from './cases.presenter.ts';

export interface NoteRequest {
  id: string;
  viewer: Viewer;
  actor: Actor;
  text: string;
  mentions: readonly string[];
}

/** A mail names neither the patient nor what was written. */
export async function addCaseNote(deps: Deps, { id, viewer, actor, text, mentions }: NoteRequest): Promise<CaseNote> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const record = await findCase(tx, keys, scopeOf(viewer), { id });
    if (record === null) throw notFound();
    const wanted = [...new Set(mentions)];
    const colleagues = await findColleagues(tx, organizationId, wanted);
    if (colleagues.length < wanted.length) throw invalid({ mentions: ['Please mention active colleagues only.'] });
    const mayRead = colleagues.filter((one) => !one.is_restricted || one.id === record.created_by || one.id === record.assignee_id);
    if (mayRead.length < colleagues.length)
      throw invalid({ mentions: ['One of these colleagues may not see this case. Please assign it to them first.'] });
    const noteId = deps.newId();
    await insertCaseNote(tx, keys, { id: noteId, caseId: id, userId, text, mentions: wanted, now });
    for (const { id: colleague, email } of colleagues)
      if (colleague !== userId) await queueMail(deps, tx, { kind: 'case-mention', to: email, facts: { case_id: id } });
    await recordAudit(tx, actor, now, { action: 'case.note', objectType: 'case', objectIds: [id, noteId] });
    const { rows } = await listCaseNotes(tx, keys, id, { offset: 0, limit: 20 });
    const note = rows.find((row) => row.id === noteId);
    if (note === undefined) throw new Error('the note was not stored');
    return presentNote(note);
  });
}
