import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { Dialog } from './dialog.tsx';

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, cancelLabel = 'Cancel', isDanger = false, isBusy = false } = props;
  const { isWaiting = false, onConfirm, onCancel } = props;
  const confirm = useKeptFocus<HTMLButtonElement>(isBusy);
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onCancel}>
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
