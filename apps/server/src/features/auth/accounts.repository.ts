/** What signing in and changing a password need to know of an account. The only place beside log-in that reads a password hash. */
import type { Tx } from '#db/client.ts';
import { users } from '#db/tables/users.ts';

export interface AccountRecord {
  id: string;
  email: string;
  password_hash: string | null;
  is_active: boolean;
  is_admin: boolean;
  is_manager: boolean;
  organization_name: string;
  require_second_factor: boolean;
}

const ACCOUNT = `SELECT u.id, u.email, u.password_hash, u.is_active, u.is_admin, u.is_manager, o.name AS organization_name, o.require_second_factor
  FROM users u JOIN organizations o ON o.id = u.organization_id WHERE u.organization_id = $1 AND u.id = $2`;

export async function findAccountOf(tx: Tx, userId: string): Promise<AccountRecord | null> {
  const [row] = await tx.query<AccountRecord & Record<string, unknown>>('find-account-of', ACCOUNT, [tx.organizationId, userId]);
  return row ?? null;
}

/** As it is once whoever changes it is done; until the end of the transaction nobody else does. */
export async function lockAccountOf(tx: Tx, userId: string): Promise<AccountRecord | null> {
  const [row] = await tx.query<AccountRecord & Record<string, unknown>>('lock-account-of', `${ACCOUNT} FOR NO KEY UPDATE OF u`, [
    tx.organizationId,
    userId,
  ]);
  return row ?? null;
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.query('set-password', 'UPDATE users SET password_hash = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
    passwordHash,
  ]);
}

/** Throws the unique violation of `users_email` where the address has a user already. */
export async function setEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx.query('set-email', 'UPDATE users SET email = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
    email,
    now,
  ]);
}

/** Whether the address has a user, anywhere and in any case. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  return (await tx.query('find-account', 'SELECT * FROM find_account($1)', [email])).length > 0;
}

export async function insertTermsAcceptance(
  tx: Tx,
  acceptance: { userId: string; version: string; at: Date; address: string | null; userAgent: string | null },
): Promise<void> {
  await tx.query(
    'insert-terms-acceptance',
    `INSERT INTO terms_acceptances (organization_id, user_id, version, accepted_at, address, user_agent) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, acceptance.userId, acceptance.version, acceptance.at, acceptance.address, acceptance.userAgent],
  );
}

/** Fails where the address has a user already, anywhere and in any case. */
export async function insertUser(tx: Tx, user: typeof users.$inferInsert): Promise<void> {
  await tx.orm.insert(users).values(user);
}

/** Of a user of the internal organization. Needs a connection of the database's owner: the server's own may not. */
export async function makeAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.execute('SET LOCAL ROLE coverlight_lookup', []);
  await tx.execute('UPDATE users SET is_admin = true WHERE organization_id = $1 AND id = $2', [tx.organizationId, userId]);
  await tx.execute('SET LOCAL ROLE coverlight_app', []);
}
