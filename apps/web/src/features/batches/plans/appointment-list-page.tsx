import type { Appointment } from '@coverlight/contract/batches/recheck.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type Column, DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { BatchNav } from '../batch-nav.tsx';
import { appointmentsOptions } from './rechecks.queries.ts';

const PAGE_SIZE = 15;
const appointmentView = createMemoryStore({ page: 1 });

/** Appointments to come, as lists brought them (docs/product.md 2.18). */
export function AppointmentListPage() {
  const { page } = appointmentView.use();
  const list = useQuery(appointmentsOptions({ page, limit: PAGE_SIZE }));
  return (
    <>
      <PageTitle>Appointments</PageTitle>
      <BatchNav />
      <Text mb="md">Today&apos;s and those to come, out of your lists. Planned checks go by them.</Text>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {!(list.isError && !list.data) && (
        <DataTable
          label="Appointments"
          columns={columns}
          rows={list.data?.rows}
          rowId={({ id }) => id}
          rowLabel={({ patient }) => patient}
          isStale={list.isPlaceholderData}
          empty={
            <EmptyState
              action={
                <Button component={Link} to="/batches/new">
                  Check several
                </Button>
              }
            >
              No appointments to come. They arrive with a list that has a column for them, once it is sent
            </EmptyState>
          }
        />
      )}
      <Pager page={page} pageSize={PAGE_SIZE} total={list.data?.total ?? 0} onPage={(next) => appointmentView.set({ page: next })} />
    </>
  );
}

/** As the practice's own calendar has it: no zone is meant. */
function whenText(at: string): string {
  const [day = '', time] = at.split('T');
  if (time === undefined) return usDate(day);
  const words = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return `${usDate(day)}, ${words.format(new Date(`${day}T${time}:00Z`))}`;
}

const columns: readonly Column<Appointment>[] = [
  {
    id: 'at',
    header: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className="tabular">
        {whenText(at)}
      </time>
    ),
  },
  {
    id: 'patient',
    header: 'Patient',
    cell: ({ patient, birth_date: born, member_id: memberId }) => (
      <>
        {patient}
        <Text size="xs" c="dimmed">
          {[born === null ? null : `born ${usDate(born)}`, memberId].filter((part) => part !== null).join(', ')}
        </Text>
      </>
    ),
  },
  { id: 'payer', header: 'Payer', cell: ({ payer }) => payer?.name ?? '' },
  { id: 'provider', header: 'Provider', cell: ({ provider }) => provider.name },
  {
    id: 'check',
    header: 'Last check',
    cell: ({ inquiry_id: id, patient }) =>
      id === null ? (
        <Text c="dimmed" size="sm">
          none
        </Text>
      ) : (
        <Anchor component={Link} to={`/inquiries/${id}`} inherit aria-label={`Open the check of ${patient}`}>
          Open
        </Anchor>
      ),
  },
];
