/** Taking one's own second factor away, and new recovery codes (product.md 13.1, 13.2). */
import { NOFIELD } from '@coverlight/contract/errors.ts';
import { PASSWORD_LENGTH, passwordLength } from '@coverlight/domain/auth/password-rules.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import type { Viewer } from '#http/viewer.ts';
import { setPassword } from './accounts.repository.ts';
import { confirmPassword, holdConfirmed } from './change-password.ts';
import { isFactorDemanded } from './give-second-factor.ts';
import { faultsOfTypedTwice } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { hashRecoveryCode, newRecoveryCodes } from './second-factor-codes.ts';
import { countConfirmedFactors, deleteFactor, listFactors, replaceRecoveryCodes } from './second-factors.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

type RemoveDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'queue' | 'config' | 'counterSecret'>;

export interface RemoveInput {
  id: string;
  password: string;
  new_password1?: string | undefined;
  new_password2?: string | undefined;
}

/** Throws 404, 422 by field, and 409 for the last one where a factor is demanded. */
export async function removeSecondFactor(deps: RemoveDeps, viewer: Viewer, input: RemoveInput, actor: Actor): Promise<void> {
  const { db, clock } = deps;
  const before = await db.asOrganization(viewer.organizationId, async (tx) => await listFactors(tx, viewer.userId));
  if (!before.some(({ id }) => id === input.id)) throw notFound();
  const account = await confirmPassword(deps, viewer, { password: input.password, field: 'password', actor });
  const isLast = before.length === 1;
  let passwordHash: string | null = null;
  // Alone, a password has to be longer.
  if (isLast && passwordLength(input.password) < PASSWORD_LENGTH.min) {
    const { new_password1 = '', new_password2 = '' } = input;
    const context = { hasSecondFactor: false, email: account.email, organizationName: account.organization_name };
    const errors = faultsOfTypedTwice({ new_password1, new_password2 }, context);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    passwordHash = await hashPassword(new_password1);
  }
  if (isLast && isFactorDemanded(account, deps.config)) throw conflict('A second factor is required. Add another one first.');

  await db.asOrganization(viewer.organizationId, async (tx) => {
    const now = clock();
    await holdConfirmed(tx, account, { password: input.password, field: 'password' });
    const factors = await listFactors(tx, viewer.userId);
    if (!factors.some(({ id }) => id === input.id)) throw notFound();
    // Another was removed meanwhile, and with it the ground of the checks above.
    if ((factors.length === 1) !== isLast) throw conflict('Your second factors changed meanwhile. Please try again.');
    await deleteFactor(tx, input.id);
    if (isLast) await replaceRecoveryCodes(tx, viewer.userId, []);
    if (passwordHash !== null) {
      await setPassword(tx, viewer.userId, passwordHash);
      await endSessionsOf(tx, viewer.userId, viewer.sessionId, now);
      await recordAudit(tx, actor, now, { action: 'password.change', objectType: 'user', objectIds: [viewer.userId] });
      await queueMail(deps, tx, { kind: 'password-changed', to: account.email });
    }
    await recordAudit(tx, actor, now, { action: 'second-factor.remove', objectType: 'second_factor', objectIds: [input.id] });
    await queueMail(deps, tx, { kind: 'second-factor-removed', to: account.email });
  });
}

/** Throws 422 NOFIELD without a factor. */
export async function renewRecoveryCodes(deps: RemoveDeps, viewer: Viewer, password: string, actor: Actor): Promise<string[]> {
  const account = await confirmPassword(deps, viewer, { password, field: 'password', actor });
  const codes = newRecoveryCodes();
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await holdConfirmed(tx, account, { password, field: 'password' });
    if ((await countConfirmedFactors(tx, viewer.userId)) === 0) throw invalid({ [NOFIELD]: ['Please add a second factor first.'] });
    await replaceRecoveryCodes(tx, viewer.userId, codes.map(hashRecoveryCode));
    await recordAudit(tx, actor, deps.clock(), { action: 'second-factor.recovery-codes', objectType: 'user', objectIds: [viewer.userId] });
  });
  return codes;
}
