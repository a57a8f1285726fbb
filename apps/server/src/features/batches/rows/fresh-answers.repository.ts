/** Answers that are new enough to stand in for asking again (product.md 19.3). */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Tx } from '#db/client.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';

export interface FreshAnswer {
  id: string;
  submission: Submission;
}

/** In the scope, the newest first: those found by any of the terms, which tell the beginning of a member id only. */
export async function listFreshAnswers(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  { terms, since }: { terms: readonly SearchTerm[]; since: Date },
): Promise<FreshAnswer[]> {
  const rows = await tx.query<{ id: string; submission: Buffer }>(
    'list-fresh-answers',
    `SELECT i.id, c.submission
     FROM (SELECT DISTINCT inquiry_id AS id FROM inquiry_tokens WHERE organization_id = $1 AND token = ANY ($5::bytea[])) found
     CROSS JOIN LATERAL (SELECT * FROM inquiries WHERE organization_id = $1 AND id = found.id OFFSET 0) i
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     WHERE i.created_at > $2 AND i.status = 'complete' AND i.has_coverage AND NOT i.is_hidden AND i.as_of_date IS NULL
       AND NOT (${MAY_BE_SOMEBODY_ELSE}) AND ($3 OR i.user_id = $4)
     ORDER BY i.created_at DESC`,
    [scope.organizationId, since, !scope.restricted, scope.userId, terms.flatMap((term) => keys.tokensToFind(term))],
  );
  return rows.flatMap(({ id, submission }) => {
    const opened = openContent(keys, id, 'submission', submission);
    return opened === null ? [] : [{ id, submission: opened }];
  });
}
