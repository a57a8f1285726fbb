/** Which persons a list shows, those checked last first (docs/decisions/093-persons.md). */
import type { AnySearch } from '@coverlight/domain/inquiries/search-terms.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { ListCounts } from '#db/list-counts.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import { inquiryCondition, newParameters } from '#features/inquiries/list/inquiry-conditions.ts';
import { findWords } from '#features/inquiries/list/inquiry-list.repository.ts';
import type { Scope } from '#http/viewer.ts';

export interface PersonListOptions {
  scope: Scope;
  keys: OrganizationKeys;
  /** Null: everybody who is not archived. */
  search: AnySearch | null;
  limits: Limits;
  now: Date;
  counts: ListCounts;
}

export interface ListedPerson {
  id: string;
  /** That may be seen. */
  checks: number;
  last_check_at: Date;
}

/** A total above 1,000 may be 5 seconds old (product.md 7.4). */
export async function listPersons(tx: Tx, options: PersonListOptions): Promise<{ rows: ListedPerson[]; total: number }> {
  const { scope, search, limits } = options;
  if (search !== null || scope.restricted) return await listByChecks(tx, options);
  // Planned each time: not knowing the limit, a plan for every page sorts all of them.
  const ids = await tx.queryOnce<{ id: string }>(
    `SELECT id FROM persons WHERE organization_id = $1 AND last_check_at IS NOT NULL AND merged_into IS NULL AND archived_at IS NULL
     ORDER BY last_check_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [scope.organizationId, limits.limit, limits.offset],
  );
  const rows = await tx.query<ListedPerson & Record<string, unknown>>(
    'count-checks-of-persons',
    `SELECT wanted.id, seen.checks, seen.last_check_at FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, place)
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS checks, max(i.created_at) AS last_check_at FROM person_inquiries n
       -- Each by its key: a plan for an organization of the usual size would read all inquiries of a large one for each person.
       CROSS JOIN LATERAL (SELECT * FROM inquiries f WHERE f.organization_id = n.organization_id AND f.id = n.inquiry_id OFFSET 0) i
       WHERE n.organization_id = $1 AND n.person_id = wanted.id AND NOT i.is_hidden
     ) seen
     WHERE seen.checks > 0 ORDER BY wanted.place`,
    [scope.organizationId, ids.map(({ id }) => id)],
  );
  return { rows, total: totalOfPage(ids.length, limits) ?? (await countAll(tx, options)) };
}

async function countAll(tx: Tx, { scope, counts }: PersonListOptions): Promise<number> {
  return await counts.count(JSON.stringify(['persons', scope.organizationId]), async () => {
    const [row] = await tx.query<{ total: number }>(
      'count-persons',
      `SELECT count(*)::int AS total FROM persons
       WHERE organization_id = $1 AND last_check_at IS NOT NULL AND merged_into IS NULL AND archived_at IS NULL`,
      [scope.organizationId],
    );
    return row?.total ?? 0;
  });
}

/** Found as lists of inquiries are, and by what the viewer may see of them. A search finds archived persons, too. */
async function listByChecks(
  tx: Tx,
  { scope, keys, search, limits, now }: PersonListOptions,
): Promise<{ rows: ListedPerson[]; total: number }> {
  const words = search === null ? [] : await findWords(tx, keys, search);
  const parameters = newParameters();
  const { param, values } = parameters;
  const condition = inquiryCondition(parameters, { scope, keys, filter: { isHidden: false }, payer: null, words, now });
  const [organization, isAll, user] = [param(scope.organizationId), param(!scope.restricted), param(scope.userId)];
  const rows = await tx.queryOnce<ListedPerson & { total: number } & Record<string, unknown>>(
    `WITH found AS (
       SELECT n.person_id AS id, max(i.created_at) AS last FROM inquiries i
       JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
       JOIN persons p ON p.organization_id = n.organization_id AND p.id = n.person_id
       WHERE ${condition} ${search === null ? 'AND p.archived_at IS NULL' : ''}
       GROUP BY n.person_id
     ), page AS (
       SELECT id, last, (count(*) OVER ())::int AS total FROM found ORDER BY last DESC, id DESC
       LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}
     )
     SELECT page.id, page.total, seen.checks, seen.last_check_at FROM page
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS checks, max(i.created_at) AS last_check_at
       FROM person_inquiries n JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
       WHERE n.organization_id = ${organization} AND n.person_id = page.id AND NOT i.is_hidden AND (${isAll} OR i.user_id = ${user})
     ) seen
     ORDER BY page.last DESC, page.id DESC`,
    values,
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
