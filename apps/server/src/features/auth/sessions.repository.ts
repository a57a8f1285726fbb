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
  /** The factor has to be made first; false if left out. */
  isEnrolling?: boolean;
  userAgent: string | null;
  address: string | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    'insert-session',
    `INSERT INTO sessions (organization_id, id, user_id, token_hash, created_at, last_seen_at, ends_at, is_factor_pending, user_agent, address,
       is_enrolling)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)`,
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
      session.isEnrolling ?? false,
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

/** All of a user but `keptId`; null keeps none. */
export async function endSessionsOf(tx: Tx, userId: string, keptId: string | null, now: Date): Promise<void> {
  await tx.query(
    'end-sessions-of',
    'UPDATE sessions SET ended_at = $3 WHERE organization_id = $4 AND user_id = $1 AND id IS DISTINCT FROM $2 AND ended_at IS NULL',
    [userId, keptId, now, tx.organizationId],
  );
}

/** Half signed-in sessions of a user: what they were offered when they began may have changed. */
export async function endPendingSessionsOf(tx: Tx, userId: string, keptId: string, now: Date): Promise<void> {
  await tx.query(
    'end-pending-sessions-of',
    `UPDATE sessions SET ended_at = $3
     WHERE organization_id = $4 AND user_id = $1 AND id <> $2 AND is_factor_pending AND ended_at IS NULL`,
    [userId, keptId, now, tx.organizationId],
  );
}

/** The session goes on under a new token; with `isFull` nothing is due any more. False where it has ended, also since the request began. */
export async function renewSession(
  tx: Tx,
  sessionId: string,
  { tokenHash, isFull }: { tokenHash: Buffer; isFull: boolean },
): Promise<boolean> {
  const renewed = await tx.query(
    'renew-session',
    `UPDATE sessions SET token_hash = $2, passkey_challenge = NULL,
       is_factor_pending = is_factor_pending AND NOT $3, is_enrolling = is_enrolling AND NOT $3, is_factor_given = is_factor_given OR $3
     WHERE organization_id = $4 AND id = $1 AND ended_at IS NULL RETURNING 1`,
    [sessionId, tokenHash, isFull, tx.organizationId],
  );
  return renewed.length > 0;
}

export interface SessionRecord {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
}

/** A user's living sessions, half signed-in ones left out; the newest activity first. */
export async function listSessionsOf(
  tx: Tx,
  userId: string,
  { now, idleMinutes }: { now: Date; idleMinutes: number },
): Promise<SessionRecord[]> {
  return await tx.query<SessionRecord & Record<string, unknown>>(
    'list-sessions-of',
    `SELECT id, user_agent, address, created_at, last_seen_at, ends_at FROM sessions
     WHERE organization_id = $4 AND user_id = $1 AND ended_at IS NULL AND ends_at > $2 AND NOT is_factor_pending
       AND last_seen_at > $2::timestamptz - make_interval(mins => $3)
     ORDER BY last_seen_at DESC, id DESC`,
    [userId, now, idleMinutes, tx.organizationId],
  );
}

/** False where nobody has it any more; its idle time is not looked at. */
export async function isSessionAlive(tx: Tx, sessionId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM sessions WHERE organization_id = $2 AND id = $1 AND ended_at IS NULL';
  return (await tx.query('is-session-alive', sql, [sessionId, tx.organizationId])).length > 0;
}

/** False where it is not there, has ended, or is somebody else's. */
export async function endSessionOf(tx: Tx, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const ended = await tx.query(
    'end-session-of',
    'UPDATE sessions SET ended_at = $3 WHERE organization_id = $4 AND user_id = $1 AND id = $2 AND ended_at IS NULL RETURNING 1',
    [userId, sessionId, now, tx.organizationId],
  );
  return ended.length > 0;
}

export async function setPasskeyChallenge(tx: Tx, sessionId: string, challenge: string | null): Promise<void> {
  await tx.query('set-passkey-challenge', 'UPDATE sessions SET passkey_challenge = $2 WHERE organization_id = $3 AND id = $1', [
    sessionId,
    challenge,
    tx.organizationId,
  ]);
}

/** A challenge serves once; null where none was given. */
export async function takePasskeyChallenge(tx: Tx, sessionId: string): Promise<string | null> {
  const [row] = await tx.query<{ passkey_challenge: string | null }>(
    'take-passkey-challenge',
    `UPDATE sessions s SET passkey_challenge = NULL FROM (SELECT id, passkey_challenge FROM sessions WHERE organization_id = $2 AND id = $1 FOR UPDATE) old
     WHERE s.organization_id = $2 AND s.id = old.id RETURNING old.passkey_challenge`,
    [sessionId, tx.organizationId],
  );
  return row?.passkey_challenge ?? null;
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
