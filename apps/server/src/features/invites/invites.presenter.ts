import type { Invite, PublicInvite } from '@coverlight/contract/invites/invite.schema.ts';
import type { InviteRecord } from './invites.repository.ts';

/** What the holder of a link may know. */
export function presentPublicInvite(invite: InviteRecord): PublicInvite {
  return {
    email: invite.email,
    user: { first_name: invite.inviter_first_name, last_name: invite.inviter_last_name },
    created_at: invite.created_at.toISOString(),
    revoked_at: invite.revoked_at?.toISOString() ?? null,
    accepted_at: invite.accepted_at?.toISOString() ?? null,
  };
}

export const presentInvite = (invite: InviteRecord): Invite => ({
  id: invite.id,
  ...presentPublicInvite(invite),
  expires_at: invite.expires_at.toISOString(),
});
