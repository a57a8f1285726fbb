import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { countRows, many } from '../batch-words.ts';
import { useStepBatch } from '../batches.queries.ts';
import { Bounds } from './bounds.tsx';
import { PayerNames } from './payer-names.tsx';
import { ReviewRows } from './review-rows.tsx';

/** What would be sent and what it costs, who still needs somebody, and the one button (docs/product.md 2.18). */
export function ReviewStep({ batch, onColumns }: { batch: Batch; onColumns: () => void }) {
  const step = useStepBatch(batch.id);
  const send = useKeptFocus<HTMLButtonElement>(step.isPending);
  useEffect(() => send.current?.focus(), [send]);
  const start = () => {
    if (!step.isPending) step.mutate('start');
  };
  return (
    <>
      <section aria-label="Sending">
        <Title order={2} mb="xs">
          Before sending
        </Title>
        <Paper withBorder p="md" radius="md" mb="md">
          <Text fw={600} mb="sm" role="status">
            {batch.cost?.words}
          </Text>
          <ErrorBanner message={step.error && placeErrors(step.error, [], UNKNOWN_ERROR).banner} />
          <Bounds batch={batch} />
          <Group mt="md">
            <Button
              ref={send}
              leftSection={<IconSend size={18} aria-hidden />}
              loading={step.isPending}
              disabled={countRows(batch, ['ready', 'reused']) === 0}
              onClick={start}
            >
              {sendWords(batch)}
            </Button>
            <Button variant="default" onClick={onColumns}>
              Change the columns
            </Button>
            {countRows(batch, ['ready', 'reused']) === 0 && <Text size="sm">No row is ready: mend one first.</Text>}
          </Group>
        </Paper>
      </section>
      <PayerNames batch={batch} />
      <ReviewRows batch={batch} />
    </>
  );
}

function sendWords(batch: Batch): string {
  const asked = batch.cost?.asked ?? countRows(batch, ['ready']);
  if (asked > 0) return `Send ${many(asked, 'check', 'checks')}`;
  const reused = countRows(batch, ['reused']);
  return reused > 0 ? `Show ${many(reused, 'answer', 'answers')}` : 'Send checks';
}
