import type { CallSheetRow } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import classes from '../cases.module.css';
import { sheetListOptions } from './calls.queries.ts';

const LOOKS: Readonly<Record<CallSheetRow['state'], { label: string; tone: Tone }>> = {
  draft: { label: 'To call', tone: 'neutral' },
  calling: { label: 'Calling', tone: 'info' },
  partly: { label: 'In part', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
};

/** The case's calls, made and to be made; nothing while there are none. */
export function CallSheetList({ caseId }: { caseId: string }) {
  const { data, isError, refetch } = useQuery(sheetListOptions(caseId));
  if (isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="case-calls">
      <Title order={2} id="case-calls">
        Calls
      </Title>
      <ul className={classes.plain}>
        {data.map((sheet) => (
          <li key={sheet.id} className={classes.row}>
            <Anchor
              inherit
              className={classes.grow}
              renderRoot={(props) => <Link to="/call-sheets/$id" params={{ id: sheet.id }} {...props} />}
            >
              {sheet.company ?? 'Call sheet'}
            </Anchor>
            <StatusBadge tone={LOOKS[sheet.state].tone}>{LOOKS[sheet.state].label}</StatusBadge>
            <span className={classes.small}>
              {`${sheet.created_by.name}, `}
              <Instant at={sheet.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
