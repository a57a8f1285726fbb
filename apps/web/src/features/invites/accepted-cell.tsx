import type { Invite } from '@coverlight/contract/invites/invite.schema.ts';
import { isInviteOpen, isInvitePending } from '@coverlight/domain/invites/invite-state.ts';
import type { ReactNode } from 'react';
import { StatusBadge } from '#ui/status-badge.tsx';

type Times = Pick<Invite, 'accepted_at' | 'revoked_at' | 'expires_at'>;

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

function isExpired(invite: Times): boolean {
  const times = {
    accepted_at: dateOf(invite.accepted_at),
    revoked_at: dateOf(invite.revoked_at),
    expires_at: new Date(invite.expires_at),
  };
  return isInvitePending(times) && !isInviteOpen(times, new Date());
}

/** When it was accepted, as `children`; of one that still waits whether its link has run out (docs/product.md 4.4). */
export function AcceptedCell({ invite, children }: { invite: Times; children: ReactNode }) {
  if (!isExpired(invite)) return children;
  return (
    <StatusBadge tone="warning" icon="clock">
      Expired
    </StatusBadge>
  );
}
