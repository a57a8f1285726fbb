/** Rows of organization_keys. Keys stay wrapped here. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from './client.ts';
import { organizationKeys } from './tables/organizations.ts';

export type StoredKey = Omit<typeof organizationKeys.$inferSelect, 'created_at'>;

const columns = {
  organization_id: organizationKeys.organization_id,
  purpose: organizationKeys.purpose,
  version: organizationKeys.version,
  wrapped_key: organizationKeys.wrapped_key,
  wrapping_key_id: organizationKeys.wrapping_key_id,
  active_from: organizationKeys.active_from,
};

export async function findKeys(tx: Tx, organizationId: string): Promise<StoredKey[]> {
  return await tx.orm.select(columns).from(organizationKeys).where(eq(organizationKeys.organization_id, organizationId));
}

/** Of these organizations; needs the admin's role. */
export async function listKeysOf(tx: Tx, organizationIds: readonly string[]): Promise<StoredKey[]> {
  return await tx.orm
    .select(columns)
    .from(organizationKeys)
    .where(inArray(organizationKeys.organization_id, [...organizationIds]));
}

/** Of every organization; needs the admin's role. */
export async function listAllKeys(tx: Tx): Promise<StoredKey[]> {
  return await tx.orm.select(columns).from(organizationKeys);
}

/** Of every organization, what searching takes; needs the admin's role. */
export async function listSearchKeys(tx: Tx): Promise<StoredKey[]> {
  return await tx.orm.select(columns).from(organizationKeys).where(eq(organizationKeys.purpose, 'search'));
}

/** Changes when any organization gets a search key or loses one; needs the admin's role. */
export async function readSearchKeysState(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ state: string }>(
    'search-keys-state',
    `SELECT count(*) || ' ' || coalesce(bit_xor(hashtextextended(organization_id, version + (extract(epoch FROM active_from) * 1000)::bigint)), 0) AS state
     FROM organization_keys WHERE purpose = 'search'`,
    [],
  );
  return row?.state ?? '';
}

/** Leaves versions that exist as they are. */
export async function insertKeys(tx: Tx, keys: StoredKey[]): Promise<void> {
  await tx.orm.insert(organizationKeys).values(keys).onConflictDoNothing();
}

export async function updateWrapping(tx: Tx, key: StoredKey): Promise<void> {
  await tx.orm.update(organizationKeys).set({ wrapped_key: key.wrapped_key, wrapping_key_id: key.wrapping_key_id }).where(sameKey(key));
}

export async function deleteKey(tx: Tx, key: StoredKey): Promise<void> {
  await tx.orm.delete(organizationKeys).where(sameKey(key));
}

const sameKey = (key: StoredKey) =>
  and(
    eq(organizationKeys.organization_id, key.organization_id),
    eq(organizationKeys.purpose, key.purpose),
    eq(organizationKeys.version, key.version),
  );
