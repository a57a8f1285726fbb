import type { Person, PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { countChecks } from './check-count.ts';
import type { Conflict } from './conflict.tsx';
import classes from './person-page.module.css';
import { personEventsOptions, useUndoMove } from './persons.queries.ts';
import { SplitBar } from './split-bar.tsx';
import { TimelineEvent } from './timeline-event.tsx';

interface TimelineProps {
  person: Person;
  mayDecide: boolean;
  conflict: Conflict;
}

/** All that happened, newest first. In it checks that are another person's are chosen. */
export function Timeline({ person, mayDecide, conflict }: TimelineProps) {
  const events = useInfiniteQuery(personEventsOptions(person.id));
  const undo = useUndoMove(person.id);
  /** The checks chosen for a person of their own; null while none are being chosen. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const shown = events.data?.pages.flat() ?? [];
  const maySplit = mayDecide && countChecks(person.policies) > 1;
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <section aria-labelledby="timeline">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="timeline" className={classes.title}>
          What happened
        </Title>
        {maySplit && chosen === null && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set())}>
            Some checks are of another person
          </Button>
        )}
      </Group>
      {chosen !== null && <SplitBar person={person} chosen={chosen} conflict={conflict} onDone={() => setChosen(null)} />}
      {events.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void events.refetch()} />}
      {events.isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {events.isSuccess && shown.length === 0 && <Text c="dimmed">Nothing that you may see happened yet.</Text>}
      <ol className={classes.events} aria-label="What happened, newest first">
        {shown.map((event) => (
          <TimelineEvent
            key={eventKey(event)}
            event={event}
            isUndoing={undo.isPending && undo.variables === event.move_id}
            {...(mayDecide ? { onUndo: (moveId: string) => undo.mutate(moveId, { onError: conflict.note }) } : {})}
            {...(chosen === null ? {} : { choice: { chosen, toggle } })}
          />
        ))}
      </ol>
      {events.hasNextPage && (
        <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  );
}

/** Two things of one kind may have happened in one moment, but not to one check or by one move. */
const eventKey = ({ at, kind, inquiry_id: id, before_id: before, move_id: move, words }: PersonEvent): string =>
  [at, kind, id, before, move, words].join(' ');
