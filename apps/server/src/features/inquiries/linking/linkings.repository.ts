/** Checks from before persons were kept: which are still to be given theirs, and how far that has got (product.md 18.2). */
import type { Tx } from '#db/client.ts';

/** Checks sent by a server of the version before, while this one ran beside it, are found for so long. */
const RECENT = '2 days';

/** Reads every organization: for an admin's transaction. */
export async function listOrganizationsToLink(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-to-link',
    `SELECT o.id AS organization_id FROM organizations o
     WHERE NOT EXISTS (SELECT FROM person_linkings l WHERE l.organization_id = o.id AND l.done_at IS NOT NULL)
       AND EXISTS (SELECT FROM inquiries i WHERE i.organization_id = o.id)
     UNION
     SELECT i.organization_id FROM inquiries i
     WHERE i.created_at > $1::timestamptz - interval '${RECENT}' AND i.status <> 'draft'
       AND NOT EXISTS (SELECT FROM person_inquiries n WHERE n.organization_id = i.organization_id AND n.inquiry_id = i.id)
     ORDER BY 1`,
    [now],
  );
  return rows.map(({ organization_id }) => organization_id);
}

export interface Progress {
  /** '' before the first. */
  last_id: string;
  done_at: Date | null;
}

/** Held until the transaction ends: of two processes that link one organization, the second waits and goes on after the first's slice. */
export async function holdProgress(tx: Tx): Promise<Progress> {
  await tx.query('begin-linking', `INSERT INTO person_linkings (organization_id, last_id) VALUES ($1, '') ON CONFLICT DO NOTHING`, [
    tx.organizationId,
  ]);
  const [row] = await tx.query<Progress & Record<string, unknown>>(
    'hold-linking-progress',
    'SELECT last_id, done_at FROM person_linkings WHERE organization_id = $1 FOR UPDATE',
    [tx.organizationId],
  );
  return row ?? { last_id: '', done_at: null };
}

export async function writeProgress(tx: Tx, { last_id, done_at }: Progress): Promise<void> {
  await tx.query('write-linking-progress', 'UPDATE person_linkings SET last_id = $2, done_at = $3 WHERE organization_id = $1', [
    tx.organizationId,
    last_id,
    done_at,
  ]);
}

export interface CheckToLink {
  id: string;
  created_at: Date;
  is_hidden: boolean;
  /** Not a draft, and given to nobody yet. */
  needs_person: boolean;
  submission: Buffer;
  returned_patient: Buffer | null;
}

/** Whoever sends a check of a person that a slice links waits for the slice. */
export const SLICE = 50;

const CHECKS_OF_SLICE = `
  SELECT i.id, i.created_at, i.is_hidden, c.submission, c.returned_patient, i.status <> 'draft' AND NOT EXISTS (
    SELECT FROM person_inquiries n WHERE n.organization_id = i.organization_id AND n.inquiry_id = i.id) AS needs_person
  FROM slice s
  JOIN inquiries i ON i.organization_id = $1 AND i.id = s.id
  JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
  ORDER BY i.id`;

/**
 * A slice of those after the id `from`, in order. Their ids are read first, off the primary key: a plan for an organization of the usual size
 * would read all of a large one for each slice.
 */
export async function listToLink(tx: Tx, from: string): Promise<CheckToLink[]> {
  return await tx.query<CheckToLink & Record<string, unknown>>(
    'list-to-link',
    `WITH slice AS MATERIALIZED (SELECT id FROM inquiries WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT ${SLICE}) ${CHECKS_OF_SLICE}`,
    [tx.organizationId, from],
  );
}

export async function listRecentToLink(tx: Tx, now: Date): Promise<CheckToLink[]> {
  return await tx.query<CheckToLink & Record<string, unknown>>(
    'list-recent-to-link',
    `WITH slice AS MATERIALIZED (
       SELECT i.id FROM inquiries i
       WHERE i.organization_id = $1 AND i.created_at > $2::timestamptz - interval '${RECENT}' AND i.status <> 'draft'
         AND NOT EXISTS (SELECT FROM person_inquiries n WHERE n.organization_id = i.organization_id AND n.inquiry_id = i.id)
       ORDER BY i.id LIMIT ${SLICE}
     ) ${CHECKS_OF_SLICE}`,
    [tx.organizationId, now],
  );
}
