/** Begins a case from a check, and changes one (product.md 20.4). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { isEnded, mayMoveCase } from '@coverlight/domain/cases/case-states.ts';
import { isOpen } from '@coverlight/domain/inquiries/inquiry-status.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findStatus } from '#features/inquiries/inquiries.repository.ts';
import { findVerdict } from '#features/network-rules/find-verdict.ts';
import { findProvider } from '#features/providers/providers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { insertCaseInquiry } from './case-inquiries.repository.ts';
import { findColleagues } from './case-notes.repository.ts';
import type { CaseBook } from './case-book.ts';
import { findCase, insertCase, updateCase, type CaseChange } from './cases.repository.ts';
import { presentCase } from './cases.presenter.ts';
import { loadCaseInStep } from './tasks/sync-tasks.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
}

/** As it may leave, with what the practice's rules say of it. */
export async function presented(deps: Deps, tx: Tx, keys: OrganizationKeys, book: CaseBook): Promise<Case> {
  const { provider_id: providerId, levels } = book.case;
  const network = await findVerdict(tx, keys, { inquiry: book.main.record, providerId, levels, now: deps.clock() });
  return presentCase(book, network);
}

/** Active colleague of the organization. */
export async function checkAssignee(tx: Tx, organizationId: string, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string' && (await findColleagues(tx, organizationId, [id])).length === 0)
    throw invalid({ assignee_id: ['Please choose an active colleague.'] });
}

export async function createCase(
  deps: Deps,
  { viewer, actor, body }: Caller & { body: BodyOf<typeof casesContract.create> },
): Promise<Case> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const errors: FieldErrors = {};
    const status = await findStatus(tx, scope, body.inquiry_id);
    if (status === null) errors.inquiry_id = ['This inquiry is not there.'];
    else if (status === 'draft' || status === 'cancel') errors.inquiry_id = ['This check was never asked. Please choose one that was.'];
    const provider = await findProvider(tx, scope, body.provider_id);
    if (provider === null || !provider.is_active) errors.provider_id = ['Please choose a provider.'];
    if (status === null || Object.keys(errors).length > 0) throw invalid(errors);
    const id = deps.newId();
    await insertCase(tx, keys, {
      id,
      inquiryId: body.inquiry_id,
      providerId: body.provider_id,
      levels: body.levels,
      state: isOpen(status) ? 'checking' : 'new',
      payment: body.payment ?? null,
      reason: body.reason ?? null,
      userId,
      now,
    });
    await insertCaseInquiry(tx, keys, { caseId: id, inquiryId: body.inquiry_id, role: 'main', company: null, hop: 0, userId, now });
    await recordAudit(tx, actor, now, { action: 'case.create', objectType: 'case', objectIds: [id] });
    return await presented(deps, tx, keys, await loadCaseInStep(deps, tx, keys, { id, scope }));
  });
}

type Body = BodyOf<typeof casesContract.update>;

export async function changeCase(deps: Deps, { viewer, actor, id, body }: Caller & { id: string; body: Body }): Promise<Case> {
  const { organizationId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const known = await findCase(tx, keys, scope, { id, forChange: true });
    if (known === null) throw notFound();
    const { version, ...wanted } = body;
    const change = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as CaseChange;
    await checkAssignee(tx, organizationId, change.assignee_id);
    if (change.provider_id !== undefined && change.provider_id !== known.provider_id) {
      const provider = await findProvider(tx, scope, change.provider_id);
      if (provider === null || !provider.is_active) throw invalid({ provider_id: ['Please choose a provider.'] });
    }
    if (version !== undefined && version !== known.version) throw conflict('Somebody has changed this case since. Please load it again.');
    if (change.state !== undefined && !mayMoveCase(known.state, change.state))
      throw conflict('This case has ended. Please open it again first.');
    if (isEnded(known.state) && change.state === undefined && Object.keys(change).length > 0)
      throw conflict('This case has ended. Please open it again first.');
    if (Object.keys(change).length > 0) await updateCase(tx, keys, { id, change, now });
    await recordAudit(tx, actor, now, {
      action: 'case.update',
      objectType: 'case',
      objectIds: [id],
      changedFields: Object.keys(change),
    });
    // Whoever gives a case away may lose sight of it: what was changed is answered all the same.
    return await presented(deps, tx, keys, await loadCaseInStep(deps, tx, keys, { id, scope: { ...scope, restricted: false } }));
  });
}
