/**
 * Answers that are still to be compared: a row is written with the answer, or with whatever changes which answers belong together, and goes
 * once they were compared. So nothing is lost where a process is killed between (product.md 18.4).
 */
import type { Tx } from '#db/client.ts';

/** They are compared anew, and those that follow them. Of others than answers, and of those that nobody is linked to, nothing comes. */
export async function markToCompare(tx: Tx, inquiryIds: readonly string[]): Promise<void> {
  await tx.query(
    'mark-to-compare',
    `INSERT INTO answers_to_compare (organization_id, inquiry_id)
     SELECT i.organization_id, i.id FROM (SELECT DISTINCT unnest($2::text[]) AS id) marked
     CROSS JOIN LATERAL (SELECT * FROM inquiries WHERE organization_id = $1 AND id = marked.id OFFSET 0) i
     WHERE i.status = 'complete' AND i.has_coverage
     ORDER BY i.id
     ON CONFLICT (organization_id, inquiry_id) DO UPDATE SET mark = DEFAULT`,
    [tx.organizationId, inquiryIds],
  );
}

/** Reads every organization: for an admin's transaction. */
export async function listOrganizationsToCompare(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-to-compare',
    'SELECT DISTINCT organization_id FROM answers_to_compare ORDER BY organization_id',
    [],
  );
  return rows.map(({ organization_id }) => organization_id);
}

export interface MarkedAnswer {
  inquiry_id: string;
  /** Another one each time. */
  mark: string;
  person_id: string;
  /** There is nothing to compare it with, and nothing was compared with it. */
  is_alone: boolean;
}

/** After the id `from`, in order; '' begins. One that nobody is linked to yet waits for that. */
export async function listMarked(tx: Tx, from: string, limit: number): Promise<MarkedAnswer[]> {
  return await tx.query<MarkedAnswer & Record<string, unknown>>(
    'list-marked-to-compare',
    `SELECT m.inquiry_id, m.mark, l.person_id,
       NOT EXISTS (
         SELECT FROM person_inquiries o
         JOIN inquiries i ON i.organization_id = o.organization_id AND i.id = o.inquiry_id
         WHERE o.organization_id = m.organization_id AND o.person_id = l.person_id AND o.inquiry_id <> m.inquiry_id AND i.has_coverage)
       AND NOT EXISTS (SELECT FROM comparisons c WHERE c.organization_id = m.organization_id AND c.person_id = l.person_id)
       AND NOT EXISTS (SELECT FROM comparisons c WHERE c.organization_id = m.organization_id AND c.after_id = m.inquiry_id) AS is_alone
     FROM answers_to_compare m
     JOIN person_inquiries l ON l.organization_id = m.organization_id AND l.inquiry_id = m.inquiry_id
     WHERE m.organization_id = $1 AND m.inquiry_id > $2 ORDER BY m.inquiry_id LIMIT $3`,
    [tx.organizationId, from, limit],
  );
}

/** But for those that were marked anew since they were read. */
export async function dropMarks(tx: Tx, marked: readonly Pick<MarkedAnswer, 'inquiry_id' | 'mark'>[]): Promise<void> {
  await tx.query(
    'drop-marks-to-compare',
    `DELETE FROM answers_to_compare m USING unnest($2::text[], $3::bigint[]) AS done (inquiry_id, mark)
     WHERE m.organization_id = $1 AND m.inquiry_id = done.inquiry_id AND m.mark = done.mark`,
    [tx.organizationId, marked.map(({ inquiry_id }) => inquiry_id), marked.map(({ mark }) => mark)],
  );
}
