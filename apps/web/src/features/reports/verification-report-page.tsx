import type { VerificationReport } from '@coverlight/contract/cases/reports.contract.ts';
import { localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { Choice } from '#ui/choice.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { moneyText, NotStated } from '#ui/money.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './report.module.css';
import { type Period, PERIODS, sinceOf } from './report-period.ts';
import { useExportReport, verificationReportOptions } from './reports.queries.ts';

const store = createMemoryStore<{ period: Period; digits: string }>({ period: '30', digits: '' });

/** How far checking gets the practice; no patient in it (product.md 20.8). */
export function VerificationReportPage() {
  const { period, digits } = store.use();
  // One day for the whole visit.
  const [today] = useState(() => localDay(new Date(), browserZone()));
  const since = sinceOf(period, digits, today);
  const report = useQuery({ ...verificationReportOptions(since ?? ''), enabled: since !== null });
  const exported = useExportReport();
  return (
    <>
      <PageTitle
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={since === null}
            loading={exported.isPending}
            onClick={() => since !== null && exported.mutate(since)}
          >
            Export CSV
          </Button>
        }
      >
        Verification report
      </PageTitle>
      <ErrorBanner message={exported.isError ? LIST_ERROR : null} />
      <Group align="flex-end" gap="sm" mb="md">
        <Choice label="Period" value={period} options={PERIODS} onChange={(next) => store.set({ period: next })} />
        {period === 'own' && (
          <DigitsInput
            label="Since"
            mask={dateMask}
            placeholder="MM/DD/YYYY"
            value={digits}
            error={digits.length === 8 && since === null ? 'Please enter a valid date.' : undefined}
            onChange={(next) => store.set({ digits: next })}
          />
        )}
        <Anchor component={Link} to="/cases" size="sm">
          Back to the cases
        </Anchor>
      </Group>
      {report.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void report.refetch()} />}
      {since === null && <Text>Please enter the first day.</Text>}
      {since !== null && !report.data && !report.isError && <Skeleton height={320} role="status" aria-label="Loading the report" />}
      {since !== null && report.data && <Report report={report.data} />}
    </>
  );
}

const percentOf = (share: string | null) => (share === null ? <NotStated /> : `${share} %`);
const secondsOf = (seconds: number | null) => (seconds === null ? <NotStated /> : `${Math.round(seconds)} s`);
const minutesOf = (minutes: string | null) => (minutes === null ? <NotStated /> : `${minutes} min`);

function Report({ report }: { report: VerificationReport }) {
  const { checks, answer_seconds: seconds, cases, known, phone, spend } = report;
  if (checks.sent === 0 && cases.opened === 0 && phone.calls === 0) {
    return (
      <EmptyState
        action={
          <Button component={Link} to="/inquiries/new">
            New check
          </Button>
        }
      >
        Nothing was checked in this period.
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">{`${usDate(report.since)} to ${usDate(report.until)}`}</Text>
      <div className={classes.parts}>
        <Part title="Checks">
          <Fact label="Sent">{checks.sent}</Fact>
          <Fact label="Answered">{checks.answered}</Fact>
          <Fact label="Refused">{checks.refused}</Fact>
          <Fact label="Could not be asked">{checks.failed}</Fact>
          <Fact label="Still open">{checks.open}</Fact>
          <Fact label="Checks per patient">{report.checks_per_person ?? <NotStated />}</Fact>
        </Part>
        <Part title="Time to the answer">
          <Fact label="Half of them within">{secondsOf(seconds.median)}</Fact>
          <Fact label="95 of 100 within">{secondsOf(seconds.p95)}</Fact>
        </Part>
        <Part title="Known of what is sought">
          <Fact label="At the first answer">{percentOf(known.first_answer)}</Fact>
          <Fact label="After asking the others">{percentOf(known.after_asking)}</Fact>
          <Fact label="After calls">{percentOf(known.after_calls)}</Fact>
          <Fact label="Cases opened">{cases.opened}</Fact>
          <Fact label="Cases ended">{cases.ended}</Fact>
        </Part>
        <Part title="On the phone">
          <Fact label="Calls">{phone.calls}</Fact>
          <Fact label="Minutes">{minutesOf(phone.minutes)}</Fact>
          <Fact label="Of them on hold">{minutesOf(phone.on_hold_minutes)}</Fact>
          <Fact label="A call">{minutesOf(phone.minutes_per_call)}</Fact>
        </Part>
        <Part title="Spend">
          <Fact label="Counted checks">{spend.counted}</Fact>
          <Fact label="Beyond the plan’s own">{spend.dollars === null ? <NotStated /> : moneyText(spend.dollars)}</Fact>
        </Part>
      </div>
      <DataTable
        label="By person"
        columns={columns}
        rows={report.by_user}
        rowId={({ user }) => user.id}
        rowLabel={({ user }) => user.name}
        empty={<EmptyState>Nobody checked or called in this period.</EmptyState>}
      />
    </>
  );
}

const columns: readonly Column<VerificationReport['by_user'][number]>[] = [
  { id: 'user', header: 'Person', cell: ({ user }) => user.name },
  { id: 'checks', header: 'Checks', cell: ({ checks }) => checks },
  { id: 'calls', header: 'Calls', cell: ({ calls }) => calls },
  { id: 'minutes', header: 'On the phone', cell: ({ call_minutes: minutes }) => `${minutes} min` },
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <Title order={2} id={titleId} size="1rem">
        {title}
      </Title>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
