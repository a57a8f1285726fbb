import type { Batch, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { countRows, inGroups, many, ROW_LOOKS, timeLeft } from '../batch-words.ts';
import { useStepBatch, type BatchStep } from '../batches.queries.ts';
import { Bounds } from '../review/bounds.tsx';

const TITLES: Readonly<Partial<Record<Batch['state'], string>>> = {
  sending: 'Sending',
  paused: 'Paused',
  done: 'Results',
  stopped: 'Stopped',
};
/** In the order in which rows go through them. */
const TOLD: readonly RowState[] = [
  'queued',
  'asking',
  'answered',
  'reused',
  'refused',
  'failed',
  'over-budget',
  'stopped',
  'needs-fix',
  'needs-payer',
  'duplicate',
  'left-out',
];

/** How far it is, how long it takes, and how to hold it. */
export function SendingBar({ batch }: { batch: Batch }) {
  const { done, total, seconds_left: seconds } = batch.progress;
  const step = useStepBatch(batch.id);
  const isUnderWay = batch.state === 'sending' || batch.state === 'paused';
  const left = batch.state === 'sending' ? timeLeft(seconds) : null;
  return (
    <section aria-label="Progress">
      <Title order={2} mb="xs">
        {TITLES[batch.state]}
      </Title>
      <Paper withBorder p="md" radius="md" mb="md">
        {total > 0 && (
          <>
            <Text fw={600} className="tabular">
              {`${inGroups(done)} of ${many(total, 'check', 'checks')} done`}
              {left !== null && `, ${left}`}
            </Text>
            <Progress value={total === 0 ? 100 : (done / total) * 100} mt={6} aria-label="Checks that have ended" />
          </>
        )}
        <Text size="sm" mt="xs" className="tabular">
          {TOLD.filter((state) => countRows(batch, [state]) > 0)
            .map((state) => `${ROW_LOOKS[state].word}: ${inGroups(countRows(batch, [state]))}`)
            .join(' · ')}
        </Text>
        {isUnderWay && (
          <>
            <ErrorBanner message={step.error && placeErrors(step.error, [], UNKNOWN_ERROR).banner} />
            {batch.state === 'paused' && countRows(batch, ['over-budget']) > 0 && (
              <>
                <Text size="sm" my="xs">
                  {`${many(countRows(batch, ['over-budget']), 'row is', 'rows are')} beyond your bound. Raise it and go on to ask them.`}
                </Text>
                <Bounds batch={batch} />
              </>
            )}
            <Steps batch={batch} isBusy={step.isPending} onStep={(wanted) => step.mutate(wanted)} />
            <Text size="sm" c="dimmed" mt="xs">
              You can close this window: it goes on by itself, and this page finds it again.
            </Text>
          </>
        )}
      </Paper>
    </section>
  );
}

function Steps({ batch, isBusy, onStep }: { batch: Batch; isBusy: boolean; onStep: (step: BatchStep) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const hold = useKeptFocus<HTMLButtonElement>(isBusy);
  const isPaused = batch.state === 'paused';
  const waiting = countRows(batch, ['queued', 'over-budget']);
  return (
    <Group gap="xs" mt="sm">
      <Button ref={hold} variant="default" loading={isBusy} onClick={() => onStep(isPaused ? 'resume' : 'pause')}>
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
      <Button variant="subtle" c="red.9" onClick={() => setIsAsking(true)}>
        Stop
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Stop this list?"
        confirmLabel="Stop for good"
        cancelLabel={isPaused ? 'Leave it paused' : 'Go on sending'}
        isDanger
        isBusy={isBusy}
        onConfirm={() => {
          onStep('stop');
          setIsAsking(false);
        }}
        onCancel={() => setIsAsking(false)}
      >
        <Text>{`${many(waiting, 'row that waits is', 'rows that wait are')} not asked any more. What is being asked already comes back.`}</Text>
      </ConfirmDialog>
    </Group>
  );
}
