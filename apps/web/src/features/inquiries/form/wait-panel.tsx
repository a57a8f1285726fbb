import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { durationText } from './expectation-words.ts';

/** Product rule (docs/product.md 2.8): from here on the time is shown. */
const SHOW_TIME_AFTER_MS = 3000;

export interface WaitPanelProps {
  payerName: string;
  /** Null while too few answers of this payer are known. */
  usualSeconds: number | null;
  onLeave: () => void;
}

/** While the payer is being asked. Leaving is always possible: the check goes on without the screen. */
export function WaitPanel({ payerName, usualSeconds, onLeave }: WaitPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setElapsedMs(Date.now() - startedAt), 1000);
    panel.current?.focus();
    return () => clearInterval(timer);
  }, []);
  const isLong = elapsedMs >= SHOW_TIME_AFTER_MS;
  return (
    <Paper ref={panel} tabIndex={-1} withBorder p="md" radius="md" mt="lg">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <div role="status">
            <Text fw={600}>{`Asking ${payerName}…`}</Text>
            {isLong && <Text size="sm">{usualText(usualSeconds)}</Text>}
          </div>
          {isLong && (
            <Text size="sm" c="dimmed" className="tabular">
              {`${Math.floor(elapsedMs / 1000)} s so far`}
            </Text>
          )}
        </Group>
        <Button variant="default" onClick={onLeave}>
          Leave and let it go on
        </Button>
      </Group>
    </Paper>
  );
}

function usualText(usualSeconds: number | null): string {
  const leave = 'You need not wait: the list will show the answer.';
  return usualSeconds === null
    ? `Most payers answer within half a minute. ${leave}`
    : `This payer usually takes about ${durationText(usualSeconds)}. ${leave}`;
}
