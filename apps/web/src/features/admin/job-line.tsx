import { Progress, Text } from '@mantine/core';
import type { Progress as JobProgress } from './jobs.ts';

/** How far long work is. */
export function JobLine({ name, progress }: { name: string; progress: JobProgress | null }) {
  if (progress === null) return null;
  const { done, total } = progress;
  const isCounted = total !== null && total > 0;
  const read = done.toLocaleString('en-US');
  const count = isCounted ? `: ${read} of ${total.toLocaleString('en-US')}` : done > 0 ? `: ${read} so far` : '…';
  return (
    <div role="status">
      <Text size="sm">{`${name}${count} (goes on if you leave this page)`}</Text>
      <Progress value={isCounted ? (done / total) * 100 : 100} animated={!isCounted} mt={4} mb="sm" aria-label={name} />
    </div>
  );
}
