import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { EVENT_LABELS } from './case-words.ts';
import classes from './cases.module.css';
import { timelineOptions } from './cases.queries.ts';

const SHOWN = 8;

/** What happened, newest first. */
export function CaseTimeline({ caseId }: { caseId: string }) {
  const { data, isError, refetch } = useQuery(timelineOptions(caseId));
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? data : data?.slice(0, SHOWN);
  const more = (data?.length ?? 0) - SHOWN;
  return (
    <section className={classes.card} aria-labelledby="case-timeline">
      <Title order={2} id="case-timeline">
        Timeline
      </Title>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={80} aria-label="Loading the timeline" role="status" />}
      <ol className={classes.plain}>
        {shown?.map((event, index) => (
          // Several events may share an object and a moment.
          <li key={`${event.at} ${event.kind} ${event.object_id ?? ''} ${index}`}>
            <Text size="sm">{event.words}</Text>
            <div className={classes.small}>
              {`${EVENT_LABELS[event.kind]}, `}
              <Instant at={event.at} />
              {event.user !== null && `, ${event.user.name}`}
            </div>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <div>
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show ${more} more`}
          </Button>
        </div>
      )}
    </section>
  );
}
