/** Checks that are moved from one person to another, and what moves with them (product.md 18.2). */
import type { Tx } from '#db/client.ts';

export interface MoveRecord {
  id: string;
  kind: 'link' | 'merge' | 'split';
  from_id: string;
  to_id: string;
  inquiry_ids: string[];
  /** How each of them had been linked. */
  hows: string[];
  item_ids: string[];
  at: Date;
  undone_at: Date | null;
}

export interface LinkedCheck {
  inquiry_id: string;
  how: string;
}

/** In the order of their ids. */
export async function listLinked(tx: Tx, personId: string): Promise<LinkedCheck[]> {
  return await tx.query<LinkedCheck & Record<string, unknown>>(
    'checks-linked-to-person',
    'SELECT inquiry_id, how FROM person_inquiries WHERE organization_id = $1 AND person_id = $2 ORDER BY inquiry_id',
    [tx.organizationId, personId],
  );
}

/** What was told of them, and what waits in the inbox, goes with them. */
export async function moveChecks(tx: Tx, checks: readonly LinkedCheck[], toId: string): Promise<void> {
  const ids = checks.map(({ inquiry_id }) => inquiry_id);
  await tx.query(
    'move-checks',
    `UPDATE person_inquiries n SET person_id = $4, how = e.how FROM unnest($2::text[], $3::text[]) AS e (inquiry_id, how)
     WHERE n.organization_id = $1 AND n.inquiry_id = e.inquiry_id`,
    [tx.organizationId, ids, checks.map(({ how }) => how), toId],
  );
  await tx.query('move-comparisons', 'UPDATE comparisons SET person_id = $3 WHERE organization_id = $1 AND after_id = ANY ($2)', [
    tx.organizationId,
    ids,
    toId,
  ]);
  await tx.query('move-inbox-of-checks', 'UPDATE inbox_items SET person_id = $3 WHERE organization_id = $1 AND inquiry_id = ANY ($2)', [
    tx.organizationId,
    ids,
    toId,
  ]);
}

/** Of the inbox: what is about the person and about no check. Their ids. */
export async function moveItems(tx: Tx, fromId: string, toId: string, only: readonly string[] | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'move-inbox-of-person',
    `UPDATE inbox_items SET person_id = $3
     WHERE organization_id = $1 AND person_id = $2 AND inquiry_id IS NULL AND ($4::text[] IS NULL OR id = ANY ($4)) RETURNING id`,
    [tx.organizationId, fromId, toId, only],
  );
  return rows.map(({ id }) => id);
}

export async function setMergedInto(tx: Tx, id: string, intoId: string | null): Promise<void> {
  await tx.query('set-merged-into', 'UPDATE persons SET merged_into = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    intoId,
  ]);
}

/** Locks it. False where it is not part of that very person. */
export async function lockMerged(tx: Tx, id: string, intoId: string): Promise<boolean> {
  const rows = await tx.query(
    'lock-merged-person',
    'SELECT FROM persons WHERE organization_id = $1 AND id = $2 AND merged_into = $3 FOR NO KEY UPDATE',
    [tx.organizationId, id, intoId],
  );
  return rows.length > 0;
}

export async function raiseVersions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('raise-versions', 'UPDATE persons SET version = version + 1 WHERE organization_id = $1 AND id = ANY ($2)', [
    tx.organizationId,
    ids,
  ]);
}

export async function insertPerson(tx: Tx, person: { id: string; content: Buffer; now: Date }): Promise<void> {
  await tx.query('insert-person', 'INSERT INTO persons (organization_id, id, content, created_at) VALUES ($1, $2, $3, $4)', [
    tx.organizationId,
    person.id,
    person.content,
    person.now,
  ]);
}

export async function insertMove(tx: Tx, move: Omit<MoveRecord, 'undone_at'> & { user_id: string }): Promise<void> {
  await tx.query(
    'insert-move',
    `INSERT INTO person_moves (organization_id, id, kind, from_id, to_id, inquiry_ids, hows, item_ids, user_id, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tx.organizationId, move.id, move.kind, move.from_id, move.to_id, move.inquiry_ids, move.hows, move.item_ids, move.user_id, move.at],
  );
}

/** Locked. Null where there is none. */
export async function lockMove(tx: Tx, id: string): Promise<MoveRecord | null> {
  const [row] = await tx.query<MoveRecord & Record<string, unknown>>(
    'lock-move',
    `SELECT id, kind, from_id, to_id, inquiry_ids, hows, item_ids, at, undone_at FROM person_moves
     WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

export async function setUndone(tx: Tx, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx.query('set-undone', 'UPDATE person_moves SET undone_at = $3, undone_by = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    at,
    by,
  ]);
}

/** Checks that came to the person by a later move that stands. */
export async function listMovedSince(tx: Tx, toId: string, since: Date): Promise<string[]> {
  const rows = await tx.query<{ inquiry_id: string }>(
    'checks-moved-since',
    `SELECT DISTINCT unnest(inquiry_ids) AS inquiry_id FROM person_moves
     WHERE organization_id = $1 AND to_id = $2 AND at > $3 AND undone_at IS NULL`,
    [tx.organizationId, toId, since],
  );
  return rows.map(({ inquiry_id }) => inquiry_id);
}

/** Takes back that the two are different, and what was proposed for the one that is no more. */
export async function dropPairs(tx: Tx, splitOffId: string, fromId: string): Promise<void> {
  await tx.query(
    'drop-pairs-of-split',
    `DELETE FROM person_pairs WHERE organization_id = $1
       AND ((verdict = 'proposed' AND $2 IN (a, b)) OR (a = least($2::text COLLATE "C", $3) AND b = greatest($2::text COLLATE "C", $3)))`,
    [tx.organizationId, splitOffId, fromId],
  );
}
