import { Text } from '@mantine/core';
import { Instant } from '#ui/calendar-date.tsx';

/** Admin screens speak of one time, whoever looks (docs/product.md 9.1). */
export const PACIFIC = 'America/Los_Angeles';

/** An instant in Pacific time; `never` is said where there is none. */
export function PacificInstant({ at, never = 'Never' }: { at: string | null | undefined; never?: string }) {
  if (at) return <Instant at={at} zone={PACIFIC} />;
  return (
    <Text span c="dimmed" inherit>
      {never}
    </Text>
  );
}
