import type { AdminInvite } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AcceptedCell } from '#features/invites/accepted-cell.tsx';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Column } from '#ui/data-table.tsx';
import { toast } from '#ui/toast.ts';
import { accountKeys, changeInvite, listInvites, type OfOrganization, useRefreshAccounts } from '../accounts.queries.ts';
import { failed } from '../failed-toast.ts';
import { AdminList, type ListView } from '../admin-list.tsx';
import { PacificInstant } from '../pacific-instant.tsx';

const organizationColumn: Column<AdminInvite> = {
  id: 'organization',
  header: 'Organization',
  sortBy: 'organization',
  cell: ({ organization }) => (
    <Anchor component={Link} to={`/admin/organizations/${organization.id}`} inherit>
      {organization.name}
    </Anchor>
  ),
};
const ownColumns: readonly Column<AdminInvite>[] = [
  { id: 'email', header: 'Email', sortBy: 'email', cell: (invite) => invite.email },
  { id: 'inviter', header: 'Invited by', cell: ({ user }) => `${user.first_name} ${user.last_name}` },
  { id: 'created_at', header: 'Created', sortBy: 'created_at', cell: (invite) => <PacificInstant at={invite.created_at} /> },
  {
    id: 'accepted_at',
    header: 'Accepted',
    sortBy: 'accepted_at',
    cell: (invite) => (
      <AcceptedCell invite={invite}>
        <PacificInstant at={invite.accepted_at} never="No" />
      </AcceptedCell>
    ),
  },
  { id: 'revoked_at', header: 'Revoked', sortBy: 'revoked_at', cell: (invite) => <PacificInstant at={invite.revoked_at} never="No" /> },
  { id: 'actions', header: 'Actions', isHeaderHidden: true, cell: (invite) => <InviteActions invite={invite} /> },
];
export const inviteColumns = ownColumns.toSpliced(1, 0, organizationColumn);

export function InviteTable(props: { of: OfOrganization; view: ListView; onView: (next: Partial<ListView>) => void }) {
  const { of, view, onView } = props;
  return (
    <AdminList
      label="Invites"
      columns={of.organization_id === undefined ? inviteColumns : ownColumns}
      rowId={(invite) => invite.id}
      rowLabel={(invite) => invite.email}
      empty="Nobody has been invited yet."
      view={view}
      onView={onView}
      queryKey={[...accountKeys.invites, of]}
      fetchPage={(query, signal) => listInvites({ ...query, ...of }, signal)}
      {...(of.organization_id === undefined ? { search: 'Search by email or organization' } : {})}
    />
  );
}

/** Only of what is neither accepted nor revoked (docs/product.md 4.4). */
function InviteActions({ invite }: { invite: AdminInvite }) {
  const refresh = useRefreshAccounts();
  const [isAsking, setIsAsking] = useState(false);
  const settled = () => refresh('invites');
  const resend = useSingleMutation({
    mutationFn: () => changeInvite(invite.id, { resend: true }),
    onSuccess: () => toast({ kind: 'success', message: 'Invitation sent!' }),
    onError: (error) => failed(error),
    onSettled: settled,
  });
  const revoke = useSingleMutation({
    mutationFn: () => changeInvite(invite.id, { revoke: true }),
    onSuccess: () => toast({ kind: 'success', message: 'Invitation revoked!' }),
    onError: (error) => failed(error),
    onSettled: async () => {
      setIsAsking(false);
      await settled();
    },
  });
  const resendButton = useKeptFocus<HTMLButtonElement>(resend.isPending);
  if (invite.accepted_at !== null || invite.revoked_at !== null) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        ref={resendButton}
        size="compact-sm"
        variant="default"
        loading={resend.isPending}
        aria-label={`Resend the invitation to ${invite.email}`}
        onClick={() => resend.mutate()}
      >
        Resend
      </Button>
      <Button size="compact-sm" variant="default" aria-label={`Revoke the invitation to ${invite.email}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Revoke this invitation?"
        confirmLabel="Revoke"
        isDanger
        isBusy={revoke.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => revoke.mutate()}
      >
        <Text>{`The link sent to ${invite.email} stops working.`}</Text>
      </ConfirmDialog>
    </Group>
  );
}
