import type { Case, CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { useChangeCase } from './cases.queries.ts';
import { LevelChoice } from './level-choice.tsx';

export function LevelsDialog({ of, onClose }: { of: Case; onClose: () => void }) {
  const [levels, setLevels] = useState<CareLevelKey[]>(of.levels);
  const [fault, setFault] = useState<string | null>(null);
  const change = useChangeCase(of);
  const save = () => {
    if (levels.length === 0) return setFault('Please choose at least one level of care.');
    change.mutate({ levels }, { onSuccess: onClose, onError: (error) => setFault(placeErrors(error, [], UNKNOWN_ERROR).banner) });
  };
  return (
    <Dialog isOpen title="Levels of care" onClose={onClose}>
      <ErrorBanner message={fault} />
      <LevelChoice label="Which levels are sought?" value={levels} onChange={setLevels} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={change.isPending} onClick={save}>
          Save
        </Button>
      </Group>
    </Dialog>
  );
}
