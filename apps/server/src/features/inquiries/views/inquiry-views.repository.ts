/** Named views of the inquiry list. Each user reaches its own alone. */
import type { ListView, ListViewFilters } from '@coverlight/contract/inquiries/views.contract.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';

/** Whose views. */
export interface ViewOwner {
  organizationId: string;
  userId: string;
}

type Stored = { id: string; name: Buffer; filters: ListViewFilters };

const nameAt = (id: string) => ({ table: 'inquiry_views', row: id, column: 'name' });
const open = (keys: OrganizationKeys, { id, name, filters }: Stored): ListView => ({
  id,
  name: keys.decryptText(nameAt(id), name),
  filters,
});

/** By name. */
export async function listViews(tx: Tx, keys: OrganizationKeys, { organizationId, userId }: ViewOwner): Promise<ListView[]> {
  const rows = await tx.query<Stored>(
    'list-inquiry-views',
    'SELECT id, name, filters FROM inquiry_views WHERE organization_id = $1 AND user_id = $2',
    [organizationId, userId],
  );
  return rows.map((row) => open(keys, row)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** So that two calls at once of one user do not both find a name free. */
export async function lockViews(tx: Tx, { organizationId, userId }: ViewOwner): Promise<void> {
  await tx.query('lock-inquiry-views', 'SELECT id FROM users WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    organizationId,
    userId,
  ]);
}

export async function insertView(
  tx: Tx,
  keys: OrganizationKeys,
  { organizationId, userId }: ViewOwner,
  { view: { id, name, filters }, now }: { view: ListView; now: Date },
): Promise<void> {
  await tx.query(
    'insert-inquiry-view',
    'INSERT INTO inquiry_views (organization_id, id, user_id, name, filters, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)',
    [organizationId, id, userId, keys.encryptText(nameAt(id), name), JSON.stringify(filters), now],
  );
}

export async function replaceView(
  tx: Tx,
  keys: OrganizationKeys,
  { organizationId, userId }: ViewOwner,
  { view: { id, name, filters }, now }: { view: ListView; now: Date },
): Promise<void> {
  await tx.query(
    'replace-inquiry-view',
    'UPDATE inquiry_views SET name = $4, filters = $5, updated_at = $6 WHERE organization_id = $1 AND id = $2 AND user_id = $3',
    [organizationId, id, userId, keys.encryptText(nameAt(id), name), JSON.stringify(filters), now],
  );
}

/** False where there is none, or it is somebody else's. */
export async function deleteView(tx: Tx, { organizationId, userId }: ViewOwner, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete-inquiry-view',
    'DELETE FROM inquiry_views WHERE organization_id = $1 AND id = $2 AND user_id = $3 RETURNING id',
    [organizationId, id, userId],
  );
  return rows.length > 0;
}
