import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR, placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { deviceName } from './device-name.ts';
import { type OwnSession, sessionsOptions, useEndSession, useEndSessions } from './sessions.queries.ts';

const failed = (error: unknown) => toast({ kind: 'danger', message: placeErrors(error, [], TRY_LATER).banner ?? TRY_LATER });

/** Where the person is signed in, and the way out of one place or all (docs/product.md 13.3). */
export function OwnSessions() {
  const { data, isError, refetch } = useQuery(sessionsOptions);
  const endAll = useEndSessions();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="sessions">
      <Group justify="space-between" mb="xs" gap="sm">
        <Title order={2} id="sessions">
          Where you are signed in
        </Title>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
      </Group>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!(isError && !data) && (
        <DataTable
          label="Your sessions"
          columns={columns}
          rows={data}
          rowId={(session) => session.id}
          rowLabel={(session) => deviceName(session.user_agent)}
          empty={<Text>None</Text>}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        isDanger
        isBusy={endAll.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => endAll.mutate(undefined, { onError: failed, onSettled: () => setIsAsking(false) })}
      >
        <Text>Every session of yours ends, this one too. You can sign in again at once.</Text>
      </ConfirmDialog>
    </Paper>
  );
}

const columns: readonly Column<OwnSession>[] = [
  { id: 'device', header: 'Device', cell: (session) => deviceName(session.user_agent) },
  { id: 'address', header: 'Address', cell: (session) => session.address ?? 'Unknown' },
  { id: 'since', header: 'Signed in', cell: (session) => <Instant at={session.created_at} /> },
  { id: 'seen', header: 'Last active', cell: (session) => <Instant at={session.last_seen_at} /> },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (session) => (session.is_current ? <StatusBadge tone="info">This session</StatusBadge> : <EndButton session={session} />),
  },
];

function EndButton({ session }: { session: OwnSession }) {
  const end = useEndSession();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={end.isPending}
      aria-label={`Sign out ${deviceName(session.user_agent)}`}
      onClick={() => end.mutate(session.id, { onError: failed })}
    >
      Sign out
    </Button>
  );
}
