/** What may not be done with a stolen session alone: the person gives the password or a passkey once more (product.md 13.7). */
import type { PasskeyRequestOptions } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { invalid, tooMany } from '#http/app-error.ts';
import type { Viewer } from '#http/viewer.ts';
import { confirmPassword } from './change-password.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { requestOptions, verifyPasskey } from './passkeys.ts';
import { listFactors, markPasskeyUsed } from './second-factors.repository.ts';
import { setPasskeyChallenge, takePasskeyChallenge } from './sessions.repository.ts';

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'queue' | 'config' | 'counterSecret'>;

export interface Identity {
  current_password?: string | undefined;
  passkey?: { id: string } | undefined;
}

/** Null for somebody without a passkey. What the browser is asked is kept with the session. */
export async function offerPasskeys({ db, config }: Pick<Deps, 'db' | 'config'>, viewer: Viewer): Promise<PasskeyRequestOptions | null> {
  return await db.asOrganization(viewer.organizationId, async (tx) => {
    const passkeys = (await listFactors(tx, viewer.userId)).filter(({ kind }) => kind === 'passkey');
    if (passkeys.length === 0) return null;
    const options = await requestOptions(config.publicUrl, passkeys);
    await setPasskeyChallenge(tx, viewer.sessionId, options.challenge);
    return options;
  });
}

/** Throws 422 under `current_password` or `passkey` where neither is right, and 429 after too many. */
export async function confirmIdentity(deps: ConfirmDeps, viewer: Viewer, given: Identity, actor: Actor): Promise<void> {
  if (given.passkey !== undefined) await confirmPasskey(deps, viewer, given.passkey, actor);
  else if (given.current_password !== undefined) {
    await confirmPassword(deps, viewer, { password: given.current_password, field: 'current_password', actor });
  } else throw invalid({ current_password: ['Please enter your current password.'] });
}

async function confirmPasskey(deps: ConfirmDeps, viewer: Viewer, passkey: { id: string }, actor: Actor): Promise<void> {
  const { db, clock, config } = deps;
  const counter = counterKey(deps.counterSecret, 'device', viewer.userId, 'confirm-passkey');
  const { waitSeconds } = await db.withoutOrganization(async (tx) => await countAttempt(tx, counter, 'device', config.login, clock()));
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const isRight = await db.asOrganization(viewer.organizationId, async (tx) => {
    const challenge = await takePasskeyChallenge(tx, viewer.sessionId);
    const factor = (await listFactors(tx, viewer.userId)).find(({ credential_id: id }) => id === passkey.id);
    const signatureCount =
      challenge === null || factor === undefined ? null : await verifyPasskey(config.publicUrl, passkey, { challenge, factor });
    if (signatureCount !== null && factor !== undefined) await markPasskeyUsed(tx, factor.id, { signatureCount, now: clock() });
    else await recordAudit(tx, actor, clock(), { action: 'password.confirm-failed', outcome: 'refused' });
    return signatureCount !== null;
  });
  if (!isRight) throw invalid({ passkey: ['This passkey could not be verified. Please try again, or use your password.'] });
  await db.withoutOrganization(async (tx) => await forgiveAttempt(tx, counter, 'device'));
}
