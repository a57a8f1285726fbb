import { DELIVERY_WAYS, type Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { DELIVERY_LABELS, KIND_LABELS, wordsOf } from './estimate-words.ts';
import { useChangeEstimate } from './estimates.queries.ts';

/** What was handed over is not changed any more, so it is asked once. */
export function HandOverDialog({ estimate, onClose }: { estimate: Estimate; onClose: () => void }) {
  const [how, setHow] = useState<(typeof DELIVERY_WAYS)[number] | ''>('');
  const [missing, setMissing] = useState<string | null>(null);
  const change = useChangeEstimate(estimate);
  const save = () => {
    if (how === '') return setMissing('Please say how it was handed over.');
    return change.mutate({ state: 'delivered', how }, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen title={`Was this ${KIND_LABELS[estimate.kind]} handed over?`} onClose={onClose}>
      <Stack>
        <ErrorBanner message={change.isError ? wordsOf(change.error) : null} />
        <Text size="sm">It is noted with you and the time, and not changed any more. Another can be made in its place.</Text>
        <Radio.Group
          label="How?"
          value={how}
          error={missing}
          onChange={(value) => {
            setHow(DELIVERY_WAYS.find((way) => way === value) ?? '');
            setMissing(null);
          }}
        >
          <Stack gap={6} mt={4}>
            {DELIVERY_WAYS.map((way) => (
              <Radio key={way} value={way} label={DELIVERY_LABELS[way]} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={save}>
            Handed over
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
