/** A new password in the settings: other sessions end, this one gets a new token (product.md 13.3). */
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { invalid, tooMany, unauthenticated } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import type { Viewer } from '#http/viewer.ts';
import { endLinks } from './account-links.repository.ts';
import { findAccountOf, setPassword, type AccountRecord } from './accounts.repository.ts';
import { holdAccount } from './hold-account.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { faultsOfTypedTwice } from './new-password.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { countConfirmedFactors } from './second-factors.repository.ts';
import { endSessionsOf, renewSession } from './sessions.repository.ts';

const INCORRECT = 'This password is incorrect.';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'queue' | 'config' | 'counterSecret'>;

/** The account, if this is its password. Throws 422 under `field` for a wrong one, and 429 after too many: a stolen session cannot guess. */
export async function confirmPassword(
  deps: ChangeDeps,
  viewer: Viewer,
  { password, field, actor }: { password: string; field: string; actor: Actor },
): Promise<AccountRecord> {
  const { db, clock } = deps;
  const counter = counterKey(deps.counterSecret, 'device', viewer.userId, 'confirm');
  const { waitSeconds } = await db.withoutOrganization(async (tx) => await countAttempt(tx, counter, 'device', deps.config.login, clock()));
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const account = await db.asOrganization(viewer.organizationId, async (tx) => await findAccountOf(tx, viewer.userId));
  if (account === null) throw unauthenticated();
  if (!(await verifyPassword(account.password_hash, password))) {
    await db.asOrganization(
      viewer.organizationId,
      async (tx) => await recordAudit(tx, actor, clock(), { action: 'password.confirm-failed', outcome: 'refused' }),
    );
    throw invalid({ [field]: [INCORRECT] });
  }
  await db.withoutOrganization(async (tx) => await forgiveAttempt(tx, counter, 'device'));
  return account;
}

/** In the transaction of what the password was confirmed for. Throws the same 422 where it was changed meanwhile. */
export async function holdConfirmed(
  tx: Tx,
  account: AccountRecord,
  { password, field }: { password: string; field: string },
): Promise<void> {
  const held = await holdAccount(tx, account.id, { password, password_hash: account.password_hash });
  if (held === null) throw invalid({ [field]: [INCORRECT] });
}

export interface ChangeInput {
  old_password: string;
  new_password1: string;
  new_password2: string;
}

/** Returns the session's new token. */
export async function changePassword(deps: ChangeDeps, viewer: Viewer, input: ChangeInput, actor: Actor): Promise<string> {
  const { db, clock } = deps;
  const account = await confirmPassword(deps, viewer, { password: input.old_password, field: 'old_password', actor });
  const hasSecondFactor = await db.asOrganization(
    viewer.organizationId,
    async (tx) => (await countConfirmedFactors(tx, viewer.userId)) > 0,
  );
  const errors = faultsOfTypedTwice(input, { hasSecondFactor, email: account.email, organizationName: account.organization_name });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const passwordHash = await hashPassword(input.new_password1);
  const token = newToken();
  await db.asOrganization(viewer.organizationId, async (tx) => {
    const now = clock();
    await holdConfirmed(tx, account, { password: input.old_password, field: 'old_password' });
    await setPassword(tx, viewer.userId, passwordHash);
    await endSessionsOf(tx, viewer.userId, viewer.sessionId, now);
    await endLinks(tx, viewer.userId, ['password-reset'], now);
    if (!(await renewSession(tx, viewer.sessionId, { tokenHash: hashToken(token), isFull: false }))) throw unauthenticated();
    await recordAudit(tx, actor, now, { action: 'password.change', objectType: 'user', objectIds: [viewer.userId] });
    await queueMail(deps, tx, { kind: 'password-changed', to: account.email });
  });
  return token;
}
