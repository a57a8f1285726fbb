/** The names by which payers are found (product.md 15.10). Derived from `payers` and `payer_sources`, but for the names that a payer had before. */
import { nameKeys, type NameKind } from '@coverlight/domain/payers/payer-search.ts';
import type { Tx } from '#db/client.ts';

const CURRENT = `
  SELECT id AS payer_id, 'name' AS kind, name FROM payers
  UNION SELECT id, 'internal', name_internal FROM payers WHERE name_internal <> ''
  UNION SELECT payer_id, 'also', name FROM payer_sources WHERE name IS NOT NULL
  UNION SELECT payer_id, 'internal', typed_name FROM payer_sources WHERE typed_name IS NOT NULL`;

/**
 * Called by whatever writes a name. A payer's own names stay for ever, so that people find it by the one they know; what others call it counts
 * while they do. Compares all of them, which takes milliseconds: nobody has to say what changed.
 */
export async function indexPayerNames(tx: Tx): Promise<void> {
  await tx.query(
    'drop-payer-names',
    `DELETE FROM payer_names n USING (SELECT payer_id, kind, name FROM payer_names WHERE kind <> 'name' EXCEPT (${CURRENT})) gone
     WHERE (n.payer_id, n.kind, n.name) = (gone.payer_id, gone.kind, gone.name)`,
    [],
  );
  const added = await tx.query<{ payer_id: string; kind: NameKind; name: string }>(
    'unknown-payer-names',
    `(${CURRENT}) EXCEPT SELECT payer_id, kind, name FROM payer_names`,
    [],
  );
  if (added.length === 0) return;
  const rows = added.map((row) => ({ ...row, keys: nameKeys(row.name) }));
  await tx.query(
    'insert-payer-names',
    `INSERT INTO payer_names (payer_id, kind, name, words, near_forms)
     SELECT x.payer_id, x.kind, x.name, x.words, x.near_forms
     FROM jsonb_to_recordset($1::jsonb) AS x (payer_id text, kind text, name text, words text, near_forms text[])
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows.map(({ keys, ...row }) => ({ ...row, words: keys.text, near_forms: keys.near })))],
  );
}

/** Before a merged payer is split: its parts are found by the names under which people knew it. */
export async function keepMergedNames(tx: Tx, payerId: string, partIds: readonly string[]): Promise<void> {
  await tx.execute(
    `INSERT INTO payer_names (payer_id, kind, name, words, near_forms)
     SELECT part, n.kind, n.name, n.words, n.near_forms FROM payer_names n, unnest($2::text[]) part WHERE n.payer_id = $1 AND n.kind = 'name'
     ON CONFLICT DO NOTHING`,
    [payerId, partIds],
  );
}
