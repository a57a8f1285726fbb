/** Rows of search_hints and search_hint_gaps (product.md 12.3). Knows neither keys nor terms. */
import type { Tx } from './client.ts';

export interface StoredHints {
  version: number;
  hints: readonly { bucket: number; holder: Buffer }[];
}

/**
 * Part of a statement that stores tokens, or all of it; hints that are there already cost one look. The places are those of
 * `hintValues`, in order.
 */
export const insertHintsSql = ([buckets, holders, version]: readonly [string, string, string]): string =>
  `INSERT INTO search_hints (bucket, holder, key_version)
   SELECT bucket, holder, ${version}::int FROM unnest(${buckets}::int[], ${holders}::bytea[]) AS hints (bucket, holder) ON CONFLICT DO NOTHING`;

export const hintValues = ({ hints, version }: StoredHints): [number[], Buffer[], number] => [
  hints.map(({ bucket }) => bucket),
  hints.map(({ holder }) => holder),
  version,
];

export async function insertHints(tx: Tx, hints: StoredHints): Promise<void> {
  await tx.query('insert-hints', insertHintsSql(['$1', '$2', '$3']), hintValues(hints));
}

export interface Holders {
  /** By bucket, one holder after the other. */
  stored: Map<number, Buffer>;
  /** Organizations whose hints are not complete. */
  incomplete: string[];
}

/** Both as they were at one moment: an organization leaves the one only when all of it is in the other. Needs the admin's role. */
export async function findHolders(tx: Tx, wanted: readonly { bucket: number }[]): Promise<Holders> {
  const rows = await tx.query<{ bucket: number | null; holders: Buffer | null; incomplete: string[] | null }>(
    'find-holders',
    `SELECT bucket, string_agg(holder, ''::bytea) AS holders, NULL::text[] AS incomplete FROM search_hints
     WHERE bucket = ANY ($1::int[]) GROUP BY bucket
     UNION ALL SELECT NULL, NULL, array_agg(organization_id::text) FROM search_hint_gaps`,
    [wanted.map(({ bucket }) => bucket)],
  );
  const stored = rows.flatMap(({ bucket, holders }) => (bucket === null || holders === null ? [] : [[bucket, holders] as const]));
  return { stored: new Map(stored), incomplete: rows.flatMap(({ incomplete }) => incomplete ?? []) };
}

/** Organizations whose hints may be written now; needs the admin's role. */
export async function listHintGaps(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'list-hint-gaps',
    'SELECT organization_id FROM search_hint_gaps WHERE starts_at <= $1 ORDER BY organization_id',
    [now],
  );
  return rows.map((row) => row.organization_id);
}

/** Where to go on; null where nothing is left to do, or another process is at it. Locked to the end of the transaction. */
export async function lockHintGap(tx: Tx, organizationId: string): Promise<{ walkedTo: string } | null> {
  const [row] = await tx.query<{ walked_to: string }>(
    'lock-hint-gap',
    'SELECT walked_to FROM search_hint_gaps WHERE organization_id = $1 FOR UPDATE SKIP LOCKED',
    [organizationId],
  );
  return row === undefined ? null : { walkedTo: row.walked_to };
}

export async function moveHintGap(tx: Tx, organizationId: string, walkedTo: string): Promise<void> {
  await tx.query('move-hint-gap', 'UPDATE search_hint_gaps SET walked_to = $2 WHERE organization_id = $1', [organizationId, walkedTo]);
}

export async function deleteHintGap(tx: Tx, organizationId: string): Promise<void> {
  await tx.query('delete-hint-gap', 'DELETE FROM search_hint_gaps WHERE organization_id = $1', [organizationId]);
}

/** The organization is asked in every search until its hints are written anew, from its first inquiry on. */
export async function openHintGap(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await tx.query(
    'open-hint-gap',
    `INSERT INTO search_hint_gaps (organization_id, starts_at) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET walked_to = '', starts_at = excluded.starts_at`,
    [organizationId, now],
  );
}

/** Whether any was made with another version of the key; needs the admin's role. */
export async function hasOldHints(tx: Tx, version: number): Promise<boolean> {
  return (await tx.query('has-old-hints', 'SELECT FROM search_hints WHERE key_version <> $1 LIMIT 1', [version])).length > 0;
}

/** Of the buckets from `from` to before `to`; needs the admin's role. */
export async function deleteOldHints(tx: Tx, version: number, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.query('delete-old-hints', 'DELETE FROM search_hints WHERE bucket >= $1 AND bucket < $2 AND key_version <> $3', [
    from,
    to,
    version,
  ]);
}
