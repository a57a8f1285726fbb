import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { isConflict, LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';
import { useReloadPersons } from './persons.queries.ts';

const CONFLICT = 'This patient was changed by somebody meanwhile. Nothing was done: load the newest and look again.';

export interface Conflict {
  /** Why the last decision was not taken; null: it was. */
  words: string | null;
  /** For every failure of a decision. */
  note: (error: unknown) => void;
  clear: () => void;
}

export function useConflict(): Conflict {
  const [words, setWords] = useState<string | null>(null);
  return {
    words,
    note: (error) => {
      if (isConflict(error)) setWords(placeErrors(error, [], CONFLICT).banner);
      else toast({ kind: 'danger', message: refusalOf(error), durationMs: 8000 });
    },
    clear: () => setWords(null),
  };
}

const refusalOf = (error: unknown): string =>
  (error instanceof ApiFailure && error.status < 500 && placeErrors(error, [], LIST_ERROR).banner) || LIST_ERROR;

/** Somebody else was faster: what to do about it, in words. */
export function ConflictBanner({ conflict }: { conflict: Conflict }) {
  const reload = useReloadPersons();
  if (conflict.words === null) return null;
  const load = () => {
    reload();
    conflict.clear();
  };
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
      <Group justify="space-between" gap="sm">
        {conflict.words}
        <Button size="compact-sm" variant="default" onClick={load}>
          Load the newest
        </Button>
      </Group>
    </Alert>
  );
}
