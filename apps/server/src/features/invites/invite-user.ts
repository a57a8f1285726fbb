/** Inviting, inviting again and taking back (product.md 13.6). Serves managers, and platform admins through their own area. */
import { randomInt } from 'node:crypto';
import { INVITE_DAYS, isInvitePending } from '@coverlight/domain/invites/invite-state.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { isEmailTaken } from '#features/auth/accounts.repository.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { hashToken } from '#http/session.ts';
import { insertInvite, lockInvite, markInviteRevoked, renewInviteCode, type InviteRecord } from './invites.repository.ts';

export type InviteDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'keys' | 'queue'>;

const LIFE_MS = INVITE_DAYS * 24 * 60 * 60 * 1000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 26 random characters of 0-9 A-Z: 134 bits. */
export const newLinkCode = (): string => Array.from({ length: 26 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export interface InviteInput {
  email: string;
  is_manager?: boolean | undefined;
  is_restricted?: boolean | undefined;
  perm_reimbursements?: boolean | undefined;
}

export interface Inviter {
  id: string;
  first_name: string;
  last_name: string;
}

/** Of whom the invite is; `transact` opens a transaction of this organization. */
export interface InviteScope {
  organizationId: string;
  actor: Actor;
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Throws 422 under `email` for an address that has a user, wherever. */
export async function inviteUser(
  deps: InviteDeps,
  scope: InviteScope,
  { inviter, ...input }: InviteInput & { inviter: Inviter },
): Promise<InviteRecord> {
  const { is_manager = false, is_restricted = false, perm_reimbursements = false } = input;
  if (is_manager && is_restricted) throw invalid({ is_restricted: ['A manager cannot be restricted.'] });
  const isTaken = await deps.db.withoutOrganization(async (tx) => await isEmailTaken(tx, input.email));
  if (isTaken) throw invalid({ email: ['This email address already has an account.'] });
  const keys = await deps.keys.keysOf(scope.organizationId);
  const code = newLinkCode();
  return await scope.transact(async (tx) => {
    const now = deps.clock();
    const invite = await insertInvite(tx, {
      id: deps.newId(),
      email: input.email,
      is_manager,
      is_restricted,
      perm_reimbursements,
      inviter,
      codeHash: hashToken(code),
      now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
    });
    await mailInvite(deps, tx, { invite, code, keys });
    await recordAudit(tx, scope.actor, now, { action: 'invite.create', objectType: 'invite', objectIds: [invite.id] });
    return invite;
  });
}

/** Throws 404 where it is not there, 409 once it was accepted or revoked. */
export async function changeInvite(
  deps: InviteDeps,
  scope: InviteScope,
  { id, change }: { id: string; change: 'revoke' | 'resend' },
): Promise<InviteRecord> {
  const keys = await deps.keys.keysOf(scope.organizationId);
  return await scope.transact(async (tx) => {
    const now = deps.clock();
    const invite = await lockInvite(tx, { id });
    if (invite === null) throw notFound();
    if (!isInvitePending(invite)) {
      throw conflict(invite.accepted_at === null ? 'This invitation has been revoked.' : 'This invitation has been accepted.');
    }
    if (change === 'revoke') {
      await markInviteRevoked(tx, id, now);
    } else {
      const code = newLinkCode();
      await renewInviteCode(tx, id, { codeHash: hashToken(code), expiresAt: new Date(now.getTime() + LIFE_MS) });
      await mailInvite(deps, tx, { invite, code, keys });
    }
    await recordAudit(tx, scope.actor, now, { action: `invite.${change}`, objectType: 'invite', objectIds: [id] });
    return (await lockInvite(tx, { id })) ?? invite;
  });
}

async function mailInvite(
  deps: InviteDeps,
  tx: Tx,
  { invite, code, keys }: { invite: InviteRecord; code: string; keys: Awaited<ReturnType<Deps['keys']['keysOf']>> },
): Promise<void> {
  const { name } = await findOrganization(tx, keys.organizationId);
  await queueMail(deps, tx, {
    kind: 'invite',
    to: invite.email,
    facts: { organization_name: name, person_name: `${invite.inviter_first_name} ${invite.inviter_last_name}`.trim() },
    secret: { value: code, keys },
  });
}
