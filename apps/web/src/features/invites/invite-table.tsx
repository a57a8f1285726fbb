import type { Invite } from '@coverlight/contract/invites/invite.schema.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { toast } from '#ui/toast.ts';
import { AcceptedCell } from './accepted-cell.tsx';
import { type InviteListQuery, invitePageOptions, useChangeInvite } from './invites.queries.ts';

const PAGE_SIZE = 10;
const view = createMemoryStore<TableView>({ page: 1, sort: '-created_at' });
const failed = (error: unknown) => toast({ kind: 'danger', message: placeErrors(error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR });

const columns: readonly Column<Invite>[] = [
  { id: 'email', header: 'Email', sortBy: 'email', cell: (invite) => invite.email },
  { id: 'inviter', header: 'Invited by', cell: ({ user }) => `${user.first_name} ${user.last_name}` },
  { id: 'created_at', header: 'Created', sortBy: 'created_at', cell: (invite) => <Instant at={invite.created_at} /> },
  {
    id: 'accepted_at',
    header: 'Accepted',
    sortBy: 'accepted_at',
    cell: (invite) => <AcceptedCell invite={invite}>{invite.accepted_at ? <Instant at={invite.accepted_at} /> : <Dash />}</AcceptedCell>,
  },
  {
    id: 'revoked_at',
    header: 'Revoked',
    sortBy: 'revoked_at',
    cell: (invite) => (invite.revoked_at ? <Instant at={invite.revoked_at} /> : <Dash />),
  },
  { id: 'actions', header: 'Actions', isHeaderHidden: true, cell: (invite) => <InviteActions invite={invite} /> },
];

export function InviteTable() {
  const { page, sort } = view.use();
  return (
    <PagedTable
      label="Invites"
      columns={columns}
      rowId={(invite) => invite.id}
      rowLabel={(invite) => invite.email}
      pageSize={PAGE_SIZE}
      view={view}
      query={invitePageOptions({ page, limit: PAGE_SIZE, sort: sort as InviteListQuery['sort'] })}
      empty={<EmptyState>Nobody has been invited yet.</EmptyState>}
    />
  );
}

function Dash() {
  return (
    <Text component="span" c="dimmed" inherit>
      No
    </Text>
  );
}

/** Only of what is neither accepted nor revoked (docs/product.md 4.4). */
function InviteActions({ invite }: { invite: Invite }) {
  const change = useChangeInvite();
  const [isAsking, setIsAsking] = useState(false);
  if (invite.accepted_at !== null || invite.revoked_at !== null) return null;
  const resend = () =>
    change.mutate(
      { id: invite.id, body: { resend: true } },
      { onError: failed, onSuccess: () => toast({ kind: 'success', message: 'Invitation sent!' }) },
    );
  const revoke = () =>
    change.mutate(
      { id: invite.id, body: { revoke: true } },
      {
        onError: failed,
        onSuccess: () => toast({ kind: 'success', message: 'Invitation revoked!' }),
        onSettled: () => setIsAsking(false),
      },
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending && !isAsking}
        aria-label={`Resend the invitation to ${invite.email}`}
        onClick={resend}
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
        isBusy={change.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={revoke}
      >
        <Text>{`The link sent to ${invite.email} stops working.`}</Text>
      </ConfirmDialog>
    </Group>
  );
}
