import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { isOpen, mayCancel, mayEdit, mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconEdit, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Column } from '#ui/data-table.tsx';
import { toast } from '#ui/toast.ts';
import { useCancelInquiry } from './inquiries.queries.ts';
import classes from './inquiry-list.module.css';
import { ROW_ACTION } from './row-actions.ts';
import { InquiryStatusBadge } from './inquiry-status-badge.tsx';
import { PatientFacts, PatientName } from './patient-facts.tsx';
import { RowPersonLink } from './person-links.tsx';
import { SeenStatus } from './seen-status.tsx';

/** The payer's own name for itself, where it answered under another. */
export function payerName(row: InquiryRow): string {
  return row.payer_name_override ?? row.payer.name;
}

export const inquiryColumns: readonly Column<InquiryRow>[] = [
  { id: 'patient', header: 'Patient', cell: (row) => <PatientCell row={row} /> },
  { id: 'user', header: 'User', cell: (row) => row.user.name },
  { id: 'payer', header: 'Payer', cell: payerName },
  { id: 'date', header: 'Date', sortBy: 'created_at', cell: (row) => <Instant at={row.created_at} /> },
  { id: 'status', header: 'Status', cell: (row) => <StatusCell row={row} /> },
  { id: 'actions', header: 'Actions', cell: (row) => <RowActions row={row} /> },
];

function PatientCell({ row }: { row: InquiryRow }) {
  const name = <PatientName row={row} />;
  return (
    <div className={classes.patient}>
      {mayView(row.status) ? (
        <Anchor component={Link} to={`/inquiries/${row.id}`} inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
      <PatientFacts row={row} />
    </div>
  );
}

/** What the payer said, where it said something: that the check is complete says nothing more. */
function StatusCell({ row }: { row: InquiryRow }) {
  return (
    <Stack gap={2} align="flex-start">
      <SeenStatus row={row} otherwise={<InquiryStatusBadge status={row.status} />} />
      {isOpen(row.status) && row.waiting_seconds !== null && (
        <Text size="xs" c="dimmed" className="tabular">
          {`for ${waitingText(row.waiting_seconds)}`}
        </Text>
      )}
    </Stack>
  );
}

/** A waiting time as people say it: '8 s', '3 min', '2 h'. */
export function waitingText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

function RowActions({ row }: { row: InquiryRow }) {
  const name = patientInWords(row);
  return (
    <Group gap={4} wrap="nowrap">
      {mayEdit(row.status) ? (
        <ActionIcon
          component={Link}
          to={`/inquiries/${row.id}/draft`}
          variant="subtle"
          title="Edit the draft"
          aria-label={`Edit the draft for ${name}`}
          {...ROW_ACTION}
        >
          <IconEdit size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <ActionIcon
          component={Link}
          to={`/inquiries/${row.id}/copy`}
          variant="subtle"
          title="Check again"
          aria-label={`Check again for ${name}`}
          {...ROW_ACTION}
        >
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      )}
      <RowPersonLink personId={row.person_id} name={name} />
      {mayCancel(row.status) && <StopAsking row={row} />}
    </Group>
  );
}

function StopAsking({ row }: { row: InquiryRow }) {
  const [isOpened, setIsOpened] = useState(false);
  const cancel = useCancelInquiry();
  const stop = () =>
    cancel.mutate(row.id, {
      onError: () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 }),
      onSettled: () => setIsOpened(false),
    });
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setIsOpened(true)} aria-label={`Stop asking for ${patientInWords(row)}`}>
        Stop asking
      </Button>
      <ConfirmDialog
        isOpen={isOpened}
        title={`Stop asking ${payerName(row)}?`}
        confirmLabel="Stop asking"
        cancelLabel="Keep asking"
        isBusy={cancel.isPending}
        onConfirm={stop}
        onCancel={() => setIsOpened(false)}
      >
        <Text>{`No answer for ${patientInWords(row)} will arrive any more. You can run the check again later.`}</Text>
      </ConfirmDialog>
    </>
  );
}
