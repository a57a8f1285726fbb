import type { Person } from '@coverlight/contract/persons/persons.contract.ts';
import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { countChecks } from './check-count.ts';
import type { Conflict } from './conflict.tsx';
import classes from './person-page.module.css';
import { checksText, nameOf } from './person-words.ts';
import { useSplitPerson, useUndoMove } from './persons.queries.ts';

interface SplitBarProps {
  person: Person;
  chosen: ReadonlySet<string>;
  conflict: Conflict;
  /** After it was done, and where it is given up. */
  onDone: () => void;
}

/** The chosen checks get a person of their own, once that was asked. */
export function SplitBar({ person, chosen, conflict, onDone }: SplitBarProps) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const split = useSplitPerson(person.id);
  const undo = useUndoMove(person.id);
  const leavesNone = chosen.size >= countChecks(person.policies);
  const part = () =>
    split.mutate(
      { inquiry_ids: [...chosen], version: person.version },
      {
        onError: conflict.note,
        onSuccess: ({ move_id: moveId, person_id: newId }) => {
          onDone();
          toast({
            id: 'split',
            kind: 'success',
            message: `${checksText(chosen.size)} have a person of their own now.`,
            durationMs: 10_000,
            action: {
              label: 'Undo',
              onClick: () =>
                undo.mutate(moveId, {
                  onError: conflict.note,
                  onSuccess: () => {
                    if (router.latestLocation.pathname.endsWith(newId))
                      void router.navigate({ to: '/persons/$id', params: { id: person.id } });
                  },
                }),
            },
          });
        },
        onSettled: () => setIsAsking(false),
      },
    );
  return (
    <div className={classes.split}>
      <Text size="sm" role="status">
        {leavesNone ? 'At least one check has to stay.' : `Choose the checks of the other person. ${checksText(chosen.size)} chosen.`}
      </Text>
      <Group gap="xs">
        <Button size="compact-md" disabled={chosen.size === 0 || leavesNone} onClick={() => setIsAsking(true)}>
          Give them a person of their own
        </Button>
        <Button size="compact-md" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title="Part these checks?"
        confirmLabel="Part them"
        isBusy={split.isPending}
        onConfirm={part}
        onCancel={() => setIsAsking(false)}
      >
        <Text>
          {`${checksText(chosen.size)} leave ${nameOf(person)} and get a person of their own. The two are never proposed as one again. It can be undone for 30 days, from the timeline.`}
        </Text>
      </ConfirmDialog>
    </div>
  );
}
