/** What an organization has decided before: what a file's columns mean, and which payer a name stands for (product.md 19.1, 19.2). */
import type { BatchMapping } from '@coverlight/contract/batches/columns.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { placeOfWords, REMEMBERED } from './digests.repository.ts';

/** What each heading stands over, and the order of days. */
export interface RememberedMapping {
  columns: Record<string, BatchMapping['columns'][number]>;
  date_orders: BatchMapping['date_orders'];
}

const [HEADERS, NAMES] = REMEMBERED;

export async function findMapping(tx: Tx, keys: OrganizationKeys, headers: string): Promise<RememberedMapping | null> {
  const [row] = await tx.query<{ mapping: RememberedMapping }>(
    'find-column-mapping',
    `SELECT mapping FROM column_mappings WHERE organization_id = $1 AND headers_digest = ANY ($2::bytea[]) ORDER BY updated_at DESC LIMIT 1`,
    [keys.organizationId, keys.digestsToFind(HEADERS.purpose, headers)],
  );
  return row?.mapping ?? null;
}

export async function rememberMapping(
  tx: Tx,
  keys: OrganizationKeys,
  headers: string,
  mapping: RememberedMapping,
  now: Date,
): Promise<void> {
  const digest = keys.digest(HEADERS.purpose, headers);
  await tx.query(
    'remember-column-mapping',
    `INSERT INTO column_mappings (organization_id, headers_digest, headers, mapping, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, headers_digest)
     DO UPDATE SET headers = excluded.headers, mapping = excluded.mapping, updated_at = excluded.updated_at`,
    [keys.organizationId, digest, keys.encryptText(placeOfWords(HEADERS, digest), headers), JSON.stringify(mapping), now],
  );
}

/** Payers by those of the names that were decided before. What a decided payer has become since, it is taken for. */
export async function findAliases(tx: Tx, keys: OrganizationKeys, names: readonly string[]): Promise<Map<string, string>> {
  const digests = names.map((name) => keys.digestsToFind(NAMES.purpose, name));
  const rows = await tx.query<{ name_digest: Buffer; payer_id: string }>(
    'find-payer-aliases',
    `SELECT a.name_digest, y.id AS payer_id FROM payer_aliases a JOIN payers p ON p.id = a.payer_id JOIN payers y ON y.id = coalesce(p.parent_id, p.id)
     WHERE a.organization_id = $1 AND a.name_digest = ANY ($2::bytea[]) AND y.deleted_at IS NULL`,
    [keys.organizationId, digests.flat()],
  );
  const byDigest = new Map(rows.map((row) => [row.name_digest.toString('base64'), row.payer_id]));
  return new Map(
    names.flatMap((name, at) => {
      const payerId = (digests[at] ?? []).map((digest) => byDigest.get(digest.toString('base64'))).find((id) => id !== undefined);
      return payerId === undefined ? [] : [[name, payerId] as const];
    }),
  );
}

export async function rememberAlias(tx: Tx, keys: OrganizationKeys, name: string, payerId: string, now: Date): Promise<void> {
  const digest = keys.digest(NAMES.purpose, name);
  await tx.query(
    'remember-payer-alias',
    `INSERT INTO payer_aliases (organization_id, name_digest, name, payer_id, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, name_digest) DO UPDATE SET name = excluded.name, payer_id = excluded.payer_id, updated_at = excluded.updated_at`,
    [keys.organizationId, digest, keys.encryptText(placeOfWords(NAMES, digest), name), payerId, now],
  );
}
