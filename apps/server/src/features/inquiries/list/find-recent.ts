/** Do not ask twice: the answer somebody got within the last day to this very question (product.md 4.1). */
import { samePlainMemberId, searchTermsOf } from '@coverlight/domain/inquiries/search-terms.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findRecentAnswer } from './recent-answer.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RecentInput {
  viewer: Viewer;
  actor: Actor;
  question: { payer_id: string; memberId: string; asOfDate?: string | null | undefined };
}

export async function findRecent(deps: Deps, { viewer, actor, question }: RecentInput) {
  const [term] = searchTermsOf({ member_id: question.memberId });
  if (term === undefined) return null;
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const answer = await findRecentAnswer(tx, keys, scopeOf(viewer), {
      payerId: question.payer_id,
      term,
      isSameMember: (memberId) => samePlainMemberId(memberId, question.memberId),
      asOfDate: question.asOfDate ?? null,
      since: new Date(deps.clock().getTime() - DAY_MS),
    });
    if (answer === null) {
      // Asking whether somebody was checked tells something as well.
      await recordAudit(tx, actor, deps.clock(), { action: 'inquiry.recent-none', objectType: 'payer', objectIds: [question.payer_id] });
      return null;
    }
    await recordAudit(tx, actor, deps.clock(), { action: 'inquiry.list', objectType: 'inquiry', objectIds: [answer.id] });
    return {
      id: answer.id,
      created_at: answer.created_at.toISOString(),
      user: { id: answer.user_id, name: `${answer.user_first_name} ${answer.user_last_name}`.trim() },
      plan_status: answer.plan_status,
      person_id: answer.person_id,
    };
  });
}
