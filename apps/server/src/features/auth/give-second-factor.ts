/** The second step of a sign-in: which factors are due, and the one that is given (product.md 13.2). */
import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, tooMany, unauthenticated } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import type { Viewer } from '#http/viewer.ts';
import { lockAccountOf, type AccountRecord } from './accounts.repository.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { requestOptions, verifyPasskey } from './passkeys.ts';
import { hashRecoveryCode, totpStep } from './second-factor-codes.ts';
import {
  countRecoveryCodes,
  listFactors,
  markPasskeyUsed,
  takeRecoveryCode,
  takeTotpStep,
  type FactorRecord,
} from './second-factors.repository.ts';
import {
  isKnownDevice,
  markLogin,
  rememberDevice,
  renewSession,
  setPasskeyChallenge,
  takePasskeyChallenge,
} from './sessions.repository.ts';

type FactorDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'config' | 'counterSecret'>;

export const totpSecretPlace = (factorId: string) => ({ table: 'second_factors', row: factorId, column: 'secret' });

/** The organization demands one of its members, the platform of its admins. */
export const isFactorDemanded = (
  account: Pick<AccountRecord, 'is_admin' | 'require_second_factor'>,
  { adminSecondFactor }: Pick<Deps['config'], 'adminSecondFactor'>,
): boolean => account.require_second_factor || (account.is_admin && adminSecondFactor);

/** Null where the password is enough. */
export async function factorDue(
  tx: Tx,
  account: Pick<AccountRecord, 'id' | 'is_admin' | 'require_second_factor'>,
  config: Deps['config'],
): Promise<{ due: SecondFactorDue; factors: FactorRecord[] } | null> {
  const factors = await listFactors(tx, account.id);
  if (factors.length === 0) return isFactorDemanded(account, config) ? { due: { methods: [], enrol: true }, factors } : null;
  const has = (kind: FactorRecord['kind']) => factors.some((factor) => factor.kind === kind);
  const hasCodes = (await countRecoveryCodes(tx, account.id)) > 0;
  const methods: SecondFactorDue['methods'] = [
    ...(has('totp') ? (['totp'] as const) : []),
    ...(has('passkey') ? (['passkey'] as const) : []),
    ...(hasCodes ? (['recovery_code'] as const) : []),
  ];
  if (!has('passkey')) return { due: { methods }, factors };
  return { due: { methods, passkey_options: await requestOptions(config.publicUrl, factors) }, factors };
}

/** Kept with the session that was started, since the answer has to fit it. */
export async function rememberChallenge(tx: Tx, sessionId: string, due: SecondFactorDue): Promise<void> {
  if (due.passkey_options !== undefined) await setPasskeyChallenge(tx, sessionId, due.passkey_options.challenge);
}

export type GivenFactor = { method: 'totp' | 'recovery_code'; code: string } | { method: 'passkey'; credential: { id: string } };

export interface FullSession {
  token: string;
  device: string;
}

/** Throws 422 under `code` for a wrong one, 429 after too many, and 401 where the session was ended meanwhile. */
export async function giveSecondFactor(
  deps: FactorDeps,
  viewer: Viewer,
  { given, device, actor }: { given: GivenFactor; device: string | null; actor: Actor },
): Promise<FullSession> {
  const { db, clock } = deps;
  if (!viewer.secondFactorDue) throw conflict('No second factor is due.');
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const deviceHash = hashToken(device ?? '');
  const { isKnown, oldest } = await db.asOrganization(viewer.organizationId, async (tx) => ({
    isKnown: await isKnownDevice(tx, viewer.userId, deviceHash),
    oldest: (await listFactors(tx, viewer.userId))[0]?.id ?? '',
  }));
  const kind = isKnown ? ('device' as const) : ('account' as const);
  // Named by the factor too: whoever had it taken away and made a new one starts anew, whatever a stranger had guessed before.
  const counter = counterKey(deps.counterSecret, kind, viewer.userId, oldest, isKnown ? deviceHash.toString('base64') : '');
  const { waitSeconds, isLast } = await db.withoutOrganization(
    async (tx) => await countAttempt(tx, counter, kind, deps.config.login, clock()),
  );
  if (waitSeconds !== null) throw tooMany(waitSeconds);

  const full = { token: newToken(), device: device ?? newToken() };
  const isRight = await db.asOrganization(viewer.organizationId, async (tx) => {
    // Before the session, as whoever ends it does: the two would wait for each other.
    await lockAccountOf(tx, viewer.userId);
    const now = clock();
    const right = await isFactorRight(deps, tx, viewer, { given, keys, now });
    if (right) {
      if (!(await renewSession(tx, viewer.sessionId, { tokenHash: hashToken(full.token), isFull: true }))) throw unauthenticated();
      await rememberDevice(tx, viewer.userId, hashToken(full.device), now);
      await markLogin(tx, viewer.userId, null, now);
    }
    await recordAudit(tx, actor, now, { action: right ? 'login' : 'login.second-factor-failed', outcome: right ? 'done' : 'refused' });
    if (!right && isLast) await recordAudit(tx, actor, now, { action: 'login.locked', outcome: 'refused' });
    return right;
  });
  if (!isRight) throw invalid({ code: ['This code is incorrect or was used before.'] });
  await db.withoutOrganization(async (tx) => await forgiveAttempt(tx, counter, kind));
  return full;
}

async function isFactorRight(
  deps: FactorDeps,
  tx: Tx,
  viewer: Viewer,
  { given, keys, now }: { given: GivenFactor; keys: Awaited<ReturnType<Deps['keys']['keysOf']>>; now: Date },
): Promise<boolean> {
  if (given.method === 'recovery_code') return await takeRecoveryCode(tx, viewer.userId, { hash: hashRecoveryCode(given.code), now });
  const factors = await listFactors(tx, viewer.userId);
  if (given.method === 'passkey') {
    const challenge = await takePasskeyChallenge(tx, viewer.sessionId);
    const factor = factors.find(({ credential_id: id }) => id === given.credential.id);
    if (challenge === null || factor === undefined) return false;
    const signatureCount = await verifyPasskey(deps.config.publicUrl, given.credential, { challenge, factor });
    if (signatureCount !== null) await markPasskeyUsed(tx, factor.id, { signatureCount, now });
    return signatureCount !== null;
  }
  for (const factor of factors) {
    if (factor.secret === null) continue;
    const step = totpStep(keys.decryptText(totpSecretPlace(factor.id), factor.secret), given.code, now);
    if (step !== null && (await takeTotpStep(tx, factor.id, { step, now }))) return true;
  }
  return false;
}
