import { Button, Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';

// Screens ask seldom, and would load a dialog with each of their buttons.
const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }));

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** Names what will happen: 'Deactivate this provider?' */
  title: string;
  children?: ReactNode;
  /** A verb: 'Deactivate'. */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  isBusy?: boolean;
  /** Not all is known yet that has to be seen before. */
  isWaiting?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once before harm is done. The focus starts on the harmless button. */
export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense>
      <Question {...question} />
    </Suspense>
  );
}

function Question(props: Omit<ConfirmDialogProps, 'isOpen'>) {
  const { title, children, confirmLabel, cancelLabel = 'Cancel', isDanger = false, isBusy = false } = props;
  const { isWaiting = false, onConfirm, onCancel } = props;
  const confirm = useKeptFocus<HTMLButtonElement>(isBusy);
  return (
    <Dialog isOpen title={title} onClose={onCancel}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button ref={confirm} {...(isDanger ? { color: 'red.9' } : {})} loading={isBusy} disabled={isWaiting} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
