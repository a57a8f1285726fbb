/** Sessions and the browsers a user signed in from before. Tokens are stored hashed. */
import type { Tx } from '#db/client.ts';

export interface NewSession {
  id: string;
  organizationId: string;
  userId: string;
  tokenHash: Buffer;
  now: Date;
  endsAt: Date;
  isFactorPending: boolean;
  userAgent: string | null;
  address: string | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    'insert-session',
    `INSERT INTO sessions (organization_id, id, user_id, token_hash, created_at, last_seen_at, ends_at, is_factor_pending, user_agent, address)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)`,
    [
      session.organizationId,
      session.id,
      session.userId,
      session.tokenHash,
      session.now,
      session.endsAt,
      session.isFactorPending,
      session.userAgent,
      session.address,
    ],
  );
}

export async function endSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query('end-session', 'UPDATE sessions SET ended_at = $2 WHERE organization_id = $3 AND id = $1 AND ended_at IS NULL', [
    sessionId,
    now,
    tx.organizationId,
  ]);
}

export async function isKnownDevice(tx: Tx, userId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.query(
    'known-device',
    'SELECT 1 FROM known_devices WHERE organization_id = $3 AND user_id = $1 AND token_hash = $2',
    [userId, tokenHash, tx.organizationId],
  );
  return rows.length > 0;
}

export async function rememberDevice(tx: Tx, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.query(
    'remember-device',
    `INSERT INTO known_devices (organization_id, user_id, token_hash, created_at, last_used_at) VALUES ($4, $1, $2, $3, $3)
     ON CONFLICT (organization_id, user_id, token_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
    [userId, tokenHash, now, tx.organizationId],
  );
}

export async function markLogin(tx: Tx, userId: string, passwordHash: string | null, now: Date): Promise<void> {
  await tx.query(
    'mark-login',
    'UPDATE users SET last_login_at = $2, password_hash = coalesce($3, password_hash) WHERE organization_id = $4 AND id = $1',
    [userId, now, passwordHash, tx.organizationId],
  );
}
