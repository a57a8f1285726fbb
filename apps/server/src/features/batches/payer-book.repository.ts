/** Everything by which the payers of a list are recognized (product.md 19.2). The same for every organization. */
import type { KnownPayer } from '@coverlight/domain/batches/known-payers.ts';
import type { Tx } from '#db/client.ts';
import { CHOOSABLE } from '#features/payers/payers.repository.ts';

const MEDICARE_NAME = String.raw`\mmedicare\M`;
/** What is sold under Medicare's name by others. */
const NOT_ORIGINAL = String.raw`\m(advantage|supplement|medigap|part [cd]|hmo|ppo|plus|complete|choice|gold|preferred|dual)\M`;

/** Those that can be chosen, with every name and code they are known by; what a merged payer was called counts for the one it became. */
export async function listKnownPayers(tx: Tx, clearinghouses: readonly string[]): Promise<KnownPayer[]> {
  return await tx.query<KnownPayer & Record<string, unknown>>(
    'list-known-payers',
    `SELECT p.id,
       array_prepend(p.name, coalesce((SELECT array_agg(DISTINCT n.name) FROM payers own JOIN payer_names n ON n.payer_id = own.id
         WHERE (own.id = p.id OR own.parent_id = p.id) AND n.name <> p.name), '{}')) AS names,
       coalesce((SELECT array_agg(DISTINCT s.code) FROM payer_sources s WHERE s.asked_as = p.id AND s.code IS NOT NULL), '{}') AS codes,
       p.name ~* $2 AND p.name !~* $3 AND NOT p.is_group AS "isMedicare"
     FROM payers p WHERE ${CHOOSABLE} ORDER BY p.id`,
    [clearinghouses, MEDICARE_NAME, NOT_ORIGINAL],
  );
}

/** Changes whenever payers, whether they can be asked, their names or their prefixes do; costs a millisecond of some thousand payers. */
export async function findPayersVersion(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ version: string }>(
    'payers-version',
    `SELECT concat_ws(' ', (SELECT count(*) || ' ' || max(p.updated_at) FROM payers p),
       (SELECT count(*) FILTER (WHERE s.is_active AND s.is_available) || ' ' || max(s.last_listed_at) FROM payer_sources s),
       (SELECT count(*) FROM payer_names), (SELECT count(*) FROM payer_prefixes)) AS version`,
    [],
  );
  return row?.version ?? '';
}

/** Payers by the first three characters of a member id; those that point to several are none. */
export async function listPrefixes(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ prefix: string; payer_id: string }>(
    'list-payer-prefixes',
    `SELECT x.prefix, min(y.id) AS payer_id FROM payer_prefixes x JOIN payers p ON p.id = x.payer_id
       JOIN payers y ON y.id = coalesce(p.parent_id, p.id) WHERE y.deleted_at IS NULL GROUP BY x.prefix HAVING count(DISTINCT y.id) = 1`,
    [],
  );
  return new Map(rows.map((row) => [row.prefix, row.payer_id]));
}

export async function namePayers(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>('name-payers', 'SELECT id, name FROM payers WHERE id = ANY ($1)', [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
