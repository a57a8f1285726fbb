import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '#ui/page-title.tsx';

/** The narrow sheet of the screens before signing in. Its form takes the cursor, so the title does not. */
export function AuthCard({ title, children, takesFocus = false }: { title: string; children: ReactNode; takesFocus?: boolean }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="md" maw={460} mx="auto" mt={{ base: 0, sm: 'lg' }}>
      <PageTitle takesFocus={takesFocus}>{title}</PageTitle>
      {children}
    </Paper>
  );
}
