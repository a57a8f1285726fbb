/** Invites of an organization. The code of a link is stored hashed and never read back (product.md 13.6). */
import type { Database, Tx } from '#db/client.ts';
import { containing, limitsOf, type Page } from '#db/page.ts';

export interface InviteRecord {
  id: string;
  email: string;
  is_manager: boolean;
  is_restricted: boolean;
  perm_reimbursements: boolean;
  inviter_first_name: string;
  inviter_last_name: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

const COLUMNS =
  'id, email, is_manager, is_restricted, perm_reimbursements, inviter_first_name, inviter_last_name, created_at, expires_at, accepted_at, revoked_at';

export interface NewInvite {
  id: string;
  email: string;
  is_manager: boolean;
  is_restricted: boolean;
  perm_reimbursements: boolean;
  inviter: { id: string; first_name: string; last_name: string };
  codeHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export async function insertInvite(tx: Tx, invite: NewInvite): Promise<InviteRecord> {
  const [row] = await tx.query<InviteRecord & Record<string, unknown>>(
    'insert-invite',
    `INSERT INTO invites (organization_id, id, email, is_manager, is_restricted, perm_reimbursements, inviter_id, inviter_first_name,
       inviter_last_name, code_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`,
    [
      tx.organizationId,
      invite.id,
      invite.email,
      invite.is_manager,
      invite.is_restricted,
      invite.perm_reimbursements,
      invite.inviter.id,
      invite.inviter.first_name,
      invite.inviter.last_name,
      invite.codeHash,
      invite.now,
      invite.expiresAt,
    ],
  );
  if (row === undefined) throw new Error('the invite was not stored');
  return row;
}

/** The organization of a code; whether the invite still works is for its transaction to ask. */
export async function findInviteByCode(db: Database, codeHash: Buffer): Promise<{ organizationId: string } | null> {
  const [row] = await db.lookup<{ organization_id: string }>('find-invite', 'SELECT * FROM find_invite($1)', [codeHash]);
  return row === undefined ? null : { organizationId: row.organization_id };
}

/** Nobody else changes it until the transaction ends. */
export async function lockInvite(tx: Tx, by: { id: string } | { codeHash: Buffer }): Promise<InviteRecord | null> {
  const [name, column, value] = 'id' in by ? ['lock-invite', 'id', by.id] : ['lock-invite-by-code', 'code_hash', by.codeHash];
  const [row] = await tx.query<InviteRecord & Record<string, unknown>>(
    name,
    `SELECT ${COLUMNS} FROM invites WHERE organization_id = $1 AND ${column} = $2 FOR UPDATE`,
    [tx.organizationId, value],
  );
  return row ?? null;
}

export async function markInviteAccepted(tx: Tx, id: string, now: Date, email: string): Promise<void> {
  await tx.query(
    'accept-invite',
    `UPDATE invites SET accepted_at = $3, accepted_user_id = (SELECT u.id FROM users u WHERE u.organization_id = $1 AND lower(u.email) = lower($4))
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, now, email],
  );
}

export async function markInviteRevoked(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('revoke-invite', 'UPDATE invites SET revoked_at = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    now,
  ]);
}

/** The link before it is dead from now on. */
export async function renewInviteCode(tx: Tx, id: string, { codeHash, expiresAt }: { codeHash: Buffer; expiresAt: Date }): Promise<void> {
  await tx.query('renew-invite', 'UPDATE invites SET code_hash = $3, expires_at = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    codeHash,
    expiresAt,
  ]);
}

export interface InviteQuery extends Page {
  /** email, created_at, accepted_at, revoked_at; with - descending. */
  sort?: string;
  /** Part of the email or of the inviter's name. */
  q?: string;
}

const DEFAULT_ROWS = 1000;
const SORTS: Readonly<Record<string, string>> = {
  email: 'lower(email)',
  created_at: 'created_at',
  accepted_at: 'accepted_at',
  revoked_at: 'revoked_at',
};

export async function listInvites(tx: Tx, query: InviteQuery): Promise<{ rows: InviteRecord[]; total: number }> {
  const { offset, limit } = limitsOf(query, DEFAULT_ROWS);
  const sort = query.sort ?? '-created_at';
  const column = SORTS[sort.replace(/^-/, '')] ?? 'created_at';
  const direction = sort.startsWith('-') ? 'DESC NULLS LAST' : 'ASC NULLS LAST';
  const where = `organization_id = $1 AND ($2::text IS NULL OR email ILIKE $2 OR inviter_first_name || ' ' || inviter_last_name ILIKE $2)`;
  const values = [tx.organizationId, query.q === undefined ? null : containing(query.q)];
  const rows = await tx.queryOnce<InviteRecord & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM invites WHERE ${where} ORDER BY ${column} ${direction}, id DESC OFFSET $3 LIMIT $4`,
    [...values, offset, limit],
  );
  const [count] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM invites WHERE ${where}`, values);
  return { rows, total: count?.total ?? 0 };
}
