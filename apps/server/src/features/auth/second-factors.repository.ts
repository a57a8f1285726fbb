/** Second factors of a user: authenticator apps, passkeys, and the recovery codes beside them (product.md 13.2). */
import type { Tx } from '#db/client.ts';

export interface FactorRecord {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: Date;
  /** Null: an authenticator app whose first code was never given. */
  confirmed_at: Date | null;
  last_used_at: Date | null;
  /** Ciphertext; of an authenticator app only. */
  secret: Buffer | null;
  credential_id: string | null;
  public_key: string | null;
  /** bigint, hence text. */
  signature_count: string;
  transports: string[];
}

const COLUMNS = 'id, kind, name, created_at, confirmed_at, last_used_at, secret, credential_id, public_key, signature_count, transports';

/** Confirmed ones, the oldest first. */
export async function listFactors(tx: Tx, userId: string): Promise<FactorRecord[]> {
  return await tx.query<FactorRecord & Record<string, unknown>>(
    'list-factors',
    `SELECT ${COLUMNS} FROM second_factors WHERE organization_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL ORDER BY created_at, id`,
    [tx.organizationId, userId],
  );
}

export async function countConfirmedFactors(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.query<{ factors: number }>(
    'count-factors',
    'SELECT count(*)::int AS factors FROM second_factors WHERE organization_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL',
    [tx.organizationId, userId],
  );
  return row?.factors ?? 0;
}

/** Changes of one user's factors wait for each other. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.query('lock-user', 'SELECT FROM users WHERE organization_id = $1 AND id = $2 FOR UPDATE', [tx.organizationId, userId]);
}

/** An authenticator app that was started but not confirmed; null where there is none. */
export async function findStartedTotp(tx: Tx, userId: string): Promise<FactorRecord | null> {
  const [row] = await tx.query<FactorRecord & Record<string, unknown>>(
    'find-started-totp',
    `SELECT ${COLUMNS} FROM second_factors WHERE organization_id = $1 AND user_id = $2 AND confirmed_at IS NULL AND kind = 'totp'`,
    [tx.organizationId, userId],
  );
  return row ?? null;
}

/** Takes the place of one that was started before. */
export async function startTotp(tx: Tx, totp: { id: string; userId: string; name: string; secret: Buffer; now: Date }): Promise<void> {
  await tx.query('drop-started-totp', 'DELETE FROM second_factors WHERE organization_id = $1 AND user_id = $2 AND confirmed_at IS NULL', [
    tx.organizationId,
    totp.userId,
  ]);
  await tx.query(
    'start-totp',
    `INSERT INTO second_factors (organization_id, id, user_id, kind, name, created_at, secret) VALUES ($1, $2, $3, 'totp', $4, $5, $6)`,
    [tx.organizationId, totp.id, totp.userId, totp.name, totp.now, totp.secret],
  );
}

export async function confirmTotp(tx: Tx, id: string, { step, now }: { step: number; now: Date }): Promise<void> {
  await tx.query(
    'confirm-totp',
    'UPDATE second_factors SET confirmed_at = $3, last_used_at = $3, last_step = $4 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, now, step],
  );
}

/** False where this step's code, or a later one, was taken before: each works once. */
export async function takeTotpStep(tx: Tx, id: string, { step, now }: { step: number; now: Date }): Promise<boolean> {
  const taken = await tx.query(
    'take-totp-step',
    'UPDATE second_factors SET last_step = $3, last_used_at = $4 WHERE organization_id = $1 AND id = $2 AND last_step < $3 RETURNING 1',
    [tx.organizationId, id, step, now],
  );
  return taken.length > 0;
}

export interface NewPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: string;
  signatureCount: number;
  transports: readonly string[];
  now: Date;
}

export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<void> {
  await tx.query(
    'insert-passkey',
    `INSERT INTO second_factors (organization_id, id, user_id, kind, name, created_at, confirmed_at, credential_id, public_key,
       signature_count, transports)
     VALUES ($1, $2, $3, 'passkey', $4, $5, $5, $6, $7, $8, $9)`,
    [
      tx.organizationId,
      passkey.id,
      passkey.userId,
      passkey.name,
      passkey.now,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signatureCount,
      passkey.transports,
    ],
  );
}

export async function markPasskeyUsed(tx: Tx, id: string, { signatureCount, now }: { signatureCount: number; now: Date }): Promise<void> {
  await tx.query(
    'mark-passkey-used',
    'UPDATE second_factors SET signature_count = $3, last_used_at = $4 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id, signatureCount, now],
  );
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.query('delete-factor', 'DELETE FROM second_factors WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}

/** Recovery codes too. Returns how many confirmed factors there were. */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx.query<{ confirmed_at: Date | null }>(
    'delete-all-factors',
    'DELETE FROM second_factors WHERE organization_id = $1 AND user_id = $2 RETURNING confirmed_at',
    [tx.organizationId, userId],
  );
  await replaceRecoveryCodes(tx, userId, []);
  return deleted.filter((factor) => factor.confirmed_at !== null).length;
}

/** The ones before are dead. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('delete-recovery-codes', 'DELETE FROM recovery_codes WHERE organization_id = $1 AND user_id = $2', [
    tx.organizationId,
    userId,
  ]);
  if (hashes.length === 0) return;
  await tx.query(
    'insert-recovery-codes',
    'INSERT INTO recovery_codes (organization_id, user_id, code_hash) SELECT $1, $2, unnest($3::bytea[])',
    [tx.organizationId, userId, hashes],
  );
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.query<{ codes: number }>(
    'count-recovery-codes',
    'SELECT count(*)::int AS codes FROM recovery_codes WHERE organization_id = $1 AND user_id = $2 AND used_at IS NULL',
    [tx.organizationId, userId],
  );
  return row?.codes ?? 0;
}

/** False for an unknown or used one. */
export async function takeRecoveryCode(tx: Tx, userId: string, { hash, now }: { hash: Buffer; now: Date }): Promise<boolean> {
  const taken = await tx.query(
    'take-recovery-code',
    `UPDATE recovery_codes SET used_at = $4
     WHERE organization_id = $1 AND user_id = $2 AND code_hash = $3 AND used_at IS NULL RETURNING 1`,
    [tx.organizationId, userId, hash, now],
  );
  return taken.length > 0;
}
