import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before typed work is left. `mayLose` is asked at the moment of leaving. */
export function LeaveGuard({ mayLose, message }: { mayLose: () => boolean; message: string }) {
  const blocker = useBlocker({ shouldBlockFn: mayLose, enableBeforeUnload: mayLose, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return (
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
  );
}
