import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says why there is nothing, with the one thing to do about it. */
export function EmptyState({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      <Text c="dimmed" ta="center">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
