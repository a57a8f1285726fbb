/** Whose cover ends soon, by the day that was kept with each answer. */
import type { Tx } from '#db/client.ts';

/** Reads every organization: for an admin's transaction. Days are YYYY-MM-DD, both inclusive. */
export async function listOrganizationsWithEnds(tx: Tx, from: string, to: string): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-with-ends',
    `SELECT o.id AS organization_id FROM organizations o
     WHERE EXISTS (SELECT FROM inquiries i WHERE i.organization_id = o.id AND i.ends_on BETWEEN $1 AND $2) ORDER BY o.id`,
    [from, to],
  );
  return rows.map(({ organization_id }) => organization_id);
}

/** After the id `after`, in order; '' begins. Those of whom no item tells the end of such an answer yet. */
export async function listPersonsWithEnds(tx: Tx, range: { from: string; to: string }, after: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ person_id: string }>(
    'persons-with-ends',
    `SELECT DISTINCT l.person_id FROM inquiries i
     JOIN person_inquiries l ON l.organization_id = i.organization_id AND l.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.ends_on BETWEEN $2 AND $3 AND i.status = 'complete' AND NOT i.is_hidden AND l.person_id > $4
       AND NOT EXISTS (
         SELECT FROM inbox_items n WHERE n.organization_id = i.organization_id AND n.inquiry_id = i.id AND n.due_on = i.ends_on)
     ORDER BY l.person_id LIMIT $5`,
    [tx.organizationId, range.from, range.to, after, limit],
  );
  return rows.map(({ person_id }) => person_id);
}
