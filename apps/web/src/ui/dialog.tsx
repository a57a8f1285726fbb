import { Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';

/** A modal dialog. Composed by hand because Mantine's own header is a second banner landmark. */
export function Dialog(props: { isOpen: boolean; title: string; onClose: () => void; size?: string; children: ReactNode }) {
  const { isOpen, title, onClose, size = 'md', children } = props;
  useFocusReturn(isOpen);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header component="div">
          <Modal.Title component="h2" fw={650}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine gives the focus back only where a dialog stays mounted while it is closed; many of ours come and go. */
function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}
