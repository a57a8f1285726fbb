/** Making a second factor; the first one brings recovery codes and, where it was demanded, completes the sign-in (product.md 13.2). */
import { NOFIELD } from '@coverlight/contract/errors.ts';
import type { PasskeyCreationOptions, SecondFactor } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, unauthenticated } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import type { Viewer } from '#http/viewer.ts';
import { findAccountOf } from './accounts.repository.ts';
import { totpSecretPlace } from './give-second-factor.ts';
import { creationOptions, verifyNewPasskey } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUrl } from './second-factor-codes.ts';
import {
  confirmTotp,
  findStartedTotp,
  insertPasskey,
  listFactors,
  lockUser,
  replaceRecoveryCodes,
  startTotp,
  type FactorRecord,
} from './second-factors.repository.ts';
import {
  endPendingSessionsOf,
  markLogin,
  rememberDevice,
  renewSession,
  setPasskeyChallenge,
  takePasskeyChallenge,
} from './sessions.repository.ts';

type EnrolDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'keys' | 'config'>;

export interface Enroller {
  viewer: Viewer;
  device: string | null;
  actor: Actor;
}

export interface Enrolled {
  factor: SecondFactor;
  /** Where it is the first factor; else null. */
  recoveryCodes: string[] | null;
  token: string;
  device: string;
}

export const presentFactor = (factor: Pick<FactorRecord, 'id' | 'kind' | 'name' | 'created_at' | 'last_used_at'>): SecondFactor => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  created_at: factor.created_at.toISOString(),
  last_used_at: factor.last_used_at?.toISOString() ?? null,
});

export async function startAuthenticator(deps: EnrolDeps, viewer: Viewer): Promise<{ secret: string; otpauth_url: string }> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const secret = newTotpSecret();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const account = await findAccountOf(tx, viewer.userId);
    if (account === null) throw unauthenticated();
    await lockUser(tx, viewer.userId);
    await factorsBefore(tx, viewer);
    const id = deps.newId();
    const closed = keys.encryptText(totpSecretPlace(id), secret);
    await startTotp(tx, { id, userId: viewer.userId, name: 'Authenticator app', secret: closed, now: deps.clock() });
    return { secret, otpauth_url: totpUrl(secret, account.email) };
  });
}

/** Throws 422 under `code`; 409 where no app was started. */
export async function confirmAuthenticator(deps: EnrolDeps, enroller: Enroller, code: string): Promise<Enrolled> {
  const { viewer } = enroller;
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await lockUser(tx, viewer.userId);
    const before = await factorsBefore(tx, viewer);
    const started = await findStartedTotp(tx, viewer.userId);
    if (started === null || started.secret === null) throw conflict('Please start again.');
    const now = deps.clock();
    const step = totpStep(keys.decryptText(totpSecretPlace(started.id), started.secret), code, now);
    if (step === null) throw invalid({ code: ['This code is incorrect. Please check the clock of your device.'] });
    await confirmTotp(tx, started.id, { step, now });
    return await complete(tx, enroller, { factor: { ...started, last_used_at: now }, isFirst: before === 0, now });
  });
}

export async function offerPasskey(deps: EnrolDeps, viewer: Viewer): Promise<PasskeyCreationOptions> {
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const account = await findAccountOf(tx, viewer.userId);
    if (account === null) throw unauthenticated();
    await factorsBefore(tx, viewer);
    const options = await creationOptions(deps.config.publicUrl, account, await listFactors(tx, viewer.userId));
    await setPasskeyChallenge(tx, viewer.sessionId, options.challenge);
    return options;
  });
}

/** Throws 422 NOFIELD where the browser's answer does not fit what it was asked. */
export async function addPasskey(
  deps: EnrolDeps,
  enroller: Enroller,
  { name, credential }: { name: string; credential: object },
): Promise<Enrolled> {
  const { viewer } = enroller;
  const refused = () => invalid({ [NOFIELD]: ['This passkey could not be verified. Please try again.'] });
  const challenge = await deps.db.asOrganization(viewer.organizationId, async (tx) => await takePasskeyChallenge(tx, viewer.sessionId));
  const verified = challenge === null ? null : await verifyNewPasskey(deps.config.publicUrl, credential, challenge);
  if (verified === null) throw refused();
  try {
    return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
      await lockUser(tx, viewer.userId);
      const before = await factorsBefore(tx, viewer);
      const now = deps.clock();
      const id = deps.newId();
      await insertPasskey(tx, { id, userId: viewer.userId, name, ...verified, now });
      const factor = { id, kind: 'passkey' as const, name, created_at: now, last_used_at: null };
      return await complete(tx, enroller, { factor, isFirst: before === 0, now });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'second_factors_credential_id_key')) throw refused();
    throw error;
  }
}

/** How many there are already. A half signed-in session may make the first one only: with one there, that one is due. */
async function factorsBefore(tx: Tx, viewer: Viewer): Promise<number> {
  const before = (await listFactors(tx, viewer.userId)).length;
  if (viewer.secondFactorDue && before > 0) throw unauthenticated();
  return before;
}

async function complete(
  tx: Tx,
  { viewer, device, actor }: Enroller,
  { factor, isFirst, now }: { factor: Parameters<typeof presentFactor>[0]; isFirst: boolean; now: Date },
): Promise<Enrolled> {
  const enrolled: Enrolled = {
    factor: presentFactor(factor),
    recoveryCodes: isFirst ? newRecoveryCodes() : null,
    token: newToken(),
    device: device ?? newToken(),
  };
  if (enrolled.recoveryCodes !== null) await replaceRecoveryCodes(tx, viewer.userId, enrolled.recoveryCodes.map(hashRecoveryCode));
  // Other half signed-in sessions began when there was no factor yet, and could make one of their own.
  await endPendingSessionsOf(tx, viewer.userId, viewer.sessionId, now);
  // Whoever reset the password meanwhile shall not find a stranger's factor.
  if (!(await renewSession(tx, viewer.sessionId, { tokenHash: hashToken(enrolled.token), isFull: true }))) throw unauthenticated();
  await rememberDevice(tx, viewer.userId, hashToken(enrolled.device), now);
  await recordAudit(tx, actor, now, { action: 'second-factor.create', objectType: 'second_factor', objectIds: [factor.id] });
  if (viewer.secondFactorDue) {
    await markLogin(tx, viewer.userId, null, now);
    await recordAudit(tx, actor, now, { action: 'login' });
  }
  return enrolled;
}
