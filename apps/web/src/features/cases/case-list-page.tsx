import { CASE_STATES, type CaseRow, type CaseState } from '@coverlight/contract/cases/case.schema.ts';
import type { CASE_VIEWS } from '@coverlight/contract/cases/cases.contract.ts';
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PatientFacts, PatientName } from '#features/inquiries/patient-facts.tsx';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { CalendarDate } from '#ui/calendar-date.tsx';
import { Choice } from '#ui/choice.tsx';
import { type Column, DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { levelNames, STATE_LOOKS } from './case-words.ts';
import classes from './cases.module.css';
import { caseListOptions, type CaseListQuery } from './cases.queries.ts';

const PAGE_SIZE = 50;
type View = (typeof CASE_VIEWS)[number] | 'all';
const VIEWS: readonly { value: View; label: string; empty: string }[] = [
  { value: 'mine', label: 'Mine', empty: 'No case is assigned to you.' },
  { value: 'nobody', label: 'Nobody’s', empty: 'Every open case is somebody’s.' },
  { value: 'late', label: 'Late', empty: 'Nothing is late.' },
  { value: 'all', label: 'All', empty: 'No open cases yet. One starts from an answer: open it and press Start a case.' },
];

const store = createMemoryStore<{ view: View; state: CaseState | ''; page: number }>({ view: 'all', state: '', page: 1 });

const queryOf = ({ view, state, page }: ReturnType<typeof store.get>): CaseListQuery => ({
  page: String(page),
  limit: String(PAGE_SIZE),
  ...(view === 'all' ? {} : { view }),
  ...(state === '' ? {} : { state }),
});

const columns: readonly Column<CaseRow>[] = [
  { id: 'patient', header: 'Patient', cell: (row) => <PatientCell row={row} /> },
  { id: 'care', header: 'Care', cell: (row) => <CareCell row={row} /> },
  { id: 'payer', header: 'Payer', cell: (row) => row.payer.name },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge tone={STATE_LOOKS[state].tone}>{STATE_LOOKS[state].label}</StatusBadge>,
  },
  { id: 'assignee', header: 'Assigned to', cell: ({ assignee }) => assignee?.name ?? 'nobody' },
  { id: 'due', header: 'Due', cell: (row) => <DueCell row={row} /> },
  { id: 'next', header: 'Next', cell: (row) => <NextCell row={row} /> },
];

function PatientCell({ row }: { row: CaseRow }) {
  return (
    <>
      <Anchor inherit renderRoot={(props) => <Link to="/cases/$id" params={{ id: row.id }} {...props} />}>
        <PatientName row={row.patient} />
      </Anchor>
      <PatientFacts row={row.patient} />
    </>
  );
}

function CareCell({ row }: { row: CaseRow }) {
  return (
    <>
      {levelNames(row.levels)}
      <Text size="xs" c="dimmed">
        {row.provider.name}
      </Text>
    </>
  );
}

function DueCell({ row }: { row: CaseRow }) {
  return (
    <Group gap={6}>
      {row.due_on === null ? <span>no day</span> : <CalendarDate day={row.due_on} />}
      {row.is_late && <StatusBadge tone="danger">Late</StatusBadge>}
    </Group>
  );
}

function NextCell({ row }: { row: CaseRow }) {
  if (row.next_task === null) return 'nothing to do';
  const more = row.open_tasks - 1;
  return more > 0 ? `${row.next_task.title}, and ${more} more` : row.next_task.title;
}

/** Cases by whose they are. Which list was looked at is kept while the person is signed in (product.md 20.4). */
export function CaseListPage() {
  const kept = store.use();
  const { view, state, page } = kept;
  const list = useQuery(caseListOptions(queryOf(kept)));
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  useEffect(() => {
    if (total === undefined) return;
    const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
    if (store.get().page > last) store.set({ page: last });
  }, [total]);
  const shown = VIEWS.find(({ value }) => value === view);
  return (
    <>
      <PageTitle actions={<OtherPages />}>Cases</PageTitle>
      <div className={classes.filters}>
        <div role="group" aria-label="Which cases" className={classes.views}>
          {VIEWS.map(({ value, label }) => (
            <Button
              key={value}
              variant={value === view ? 'filled' : 'default'}
              aria-pressed={value === view}
              onClick={() => store.set({ view: value, page: 1 })}
            >
              {label}
            </Button>
          ))}
        </div>
        <Choice
          label="State"
          value={state}
          options={[{ value: '', label: 'Open' }, ...CASE_STATES.map((value) => ({ value, label: STATE_LOOKS[value].label }))]}
          onChange={(next) => store.set({ state: next, page: 1 })}
        />
      </div>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {!(list.isError && !list.data) && (
        <DataTable
          label="Cases"
          columns={columns}
          rows={list.data?.rows}
          rowId={({ id }) => id}
          rowLabel={({ patient }) => patientInWords(patient)}
          isStale={list.isPlaceholderData}
          empty={
            state === '' ? (
              <EmptyState action={<ToInquiries />}>{shown?.empty ?? ''}</EmptyState>
            ) : (
              <EmptyState action={<Button onClick={() => store.set({ state: '', page: 1 })}>Clear filters</Button>}>
                Nothing matches; clear filters
              </EmptyState>
            )
          }
        />
      )}
      {list.data && list.data.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={list.data.total} onPage={(next) => store.set({ page: next })} />
      )}
    </>
  );
}

const ToInquiries = () => (
  <Button component={Link} to="/inquiries" variant="default">
    Go to the inquiries
  </Button>
);

function OtherPages() {
  const user = useCurrentUser();
  return (
    <Group gap="xs">
      <Button component={Link} to="/network-rules" variant="default">
        Network rules
      </Button>
      {isManager(user) && (
        <Button component={Link} to="/reports/verification" variant="default">
          Verification report
        </Button>
      )}
    </Group>
  );
}
