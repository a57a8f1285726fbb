import type { Person } from '@coverlight/contract/persons/persons.contract.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { instantDayText } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { countChecks } from './check-count.ts';
import type { Conflict } from './conflict.tsx';
import classes from './person-page.module.css';
import { checksText, nameOf } from './person-words.ts';
import { useArchivePerson } from './persons.queries.ts';

/** Who it is. */
export function PersonHead({ person, mayDecide, conflict }: { person: Person; mayDecide: boolean; conflict: Conflict }) {
  const { dob, external_id: externalId, archived_at: archivedAt } = person;
  return (
    <section className={classes.head} aria-label="Who it is">
      <div className={classes.who}>
        <h2 className={classes.name}>{nameOf(person)}</h2>
        <span>{dob === null ? 'Birth date not known' : `born ${usDate(dob)}`}</span>
        {externalId !== null && <span>{`Your patient number ${externalId}`}</span>}
        <Text span c="dimmed">
          {checksText(countChecks(person.policies))}
        </Text>
        {archivedAt !== null && <StatusBadge tone="neutral">{`Archived on ${instantDayText(archivedAt)}`}</StatusBadge>}
      </div>
      {mayDecide && <Archive person={person} conflict={conflict} />}
    </section>
  );
}

function Archive({ person, conflict }: { person: Person; conflict: Conflict }) {
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchivePerson(person.id);
  const isArchived = person.archived_at !== null;
  const change = (next: boolean, version: number) =>
    archive.mutate(
      { is_archived: next, version },
      {
        onError: conflict.note,
        onSuccess: ({ person: changed }) => {
          toast({
            id: 'archive',
            kind: 'success',
            message: next ? 'Archived: no plan asks about this patient any more.' : 'Taken out of the archive.',
            durationMs: 10_000,
            action: { label: 'Undo', onClick: () => change(!next, changed.version) },
          });
        },
        onSettled: () => setIsAsking(false),
      },
    );
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        loading={archive.isPending}
        onClick={() => (isArchived ? change(false, person.version) : setIsAsking(true))}
      >
        {isArchived ? 'Take out of the archive' : 'Archive'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Archive this patient?"
        confirmLabel="Archive"
        isBusy={archive.isPending}
        onConfirm={() => change(true, person.version)}
        onCancel={() => setIsAsking(false)}
      >
        <Text>No plan asks about this patient any more, and nothing new of it comes to What changed. All checks stay as they are.</Text>
      </ConfirmDialog>
    </>
  );
}
