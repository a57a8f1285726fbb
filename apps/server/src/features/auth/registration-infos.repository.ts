/** What fills in a registration before the practice exists: ciphertext of the platform's own organization; codes are stored hashed (product.md 13.8). */
import type { RegistrationInfo } from '@coverlight/contract/auth/auth.contract.ts';
import type { KeyRing, OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Database, Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';

const LIFE_MS = 90 * 24 * 60 * 60 * 1000;
const infoAt = (id: string) => ({ table: 'registration_infos', row: id, column: 'info' });

/** Of the platform's own organization, which the transaction must be set to and whose keys these are. */
export async function insertRegistrationInfo(
  tx: Tx,
  keys: OrganizationKeys,
  { id, codeHash, info, now }: { id: string; codeHash: Buffer; info: RegistrationInfo; now: Date },
): Promise<void> {
  await tx.query(
    'insert-registration-info',
    `INSERT INTO registration_infos (organization_id, id, code_hash, info, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, id, codeHash, keys.encryptJson(infoAt(id), info), now, new Date(now.getTime() + LIFE_MS)],
  );
}

/** Null for an unknown, used or old code. Reading does not use it up. */
export async function findRegistrationInfo(
  { db, keys }: { db: Database; keys: KeyRing },
  codeHash: Buffer,
  now: Date,
): Promise<RegistrationInfo | null> {
  const internal = await keys.keysOf(INTERNAL_ORGANIZATION_ID);
  const [row] = await db.asOrganization(
    INTERNAL_ORGANIZATION_ID,
    async (tx) =>
      await tx.query<{ id: string; info: Buffer }>(
        'find-registration-info',
        `SELECT id, info FROM registration_infos WHERE organization_id = $1 AND code_hash = $2 AND used_at IS NULL AND expires_at > $3`,
        [tx.organizationId, codeHash, now],
      ),
  );
  // Written by the function above, under authenticated encryption.
  return row === undefined ? null : (internal.decryptJson(infoAt(row.id), row.info) as RegistrationInfo);
}
