/** Signing in with an email and a password: counted, checked in equal time, audited (product.md 13). */
import type { LoginLimits } from '#config.ts';
import type { Database } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { NOFIELD } from '@coverlight/contract/errors.ts';
import { invalid, tooMany } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { insertSession, isKnownDevice, markLogin, rememberDevice } from './sessions.repository.ts';

export interface LogInDeps {
  db: Database;
  clock: () => Date;
  newId: () => string;
  limits: LoginLimits;
  sessionHours: number;
  /** Keys the counters. */
  counterSecret: Buffer;
}

export interface LogInInput {
  email: string;
  password: string;
  /** The browser's token from an earlier success; null in an unknown browser. */
  device: string | null;
  actor: Actor;
}

export interface StartedSession {
  token: string;
  device: string;
  endsAt: Date;
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
export async function logIn(deps: LogInDeps, input: LogInInput): Promise<StartedSession> {
  const { db, clock, counterSecret: secret } = deps;
  const email = input.email.toLowerCase();
  const [account] = await db.lookup<Account>('find-account', 'SELECT * FROM find_account($1)', [email]);
  const organizationId = account?.organization_id ?? INTERNAL_ORGANIZATION_ID;
  const deviceHash = hashToken(input.device ?? '');
  // Looked up for unknown accounts too, so that both take as long.
  const isKnown = await db.asOrganization(organizationId, async (tx) => await isKnownDevice(tx, account?.user_id ?? '', deviceHash));
  const byAccount = isKnown ? ('device' as const) : ('account' as const);
  const accountCounter = counterKey(secret, byAccount, email, ...(isKnown ? [deviceHash.toString('base64')] : []));
  const addressCounter = counterKey(secret, 'address', input.actor.address ?? '');

  const waitSeconds = await db.withoutOrganization(async (tx) => {
    const now = clock();
    const address = await countAttempt(tx, addressCounter, 'address', deps.limits, now);
    return address ?? (await countAttempt(tx, accountCounter, byAccount, deps.limits, now));
  });
  const refuse = async (action: string, message: string): Promise<never> => {
    await db.asOrganization(
      organizationId,
      async (tx) => await recordAudit(tx, { ...input.actor, userId: account?.user_id ?? null }, clock(), { action, outcome: 'refused' }),
    );
    throw invalid({ [NOFIELD]: [message] });
  };
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password);
  if (account === undefined || !isRight) return await refuse('login.failed', WRONG);

  await db.withoutOrganization(async (tx) => {
    await forgiveAttempt(tx, accountCounter, byAccount);
    await forgiveAttempt(tx, addressCounter, 'address');
  });
  if (!account.is_active) return await refuse('login.deactivated', 'This account is deactivated. Please ask your manager.');
  if (!account.organization_is_active) return await refuse('login.deactivated', 'This account is deactivated. Please contact support.');
  return await startSession(deps, { ...input, account });
}

async function startSession(deps: LogInDeps, input: LogInInput & { account: Account }): Promise<StartedSession> {
  const { account, actor } = input;
  const now = deps.clock();
  const started: StartedSession = {
    token: newToken(),
    device: input.device ?? newToken(),
    endsAt: new Date(now.getTime() + deps.sessionHours * 60 * 60 * 1000),
  };
  const rehashed = account.password_hash !== null && needsRehash(account.password_hash) ? await hashPassword(input.password) : null;
  await deps.db.asOrganization(account.organization_id, async (tx) => {
    const sessionId = deps.newId();
    await insertSession(tx, {
      id: sessionId,
      organizationId: account.organization_id,
      userId: account.user_id,
      tokenHash: hashToken(started.token),
      now,
      endsAt: started.endsAt,
      isFactorPending: false,
      userAgent: actor.userAgent,
      address: actor.address,
    });
    await rememberDevice(tx, account.user_id, hashToken(started.device), now);
    await markLogin(tx, account.user_id, rehashed, now);
    await recordAudit(tx, { ...actor, userId: account.user_id, organizationId: account.organization_id, sessionId }, now, {
      action: 'login',
    });
  });
  return started;
}
