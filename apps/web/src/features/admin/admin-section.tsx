import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One part of a screen that holds several. */
export function AdminSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} radius="md" component="section" aria-labelledby={titleId}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
