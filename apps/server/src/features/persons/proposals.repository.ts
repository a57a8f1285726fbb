/** Pairs of persons that may be one, and those that somebody said are not (product.md 18.2). */
import type { PersonKeyKind } from '@coverlight/contract/persons/persons.contract.ts';
import type { Tx } from '#db/client.ts';

export interface ProposedPerson {
  /** The other one, as it is today: what it was merged into, if it was. */
  id: string;
  kinds: PersonKeyKind[];
  score: number;
  at: Date;
}

/**
 * Whoever was merged into the person speaks for it, too, and whoever was merged into another for that. Nobody with whom somebody said that
 * they are different, none that is archived, and none whose checks are all hidden. The strongest first.
 */
export async function listProposed(tx: Tx, personId: string): Promise<ProposedPerson[]> {
  const rows = await tx.query<{ id: string; kinds: PersonKeyKind[]; score: number; at: Date }>(
    'list-proposed-persons',
    `WITH RECURSIVE mine AS (
       SELECT $2::ulid AS id
       UNION ALL
       SELECT p.id FROM mine JOIN persons p ON p.organization_id = $1 AND p.merged_into = mine.id
     ), pairs AS (
       SELECT q.b AS other, q.verdict, q.kinds, q.score, q.at FROM mine JOIN person_pairs q ON q.organization_id = $1 AND q.a = mine.id
       UNION ALL
       SELECT q.a, q.verdict, q.kinds, q.score, q.at FROM mine JOIN person_pairs q ON q.organization_id = $1 AND q.b = mine.id
     ), way AS (
       SELECT DISTINCT p.id AS other, p.id, p.merged_into FROM pairs JOIN persons p ON p.organization_id = $1 AND p.id = pairs.other
       UNION ALL
       SELECT way.other, p.id, p.merged_into FROM way JOIN persons p ON p.organization_id = $1 AND p.id = way.merged_into
     )
     SELECT p.id, array(SELECT DISTINCT k FROM unnest(string_to_array(string_agg(array_to_string(pairs.kinds, ','), ','), ',')) k WHERE k <> '') AS kinds,
       max(pairs.score)::int AS score, min(pairs.at) AS at
     FROM pairs JOIN way ON way.other = pairs.other AND way.merged_into IS NULL
     JOIN persons p ON p.organization_id = $1 AND p.id = way.id
     WHERE p.id <> $2 AND p.archived_at IS NULL AND p.last_check_at IS NOT NULL
     GROUP BY p.id HAVING bool_and(pairs.verdict = 'proposed')
     ORDER BY 3 DESC, p.id`,
    [tx.organizationId, personId],
  );
  return rows;
}

/** For good: nothing proposes them again. */
export async function setDifferent(tx: Tx, one: string, other: string, at: Date): Promise<void> {
  await tx.query(
    'set-different',
    `INSERT INTO person_pairs (organization_id, a, b, verdict, kinds, score, at)
     VALUES ($1, least($2::text COLLATE "C", $3), greatest($2::text COLLATE "C", $3), 'different', '{}', 1, $4)
     ON CONFLICT (organization_id, a, b) DO UPDATE SET verdict = 'different'`,
    [tx.organizationId, one, other, at],
  );
}

/** Taken back, whoever of those merged into the two it was said of: what was proposed is so again. */
export async function setUndecided(tx: Tx, one: string, other: string): Promise<void> {
  const withMerged = (name: string, param: string) => `${name} AS (
       SELECT ${param}::ulid AS id
       UNION ALL
       SELECT p.id FROM ${name} JOIN persons p ON p.organization_id = $1 AND p.merged_into = ${name}.id
     )`;
  const isBetween = `q.organization_id = $1 AND q.verdict = 'different'
       AND ((q.a IN (SELECT id FROM one) AND q.b IN (SELECT id FROM other)) OR (q.b IN (SELECT id FROM one) AND q.a IN (SELECT id FROM other)))`;
  const both = `WITH RECURSIVE ${withMerged('one', '$2')}, ${withMerged('other', '$3')}`;
  const values = [tx.organizationId, one, other];
  await tx.query('forget-different', `${both} DELETE FROM person_pairs q WHERE ${isBetween} AND q.kinds = '{}'`, values);
  await tx.query('propose-again', `${both} UPDATE person_pairs q SET verdict = 'proposed' WHERE ${isBetween}`, values);
}
