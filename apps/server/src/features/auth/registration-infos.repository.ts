/** What fills in a registration before the practice exists. Codes are stored hashed (product.md 13.8). */
import type { RegistrationInfo } from '@coverlight/contract/auth/auth.contract.ts';
import type { Database, Tx } from '#db/client.ts';

const LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/** Of the platform's own organization, which the transaction must be set to. */
export async function insertRegistrationInfo(
  tx: Tx,
  { id, codeHash, info, now }: { id: string; codeHash: Buffer; info: RegistrationInfo; now: Date },
): Promise<void> {
  await tx.query(
    'insert-registration-info',
    `INSERT INTO registration_infos (organization_id, id, code_hash, info, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, id, codeHash, JSON.stringify(info), now, new Date(now.getTime() + LIFE_MS)],
  );
}

/** Null for an unknown, used or old code. Reading does not use it up. */
export async function findRegistrationInfo(db: Database, codeHash: Buffer, now: Date): Promise<RegistrationInfo | null> {
  const [row] = await db.lookup<{ info: RegistrationInfo | null }>(
    'find-registration-info',
    'SELECT find_registration_info($1, $2) AS info',
    [codeHash, now],
  );
  return row?.info ?? null;
}
