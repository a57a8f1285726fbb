import type { AdminPayerRow, ClearinghouseFacts } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Column } from '#ui/data-table.tsx';
import { Facts } from '../facts.tsx';
import { OpenToggle } from '../open-toggle.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { RowSwitch } from '../row-switch.tsx';
import { toast } from '#ui/toast.ts';
import { failed } from '../failed-toast.ts';
import { type PayerChange, updatePayer, useRefreshPayers } from './admin-payers.queries.ts';
import { isMerged, isOn, lockedBecause } from './payer-switches.ts';
import { SplitButton } from './split-button.tsx';
import { syncPayer, syncSchema } from './syncs.ts';

/** `opened` is the row whose detail shows, or null. */
export function payerColumns(
  clearinghouses: readonly ClearinghouseFacts[],
  opened: string | null,
  onOpen: (id: string | null) => void,
): readonly Column<AdminPayerRow>[] {
  return [
    {
      id: 'toggle',
      header: 'Details',
      isHeaderHidden: true,
      cell: (row) => (
        <OpenToggle name={`Details of ${row.name}`} isOpen={opened === row.id} onToggle={(isOpen) => onOpen(isOpen ? row.id : null)} />
      ),
    },
    { id: 'name', header: 'Name', sortBy: 'name', cell: (row) => <NameCell row={row} /> },
    ...clearinghouses.map(({ id, name, sort }) => ({
      id,
      header: name,
      ...(sort === null ? {} : { sortBy: sort }),
      cell: (row: AdminPayerRow) => <SourceCell row={row} clearinghouse={id} />,
    })),
    { id: 'group', header: 'Group', cell: (row) => row.payer_group?.name ?? '' },
    { id: 'updated_at', header: 'Updated', sortBy: 'updated_at', cell: (row) => <PacificInstant at={row.updated_at} /> },
    { id: 'actions', header: 'Actions', isHeaderHidden: true, cell: (row) => <SyncButtons row={row} /> },
  ];
}

/** Also where it is refused because of what somebody else changed, the list shows afterwards what holds. */
function useRowChange(row: AdminPayerRow): (change: Omit<PayerChange, 'updated_at'>) => Promise<void> {
  const refresh = useRefreshPayers();
  return async (change) => {
    try {
      await updatePayer(row, change);
    } finally {
      await refresh();
    }
  };
}

function NameCell({ row }: { row: AdminPayerRow }) {
  const kinds = [...(row.is_group ? ['Group'] : []), ...(row.is_blue ? ['Blue'] : []), ...(isMerged(row) ? ['Merged'] : [])];
  return (
    <Stack gap={0}>
      <Anchor component={Link} to={`/admin/payers/${row.id}`} inherit>
        {row.name}
      </Anchor>
      {kinds.length > 0 && (
        <Text size="xs" c="dimmed">
          {kinds.join(', ')}
        </Text>
      )}
    </Stack>
  );
}

function SourceCell({ row, clearinghouse }: { row: AdminPayerRow; clearinghouse: string }) {
  const change = useRowChange(row);
  const source = row.sources.find((one) => one.clearinghouse === clearinghouse);
  if (source === undefined) return null;
  const locked = lockedBecause(source);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <RowSwitch
        name={`${source.clearinghouse_name} for ${row.name}`}
        isOn={isOn(source)}
        disabledBecause={locked}
        save={(is_active) => change({ sources: [{ clearinghouse, is_active }] })}
      />
      <Text size="xs" {...(locked === undefined ? {} : { c: 'dimmed' })}>
        {locked ?? source.code}
      </Text>
    </Group>
  );
}

function SyncButtons({ row }: { row: AdminPayerRow }) {
  const payer = useMutation({ mutationFn: () => syncPayer(row.id) });
  const schema = useMutation({ mutationFn: () => syncSchema(row.id) });
  const [isAsking, setIsAsking] = useState(false);
  const payerButton = useKeptFocus<HTMLButtonElement>(payer.isPending);
  const schemaButton = useKeptFocus<HTMLButtonElement>(schema.isPending);
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        ref={payerButton}
        size="compact-xs"
        variant="default"
        loading={payer.isPending}
        aria-label={`Sync ${row.name}`}
        onClick={() => payer.mutate()}
      >
        Sync
      </Button>
      <Button
        ref={schemaButton}
        size="compact-xs"
        variant="default"
        loading={schema.isPending}
        aria-label={`Sync schema of ${row.name}`}
        onClick={() => (row.is_schema_edited ? setIsAsking(true) : schema.mutate())}
      >
        Sync schema
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Replace the schema of ${row.name}?`}
        confirmLabel="Replace"
        isDanger
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          schema.mutate();
        }}
      >
        <Text>It was edited here. What was edited gives way to what the payer itself asks for.</Text>
      </ConfirmDialog>
    </Group>
  );
}

/** What the row has no column for, and what can be done with the payer. */
export function PayerRowDetail({ row }: { row: AdminPayerRow }) {
  const change = useRowChange(row);
  return (
    <Stack gap="sm" p="xs">
      <Facts
        facts={[
          ['Internal name', row.name_internal],
          ...row.sources.map(
            ({ clearinghouse_name, code, typed_name, name }) =>
              [clearinghouse_name, code === null ? null : [code, typed_name ?? name].filter((text) => text !== null).join(', ')] as const,
          ),
          ['One request per service type', row.split_service_type ? 'yes' : 'no'],
          ['Created', <PacificInstant key="created" at={row.created_at} />],
          ['Id', row.id],
          [row.is_group ? 'Members' : 'Merged from', row.children.map(({ name }) => name).join(', ')],
        ]}
      />
      <Group gap="sm">
        <RowSwitch label="Blue" isOn={row.is_blue} save={(is_blue) => change({ is_blue })} />
        <Button component={Link} to={`/admin/payers/${row.id}/update`} size="xs" variant="default">
          Edit
        </Button>
        {row.payer_group_id !== null && <LeaveGroupButton row={row} />}
        {isMerged(row) && <SplitButton payer={row} />}
      </Group>
    </Stack>
  );
}

function LeaveGroupButton({ row }: { row: AdminPayerRow }) {
  const change = useRowChange(row);
  const leave = useMutation({
    mutationFn: () => change({ payer_group_id: 0 }),
    onSuccess: () => toast({ kind: 'success', message: `${row.name} left ${row.payer_group?.name ?? 'its group'}.` }),
    onError: (error) => failed(error),
  });
  const button = useKeptFocus<HTMLButtonElement>(leave.isPending);
  return (
    <Button ref={button} size="xs" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
      {`Remove from ${row.payer_group?.name ?? 'its group'}`}
    </Button>
  );
}
