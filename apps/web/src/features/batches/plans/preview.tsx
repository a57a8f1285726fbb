import type { RecheckPreview } from '@coverlight/contract/batches/recheck.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { CalendarDate } from '#ui/calendar-date.tsx';
import { type Column, DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { inGroups, many } from '../batch-words.ts';
import classes from './preview.module.css';
import { previewOptions } from './rechecks.queries.ts';

const PAGE_SIZE = 15;
type Person = RecheckPreview['people'][number];

/** What the next 30 days would bring: how many, what it costs, who and why. */
export function Preview() {
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData, refetch } = useQuery(previewOptions({ page, limit: PAGE_SIZE }));
  return (
    <section aria-label="The next 30 days">
      <Title order={2} mt="lg" mb="xs">
        The next 30 days
      </Title>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={160} role="status" aria-label="Loading" />}
      {data && (
        <>
          <Paper withBorder p="md" radius="md" mb="md">
            <Text fw={600}>{data.preview.words}</Text>
            <Text size="sm" c="dimmed">
              {`From ${usDate(data.preview.from)} to ${usDate(data.preview.until)}, as things stand now.`}
              {data.preview.held_back > 0 && ` ${many(data.preview.held_back, 'check is', 'checks are')} beyond the budgets and held back.`}
            </Text>
            <Days days={data.preview.days} />
          </Paper>
          <DataTable
            label="Who is checked"
            columns={columns}
            rows={data.preview.people}
            rowId={({ day, inquiry_id: id, rule }) => `${day} ${id} ${rule.id}`}
            rowLabel={({ patient }) => patient}
            isStale={isPlaceholderData}
            empty={<EmptyState>Nobody is due in the next 30 days</EmptyState>}
          />
          <Pager page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
        </>
      )}
    </section>
  );
}

/** How many on each day that has some. */
function Days({ days }: { days: RecheckPreview['days'] }) {
  if (days.length === 0) return null;
  return (
    <ul className={classes.days} aria-label="Checks a day">
      {days.map(({ day, asked, held_back: held }) => (
        <li key={day}>
          <CalendarDate day={day} />
          <span className="tabular">{held === 0 ? inGroups(asked) : `${inGroups(asked)}, ${inGroups(held)} held back`}</span>
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<Person>[] = [
  { id: 'day', header: 'Day', cell: ({ day }) => <CalendarDate day={day} /> },
  {
    id: 'patient',
    header: 'Patient',
    cell: ({ patient, birth_date: born, inquiry_id: id }) => (
      <>
        <Anchor component={Link} to={`/inquiries/${id}`} inherit>
          {patient === '' ? 'Name not typed' : patient}
        </Anchor>
        {born !== null && (
          <Text size="xs" c="dimmed">
            {`born ${usDate(born)}`}
          </Text>
        )}
      </>
    ),
  },
  { id: 'payer', header: 'Payer', cell: ({ payer }) => payer.name },
  { id: 'rule', header: 'Rule', cell: ({ rule }) => rule.name },
  {
    id: 'why',
    header: 'Why',
    cell: ({ why, is_held_back: isHeld }) => (
      <>
        {why}
        {isHeld && (
          <div>
            <StatusBadge tone="warning">Held back</StatusBadge>
          </div>
        )}
      </>
    ),
  },
];
