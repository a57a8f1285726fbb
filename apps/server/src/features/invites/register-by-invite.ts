/** Registering through a mailed invite: once, for the invited address, and never onto an account that exists (product.md 13.6). */
import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { isInviteOpen } from '@coverlight/domain/invites/invite-state.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { findInviteByCode, lockInvite, markInviteAccepted } from './invites.repository.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { hashToken } from '#http/session.ts';
import type { LoggedIn } from '#features/auth/log-in.ts';
import { faultOfPassword } from '#features/auth/new-password.ts';
import { hashPassword } from '#features/auth/passwords.ts';
import { AGREE, EMAIL_TAKEN, openAccount, type Caller, type RegisterDeps } from '#features/auth/register.ts';

export interface InviteRegistration {
  first_name: string;
  last_name: string;
  password: string;
  phone: string;
  invite_id: string;
  agree: boolean;
}

/** Throws 404 for a code that does not work, for whatever reason, and 422 by field. */
export async function registerByInvite(
  deps: RegisterDeps,
  { code, ...input }: InviteRegistration & { code: string },
  caller: Caller,
): Promise<LoggedIn> {
  const codeHash = hashToken(code);
  const found = await findInviteByCode(deps.db, codeHash);
  if (found === null) throw notFound();
  const { organizationId } = found;
  const { invite, organization } = await deps.db.asOrganization(organizationId, async (tx) => {
    const open = await lockInvite(tx, { codeHash });
    if (open === null || !isInviteOpen(open, deps.clock())) throw notFound();
    return { invite: open, organization: await findOrganization(tx, organizationId) };
  });
  const errors: FieldErrors = {};
  const fault = faultOfPassword(input.password, { hasSecondFactor: false, email: invite.email, organizationName: organization.name });
  if (fault !== null) errors.password = [fault];
  if (input.invite_id !== code) errors.invite_id = ['This invitation is not the one of the link.'];
  if (!input.agree) errors.agree = [AGREE];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const passwordHash = await hashPassword(input.password);
  try {
    return await deps.db.asOrganization(organizationId, async (tx) => {
      // Under lock, so that of several at once one registers and the others find it used.
      const now = deps.clock();
      const open = await lockInvite(tx, { codeHash });
      if (open === null || !isInviteOpen(open, now)) throw notFound();
      const { require_second_factor: isFactorDemanded } = await findOrganization(tx, organizationId);
      const started = await openAccount(deps, tx, caller, {
        ...input,
        organizationId,
        organizationName: organization.name,
        email: open.email,
        passwordHash,
        rights: { is_manager: open.is_manager, is_restricted: open.is_restricted, perm_reimbursements: open.perm_reimbursements },
        isFactorDemanded,
        action: 'invite.accept',
      });
      await markInviteAccepted(tx, open.id, now, open.email);
      return { ...started, secondFactor: isFactorDemanded ? ({ methods: [], enrol: true } as const satisfies SecondFactorDue) : null };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw invalid({ email: [EMAIL_TAKEN] });
    throw error;
  }
}
