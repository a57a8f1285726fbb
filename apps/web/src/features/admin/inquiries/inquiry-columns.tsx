import type { AdminInquiryRow } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { ActionIcon, Anchor, Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { InquiryStatusBadge } from '#features/inquiries/inquiry-status-badge.tsx';
import { PatientFacts, PatientName } from '#features/inquiries/patient-facts.tsx';
import { SeenStatus } from '#features/inquiries/seen-status.tsx';
import { CalendarDate } from '#ui/calendar-date.tsx';
import type { Column } from '#ui/data-table.tsx';
import { Facts } from '../facts.tsx';
import { OpenToggle } from '../open-toggle.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { YesNo } from '../yes-no.tsx';
import classes from './inquiry-columns.module.css';

const columns: readonly Column<AdminInquiryRow>[] = [
  {
    id: 'patient',
    header: 'Patient',
    cell: (row) => <PatientCell row={row} />,
  },
  {
    id: 'organization',
    header: 'Organization',
    cell: ({ organization }) => (
      <Anchor component={Link} to={`/admin/organizations/${organization.id}`} inherit>
        {organization.name}
      </Anchor>
    ),
  },
  { id: 'user', header: 'User', cell: ({ user }) => user.name },
  { id: 'provider', header: 'Provider', cell: ({ provider }) => provider.name },
  { id: 'payer', header: 'Payer', cell: (row) => row.payer_name_override ?? row.payer.name },
  { id: 'date', header: 'Date', sortBy: 'created_at', cell: (row) => <PacificInstant at={row.created_at} /> },
  { id: 'status', header: 'Status', cell: (row) => <StatusCell row={row} /> },
  { id: 'visibility', header: 'Visibility', cell: (row) => (row.is_hidden ? 'Hidden' : 'Visible') },
  { id: 'eiv', header: 'EIV', cell: (row) => (row.eiv === null ? <NoAnswer /> : <YesNo is={row.eiv} />) },
  { id: 'source', header: 'Source', cell: (row) => row.source_name ?? <NoAnswer /> },
  { id: 'actions', header: 'Actions', cell: (row) => <OpenButton row={row} /> },
];

/** As in the practices' own list: only these have an answer to read (docs/product.md 2.11). */
const hasAnswer = ({ status }: AdminInquiryRow) => status === 'complete' || status === 'expired';

function PatientCell({ row }: { row: AdminInquiryRow }) {
  const name = <PatientName row={row} />;
  return (
    <div className={classes.patient}>
      {hasAnswer(row) ? (
        <Anchor component={Link} to={`/admin/inquiries/${row.id}`} inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
      <PatientFacts row={row} />
    </div>
  );
}

/** Drafts, refused and unanswered ones can be looked into as well. */
function OpenButton({ row }: { row: AdminInquiryRow }) {
  const name = `Open the inquiry for ${patientInWords(row)}`;
  return (
    <ActionIcon component={Link} to={`/admin/inquiries/${row.id}`} variant="subtle" size="sm" aria-label={name} title={name}>
      <IconFileSearch size={16} aria-hidden />
    </ActionIcon>
  );
}

/** `opened` is the row whose detail shows, or null. */
export function inquiryColumns(options: {
  isOfAll: boolean;
  opened: string | null;
  onOpen: (id: string | null) => void;
}): readonly Column<AdminInquiryRow>[] {
  const { isOfAll, opened, onOpen } = options;
  const toggle: Column<AdminInquiryRow> = {
    id: 'toggle',
    header: 'Details',
    isHeaderHidden: true,
    cell: (row) => (
      <OpenToggle
        name={`Details of ${patientInWords(row)}`}
        isOpen={opened === row.id}
        onToggle={(isOpen) => onOpen(isOpen ? row.id : null)}
      />
    ),
  };
  return [toggle, ...columns.filter(({ id }) => isOfAll || id !== 'organization')];
}

function NoAnswer() {
  return (
    <Text span c="dimmed" inherit className={classes.whole}>
      none
    </Text>
  );
}

function StatusCell({ row }: { row: AdminInquiryRow }) {
  return (
    <Stack gap={2} align="flex-start">
      <span className={classes.whole}>
        <InquiryStatusBadge status={row.status} isSomebodyElse={row.may_be_somebody_else} />
      </span>
      <SeenStatus row={row} />
    </Stack>
  );
}

/** What the row has no column for. */
export function InquiryRowDetail({ row }: { row: AdminInquiryRow }) {
  const refusals = Object.entries(row.remote_errors).map(([key, words]) => `${key}: ${words}`);
  return (
    <Facts
      facts={[
        ['Inquiry id', row.id],
        ["Clearinghouse's id", row.remote_id],
        ['Payer as chosen', row.payer.name],
        ['Asked for the day', row.as_of_date === null ? 'the day of asking' : <CalendarDate key="day" day={row.as_of_date} />],
        ['Last change', <PacificInstant key="at" at={row.updated_at} />],
        ['Had an estimate', row.had_reimbursement ? 'yes' : 'no'],
        ['Refused because', refusals.join('; ')],
      ]}
    />
  );
}
