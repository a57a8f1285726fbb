/** Whether somebody got the answer to this very question a moment ago. */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Tx } from '#db/client.ts';
import type { Scope } from '#http/viewer.ts';
import { MAY_BE_SOMEBODY_ELSE } from './inquiry-conditions.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';

export interface RecentQuestion {
  payerId: string;
  /** As stored for the member id asked about. */
  term: SearchTerm;
  /** Whether a stored member id is the one asked about: a token tells its beginning only. */
  isSameMember: (memberId: string) => boolean;
  /** YYYY-MM-DD; null: the day of asking. */
  asOfDate: string | null;
  since: Date;
}

export interface RecentAnswer {
  id: string;
  created_at: Date;
  user_id: string;
  user_first_name: string;
  user_last_name: string;
  /** Null, too, where the answer may be about somebody else. */
  plan_status: string | null;
  /** Null until it is linked to one. */
  person_id: string | null;
}

type StoredAnswer = RecentAnswer & { submission: Buffer };

/** The newest with coverage in the viewer's scope; null where there is none. */
export async function findRecentAnswer(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  question: RecentQuestion,
): Promise<RecentAnswer | null> {
  const rows = await tx.query<StoredAnswer & Record<string, unknown>>(
    'recent-answers',
    `SELECT i.id, i.created_at, i.user_id, u.first_name AS user_first_name, u.last_name AS user_last_name, 
       CASE WHEN ${MAY_BE_SOMEBODY_ELSE} THEN NULL ELSE i.plan_status END AS plan_status, n.person_id, c.submission
     FROM inquiries i
     JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     LEFT JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.payer_id = $2 AND i.created_at > $3 AND i.status = 'complete' AND i.has_coverage
       AND NOT i.is_hidden AND i.as_of_date IS NOT DISTINCT FROM $4 AND ($5 OR i.user_id = $6)
       AND EXISTS (
         SELECT FROM inquiry_tokens t
         WHERE t.organization_id = i.organization_id AND t.token = ANY ($7::bytea[]) AND t.inquiry_id = i.id)
     ORDER BY i.created_at DESC LIMIT 20`,
    [
      scope.organizationId,
      question.payerId,
      question.since,
      question.asOfDate,
      !scope.restricted,
      scope.userId,
      keys.tokensToFind(question.term),
    ],
  );
  const found = rows.find(({ id, submission }) => {
    const memberId = openContent(keys, id, 'submission', submission)?.memberId;
    return memberId !== undefined && question.isSameMember(memberId);
  });
  if (found === undefined) return null;
  const { submission: _submission, ...answer } = found;
  return answer;
}
