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

/** Of every DATA_KEY that wrapped a key which is still there; needs the admin's role. */
export async function listWrappingKeyIds(tx: Tx): Promise<string[]> {
  const rows = await tx.orm.selectDistinct({ wrapping_key_id: organizationKeys.wrapping_key_id }).from(organizationKeys);
  return rows.map((row) => row.wrapping_key_id);
}

/** Organizations that ever stored anything, or the one given where it did; needs the admin's role. */
export async function listKeyHolders(tx: Tx, organizationId: string | null): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ id: organizationKeys.organization_id })
    .from(organizationKeys)
    .where(organizationId === null ? undefined : eq(organizationKeys.organization_id, organizationId));
  return rows.map(({ id }) => id);
}

export function byOrganization(rows: readonly StoredKey[]): Map<string, StoredKey[]> {
  const groups = new Map<string, StoredKey[]>();
  for (const row of rows) {
    const group = groups.get(row.organization_id);
    if (group === undefined) groups.set(row.organization_id, [row]);
    else group.push(row);
  }
  return groups;
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
