/** The life of an invite (product.md 4.4). */

export const INVITE_DAYS = 14;

export interface InviteTimes {
  accepted_at: Date | null;
  revoked_at: Date | null;
  /** Of the newest link. */
  expires_at: Date;
}

/** Neither accepted nor revoked: it can be sent again and revoked, also after its link has run out. */
export const isInvitePending = (invite: Pick<InviteTimes, 'accepted_at' | 'revoked_at'>): boolean =>
  invite.accepted_at === null && invite.revoked_at === null;

/** Its link opens a registration. */
export const isInviteOpen = (invite: InviteTimes, now: Date): boolean => isInvitePending(invite) && invite.expires_at > now;
