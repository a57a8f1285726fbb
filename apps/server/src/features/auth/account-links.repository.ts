/** Links that were mailed to change an account. Tokens are stored hashed; each works once (product.md 13.5, 13.7). */
import type { Database, Tx } from '#db/client.ts';

export type LinkPurpose = 'password-reset' | 'email-approve' | 'email-confirm' | 'email-undo';
/** Whose wish a change of email was: its owner's, or of a manager or platform admin for them. */
export type EmailAsker = 'owner' | 'manager' | 'admin';

export const RESET_MS = 60 * 60 * 1000;

export interface NewLink {
  id: string;
  userId: string;
  purpose: LinkPurpose;
  tokenHash: Buffer;
  /** The address it gives to the account; null for a reset. */
  email: string | null;
  /** The same for the two links of one change of email. */
  changeId: string | null;
  /** Null for a reset. */
  askedBy: EmailAsker | null;
  now: Date;
  expiresAt: Date;
}

export interface AccountLink {
  user_id: string;
  email: string | null;
  change_id: string | null;
  asked_by: EmailAsker | null;
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.query(
    'insert-account-link',
    `INSERT INTO account_links (organization_id, id, user_id, purpose, token_hash, email, change_id, asked_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.organizationId,
      link.id,
      link.userId,
      link.purpose,
      link.tokenHash,
      link.email,
      link.changeId,
      link.askedBy,
      link.now,
      link.expiresAt,
    ],
  );
}

/** Whose link this is, whether it works or not; null where there is none. Nobody is signed in who follows one. */
export async function findOwnerOfLink(
  db: Pick<Database, 'lookup'>,
  tokenHash: Buffer,
): Promise<{ organization_id: string; user_id: string } | null> {
  const sql = 'SELECT * FROM find_account_link($1)';
  const [owner] = await db.lookup<{ organization_id: string; user_id: string }>('find-account-link', sql, [tokenHash]);
  return owner ?? null;
}

/** Without using it up. Null where it is not there, of another purpose, used, replaced or too old. */
export async function findLiveLink(tx: Tx, tokenHash: Buffer, purpose: LinkPurpose, now: Date): Promise<AccountLink | null> {
  const [link] = await tx.query<AccountLink & Record<string, unknown>>(
    'find-live-link',
    `SELECT user_id, email, change_id, asked_by FROM account_links
     WHERE organization_id = $1 AND token_hash = $2 AND purpose = $3 AND ended_at IS NULL AND expires_at > $4`,
    [tx.organizationId, tokenHash, purpose, now],
  );
  return link ?? null;
}

/** Uses it up: of several at once exactly one gets the link, the others null. */
export async function useLink(tx: Tx, tokenHash: Buffer, purpose: LinkPurpose, now: Date): Promise<AccountLink | null> {
  const [link] = await tx.query<AccountLink & Record<string, unknown>>(
    'use-link',
    `UPDATE account_links SET ended_at = $4
     WHERE organization_id = $1 AND token_hash = $2 AND purpose = $3 AND ended_at IS NULL AND expires_at > $4
     RETURNING user_id, email, change_id, asked_by`,
    [tx.organizationId, tokenHash, purpose, now],
  );
  return link ?? null;
}

/** The user's links of these purposes work no more. */
export async function endLinks(tx: Tx, userId: string, purposes: readonly LinkPurpose[], now: Date): Promise<void> {
  await tx.query(
    'end-links',
    'UPDATE account_links SET ended_at = $4 WHERE organization_id = $1 AND user_id = $2 AND purpose = ANY ($3) AND ended_at IS NULL',
    [tx.organizationId, userId, purposes, now],
  );
}

export async function endLinkOfChange(tx: Tx, changeId: string, purpose: LinkPurpose, now: Date): Promise<void> {
  await tx.query(
    'end-link-of-change',
    'UPDATE account_links SET ended_at = $4 WHERE organization_id = $1 AND change_id = $2 AND purpose = $3 AND ended_at IS NULL',
    [tx.organizationId, changeId, purpose, now],
  );
}

export async function extendLinkOfChange(tx: Tx, changeId: string, purpose: LinkPurpose, expiresAt: Date): Promise<void> {
  await tx.query(
    'extend-link-of-change',
    'UPDATE account_links SET expires_at = $4 WHERE organization_id = $1 AND change_id = $2 AND purpose = $3 AND ended_at IS NULL',
    [tx.organizationId, changeId, purpose, expiresAt],
  );
}

/** A reset link whose mail was late lives its hour from then. */
export async function restartLinkLife(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(
    'restart-link-life',
    `UPDATE account_links SET expires_at = $3 WHERE organization_id = $1 AND id = $2 AND purpose = 'password-reset' AND ended_at IS NULL`,
    [tx.organizationId, id, new Date(now.getTime() + RESET_MS)],
  );
}

/** How many reset links were made for the user since then. */
export async function countResets(tx: Tx, userId: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ made: number }>(
    'count-resets',
    `SELECT count(*)::int AS made FROM account_links
     WHERE organization_id = $1 AND user_id = $2 AND purpose = 'password-reset' AND created_at > $3`,
    [tx.organizationId, userId, since],
  );
  return row?.made ?? 0;
}

export interface PendingEmail {
  pending_email: string | null;
  pending_email_waits_for: 'owner' | 'new_address' | null;
}

/** The address that still has to be agreed to or confirmed; nulls where none is. */
export async function findPendingEmail(tx: Tx, userId: string, now: Date): Promise<PendingEmail> {
  const [row] = await tx.query<{ email: string | null; purpose: LinkPurpose }>(
    'find-pending-email',
    `SELECT email, purpose FROM account_links
     WHERE organization_id = $1 AND user_id = $2 AND purpose IN ('email-approve', 'email-confirm') AND ended_at IS NULL AND expires_at > $3
     ORDER BY created_at DESC LIMIT 1`,
    [tx.organizationId, userId, now],
  );
  if (row === undefined) return { pending_email: null, pending_email_waits_for: null };
  return { pending_email: row.email, pending_email_waits_for: row.purpose === 'email-approve' ? 'owner' : 'new_address' };
}
