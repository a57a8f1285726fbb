/** Somebody says whether the returned person is the patient, though name and birth date differ (product.md 2.9). */
import { isSomebodyElse } from '@coverlight/domain/inquiries/record-warnings.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { markToCompare } from '#features/inquiries/changes/marks.repository.ts';
import type { Actor } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findInquiry, type InquiryRecord } from './inquiries.repository.ts';
import { setPersonConfirmed } from './person-confirmed.repository.ts';

export interface PersonInput {
  id: string;
  isConfirmed: boolean;
  viewer: Viewer;
  actor: Actor;
}

export async function confirmPerson(deps: Deps, { id, isConfirmed, viewer, actor }: PersonInput): Promise<InquiryRecord> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const inquiry = await findInquiry(tx, keys, scopeOf(viewer), id);
    if (inquiry === null) throw notFound();
    if (inquiry.coverage === null || !isSomebodyElse(inquiry.submission, inquiry.coverage))
      throw invalid({ is_confirmed: ['The returned name and birth date do not both differ from what was entered.'] });
    await setPersonConfirmed(tx, scopeOf(viewer), id, { isConfirmed, now });
    await markToCompare(tx, [id]);
    await recordAudit(tx, actor, now, {
      action: isConfirmed ? 'inquiry.confirm-person' : 'inquiry.doubt-person',
      objectType: 'inquiry',
      objectIds: [id],
    });
    return { ...inquiry, updated_at: now, person_confirmed_at: isConfirmed ? now : null };
  });
}
