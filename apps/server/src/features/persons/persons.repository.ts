/** Persons one at a time: found, also by the id of one that was merged, locked, archived (product.md 18.1). */
import type { Tx } from '#db/client.ts';

export interface PersonRecord {
  id: string;
  version: number;
  archived_at: Date | null;
}

/** Of one that was merged, also over several: the person it became part of. Null where there is none. */
export async function findPerson(tx: Tx, id: string): Promise<PersonRecord | null> {
  const [row] = await tx.query<PersonRecord & Record<string, unknown>>(
    'find-person',
    `WITH RECURSIVE way AS (
       SELECT p.id, p.merged_into FROM persons p WHERE p.organization_id = $1 AND p.id = $2
       UNION ALL
       SELECT p.id, p.merged_into FROM way JOIN persons p ON p.organization_id = $1 AND p.id = way.merged_into
     )
     SELECT p.id, p.version, p.archived_at FROM way JOIN persons p ON p.organization_id = $1 AND p.id = way.id WHERE way.merged_into IS NULL`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Locks them in the order of their ids, so that two who do the same wait for each other; merged ones are left out. */
export async function lockPersons(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRecord & { content: Buffer }>> {
  const rows = await tx.query<PersonRecord & { content: Buffer } & Record<string, unknown>>(
    'lock-persons',
    `SELECT id, version, archived_at, content FROM persons WHERE organization_id = $1 AND id = ANY ($2) AND merged_into IS NULL
     ORDER BY id FOR NO KEY UPDATE`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setArchived(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query('archive-person', 'UPDATE persons SET archived_at = $3, version = version + 1 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    at,
  ]);
}

/** By person, also by one that was merged: its newest check, by which views that know ids alone name it. */
export async function listNewestChecks(tx: Tx, personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const rows = await tx.query<{ person_id: string; inquiry_id: string | null }>(
    'newest-checks-of-persons',
    `WITH RECURSIVE way AS (
       SELECT p.id AS start, p.id, p.merged_into FROM persons p WHERE p.organization_id = $1 AND p.id = ANY ($2)
       UNION ALL
       SELECT way.start, p.id, p.merged_into FROM way JOIN persons p ON p.organization_id = $1 AND p.id = way.merged_into
     )
     SELECT way.start AS person_id,
       (SELECT max(n.inquiry_id) FROM person_inquiries n WHERE n.organization_id = $1 AND n.person_id = way.id) AS inquiry_id
     FROM way WHERE way.merged_into IS NULL`,
    [tx.organizationId, personIds],
  );
  return new Map(rows.flatMap(({ person_id, inquiry_id }) => (inquiry_id === null ? [] : [[person_id, inquiry_id] as const])));
}
