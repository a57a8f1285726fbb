/** A practice comes in from the street: all of it in one transaction, or nothing (product.md 2.4). */
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { CURRENT_TERMS_VERSION } from '@coverlight/contract/auth/terms-version.ts';
import { isNpi } from '@coverlight/domain/providers/npi.ts';
import { readTaxId } from '@coverlight/domain/providers/tax-id.ts';
import { makeKey } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { insertKeys } from '#db/organization-keys.repository.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { insertOrganization } from '#features/organizations/organizations.repository.ts';
import { insertProvider } from '#features/providers/providers.repository.ts';
import { invalid, tooMany } from '#http/app-error.ts';
import { hashToken } from '#http/session.ts';
import { insertTermsAcceptance, insertUser, isEmailTaken } from './accounts.repository.ts';
import { countAttempt, counterKey } from './login-throttle.ts';
import { faultOfPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { markLogin } from './sessions.repository.ts';
import { startSession, type StartedSession } from './start-session.ts';

export type RegisterDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'queue' | 'config' | 'counterSecret'>;

export interface Registration {
  organization_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  password: string;
  provider_name: string;
  provider_npi: string;
  provider_tax_id: string;
  agree: boolean;
  registration_id?: string | undefined;
}

export interface Caller {
  /** The browser's token from an earlier success; null in an unknown browser. */
  device: string | null;
  actor: Actor;
}

export const AGREE = 'Please agree to the terms to continue.';
export const EMAIL_TAKEN = 'This email address already has an account. Please log in.';

/** Signs the new manager in. Throws 422 by field, and 429 for an address of the network that tried too often. */
export async function register(deps: RegisterDeps, input: Registration, caller: Caller): Promise<StartedSession> {
  const provider = checked(input);
  // Those that succeed count as well: a stranger could fill the database with practices.
  const counter = counterKey(deps.counterSecret, 'address', caller.actor.address ?? '', 'register');
  const { waitSeconds } = await deps.db.withoutOrganization(
    async (tx) => await countAttempt(tx, counter, 'address', deps.config.login, deps.clock()),
  );
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  if (await deps.db.withoutOrganization(async (tx) => await isEmailTaken(tx, input.email))) throw invalid({ email: [EMAIL_TAKEN] });
  const passwordHash = await hashPassword(input.password);
  const organizationId = deps.newId();
  try {
    return await deps.db.asOrganization(organizationId, async (tx) => {
      const now = deps.clock();
      await insertOrganization(tx, { id: organizationId, name: input.organization_name, now });
      const keyFacts = { organizationId, version: 1, activeFrom: now };
      await insertKeys(tx, [
        makeKey(deps.config.dataKey, { ...keyFacts, purpose: 'data' }),
        makeKey(deps.config.dataKey, { ...keyFacts, purpose: 'search' }),
      ]);
      await insertProvider(tx, {
        ...provider,
        organization_id: organizationId,
        id: deps.newId(),
        name: input.provider_name,
        created_at: now,
        updated_at: now,
      });
      if (input.registration_id !== undefined) {
        await tx.query('use-registration-info', 'SELECT use_registration_info($1, $2)', [hashToken(input.registration_id), now]);
      }
      return await openAccount(deps, tx, caller, {
        ...input,
        organizationId,
        organizationName: input.organization_name,
        passwordHash,
        // Nobody gives the permission to oneself: without it the first manager would buy estimates that nobody could see.
        rights: { is_manager: true, is_restricted: false, perm_reimbursements: true },
        isFactorDemanded: false,
        action: 'organization.register',
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw invalid({ email: [EMAIL_TAKEN] });
    throw error;
  }
}

function checked(input: Registration): { npi: string; tax_id: string } {
  const errors: FieldErrors = {};
  const fault = faultOfPassword(input.password, {
    hasSecondFactor: false,
    email: input.email,
    organizationName: input.organization_name,
  });
  if (fault !== null) errors.password = [fault];
  const npi = input.provider_npi.replaceAll(/[\s-]/g, '');
  if (!isNpi(npi)) errors.provider_npi = ['Please enter a valid 10-digit NPI.'];
  const taxId = readTaxId(input.provider_tax_id);
  if (taxId === null) errors.provider_tax_id = ['Please enter a tax id with 9 digits, such as 12-3456789.'];
  if (!input.agree) errors.agree = [AGREE];
  if (taxId === null || Object.keys(errors).length > 0) throw invalid(errors);
  return { npi, tax_id: taxId };
}

export interface NewAccount {
  organizationId: string;
  organizationName: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  passwordHash: string;
  rights: { is_manager: boolean; is_restricted: boolean; perm_reimbursements: boolean };
  /** A second factor has to be made before anything else. */
  isFactorDemanded: boolean;
  /** Word of the audit row. */
  action: AuditAction;
}

/** The user, the acceptance of the terms, a session and the welcome. A user is only ever inserted: an existing account stays as it is. */
export async function openAccount(deps: RegisterDeps, tx: Tx, { device, actor }: Caller, account: NewAccount): Promise<StartedSession> {
  const now = deps.clock();
  const userId = deps.newId();
  const { organizationId } = account;
  await insertUser(tx, {
    organization_id: organizationId,
    id: userId,
    email: account.email,
    password_hash: account.passwordHash,
    first_name: account.first_name,
    last_name: account.last_name,
    phone: account.phone,
    ...account.rights,
    tos_version: CURRENT_TERMS_VERSION,
    tos_accepted_at: now,
    created_at: now,
    updated_at: now,
  });
  await insertTermsAcceptance(tx, {
    userId,
    version: CURRENT_TERMS_VERSION,
    at: now,
    address: actor.address,
    userAgent: actor.userAgent,
  });
  const session = { clock: deps.clock, newId: deps.newId, sessionHours: deps.config.session.hours };
  const factor = account.isFactorDemanded ? ('enrol' as const) : undefined;
  const started = await startSession(session, tx, { organizationId, userId, device, actor, factor });
  if (factor === undefined) await markLogin(tx, userId, null, now);
  const who: Actor = { ...actor, userId, organizationId, sessionId: started.id };
  await recordAudit(tx, who, now, { action: account.action, objectType: 'user', objectIds: [userId] });
  await recordAudit(tx, who, now, { action: 'terms.accept', objectType: 'terms', objectIds: [CURRENT_TERMS_VERSION] });
  await queueMail(deps, tx, { kind: 'welcome', to: account.email, facts: { organization_name: account.organizationName } });
  return started;
}
