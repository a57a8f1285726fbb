/** What was verified of an account holds when it is made use of: verifying takes long, and a reset may come meanwhile (product.md 13.3). */
import type { Tx } from '#db/client.ts';
import { unauthenticated } from '#http/app-error.ts';
import { lockAccountOf, type AccountRecord } from './accounts.repository.ts';
import { verifyPassword } from './passwords.ts';
import { isSessionAlive } from './sessions.repository.ts';

export interface VerifiedPassword {
  password: string;
  /** What it was verified against; null never is. */
  password_hash: string | null;
}

/**
 * Locks the account, so that a reset either came before or ends what this transaction begins. Null where the password is not the account's any
 * more, or the account is deactivated.
 */
export async function holdAccount(tx: Tx, userId: string, verified: VerifiedPassword): Promise<AccountRecord | null> {
  const account = await lockAccountOf(tx, userId);
  if (account === null || !account.is_active) return null;
  if (account.password_hash === verified.password_hash) return account;
  // The same password may have been hashed anew, by a sign-in in the same moment.
  return (await verifyPassword(account.password_hash, verified.password)) ? account : null;
}

/** The same for what a session's person confirmed in whichever way. Throws 401 without a session, or where it has ended meanwhile, as by a reset. */
export async function holdSession(tx: Tx, userId: string, sessionId: string | null): Promise<void> {
  await lockAccountOf(tx, userId);
  if (sessionId === null || !(await isSessionAlive(tx, sessionId))) throw unauthenticated();
}
