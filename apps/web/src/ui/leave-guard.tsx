import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Public screens would load a dialog for a question that is seldom asked.
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Asks before typed work is left. `mayLose` is asked at the moment of leaving. */
export function LeaveGuard({ mayLose, message }: { mayLose: () => boolean; message: string }) {
  const blocker = useBlocker({ shouldBlockFn: mayLose, enableBeforeUnload: mayLose, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        isDanger
        onConfirm={() => blocker.proceed()}
        onCancel={() => blocker.reset()}
      >
        <Text>{message}</Text>
      </ConfirmDialog>
    </Suspense>
  );
}
