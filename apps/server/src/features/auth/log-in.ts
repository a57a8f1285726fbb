/** Signing in with an email and a password: counted, checked in equal time, audited (product.md 13). */
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { Config } from '#config.ts';
import type { Database } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { NOFIELD } from '@coverlight/contract/errors.ts';
import { invalid, tooMany, unavailable } from '#http/app-error.ts';
import { hashToken } from '#http/session.ts';
import { factorDue, rememberChallenge } from './give-second-factor.ts';
import { holdAccount } from './hold-account.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { isKnownDevice, markLogin } from './sessions.repository.ts';
import { startSession, type StartedSession } from './start-session.ts';

export interface LogInDeps {
  db: Database;
  clock: () => Date;
  newId: () => string;
  config: Config;
  /** Keys the counters. */
  counterSecret: Buffer;
  /** Accounts that are still being made. */
  loadingAccounts: ReadonlySet<string>;
}

export interface LogInInput {
  email: string;
  password: string;
  /** The browser's token from an earlier success; null in an unknown browser. */
  device: string | null;
  actor: Actor;
}

export interface LoggedIn extends StartedSession {
  /** Null where the password was enough. */
  secondFactor: SecondFactorDue | null;
}

interface Account {
  organization_id: string;
  user_id: string;
  password_hash: string | null;
  is_active: boolean;
  organization_is_active: boolean;
}

const WRONG = 'The email or password is incorrect.';

/** Throws 429 where a counter is full, and the same 422 for an unknown email as for a wrong password. */
export async function logIn(deps: LogInDeps, input: LogInInput): Promise<LoggedIn> {
  const { db, clock, counterSecret: secret } = deps;
  const email = input.email.toLowerCase();
  if (deps.loadingAccounts.has(email)) throw unavailable('Demo data are still loading.');
  const [account] = await db.lookup<Account>('find-account', 'SELECT * FROM find_account($1)', [email]);
  const organizationId = account?.organization_id ?? INTERNAL_ORGANIZATION_ID;
  const deviceHash = hashToken(input.device ?? '');
  // Looked up for unknown accounts too, so that both take as long.
  const isKnown = await db.asOrganization(organizationId, async (tx) => await isKnownDevice(tx, account?.user_id ?? '', deviceHash));
  const byAccount = isKnown ? ('device' as const) : ('account' as const);
  const accountCounter = counterKey(secret, byAccount, email, ...(isKnown ? [deviceHash.toString('base64')] : []));
  const addressCounter = counterKey(secret, 'address', input.actor.address ?? '');

  const { waitSeconds, isLast } = await db.withoutOrganization(async (tx) => {
    const now = clock();
    // A whole practice may share one address: strangers in it do not lock out those who are at their own devices.
    const byAddress = isKnown ? null : await countAttempt(tx, addressCounter, 'address', deps.config.login, now);
    if (byAddress !== null && byAddress.waitSeconds !== null) return byAddress;
    const counted = await countAttempt(tx, accountCounter, byAccount, deps.config.login, now);
    return { ...counted, isLast: counted.isLast || byAddress?.isLast === true };
  });
  const refuse = async (actions: readonly AuditAction[], message: string): Promise<never> => {
    const who = { ...input.actor, userId: account?.user_id ?? null };
    await db.asOrganization(organizationId, async (tx) => {
      for (const action of actions) await recordAudit(tx, who, clock(), { action, outcome: 'refused' });
    });
    throw invalid({ [NOFIELD]: [message] });
  };
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password);
  // The lock is told once for each wait: what is tried during it is not counted.
  if (account === undefined || !isRight) return await refuse(isLast ? ['login.failed', 'login.locked'] : ['login.failed'], WRONG);

  // In the order in which they are counted, or two who sign in at once would wait for each other.
  await db.withoutOrganization(async (tx) => {
    if (!isKnown) await forgiveAttempt(tx, addressCounter, 'address');
    await forgiveAttempt(tx, accountCounter, byAccount);
  });
  if (!account.is_active) return await refuse(['login.deactivated'], 'This account is deactivated. Please ask your manager.');
  if (!account.organization_is_active) return await refuse(['login.deactivated'], 'This account is deactivated. Please contact support.');
  return (await openSession(deps, { ...input, account })) ?? (await refuse(['login.failed'], WRONG));
}

/** Null where the password was changed, or the account deactivated, since they were looked at. */
async function openSession(deps: LogInDeps, input: LogInInput & { account: Account }): Promise<LoggedIn | null> {
  const { account, actor } = input;
  const { organization_id: organizationId, user_id: userId } = account;
  const now = deps.clock();
  const rehashed = account.password_hash !== null && needsRehash(account.password_hash) ? await hashPassword(input.password) : null;
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const held = await holdAccount(tx, userId, { password: input.password, password_hash: account.password_hash });
    if (held === null) return null;
    const found = await factorDue(tx, held, deps.config);
    const due = found?.due ?? null;
    const session = { clock: deps.clock, newId: deps.newId, sessionHours: deps.config.session.hours };
    const factor = due === null ? undefined : due.enrol === true ? ('enrol' as const) : ('due' as const);
    const started = await startSession(session, tx, { organizationId, userId, device: input.device, actor, factor });
    if (due === null) await markLogin(tx, userId, rehashed, now);
    else await rememberChallenge(tx, started.id, due);
    await recordAudit(tx, { ...actor, userId, organizationId, sessionId: started.id }, now, {
      action: due === null ? 'login' : 'login.password',
    });
    return { ...started, secondFactor: due };
  });
}
