import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

/** A modal dialog. Composed by hand because Mantine's own header is a second banner landmark. */
export function Dialog(props: { isOpen: boolean; title: string; onClose: () => void; size?: string; children: ReactNode }) {
  const { isOpen, title, onClose, size = 'md', children } = props;
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size} centered>
      {isOpen && <FocusReturn />}
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

/** Mantine gives the focus back only where the dialog outlives its closing; most of ours go with it, and the focus would be lost. */
function FocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What closed the dialog may have changed the screen, or have moved the focus itself.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches(':disabled');
        const target = isThere ? opener : document.querySelector('h1');
        target?.focus({ preventScroll: true });
      }, 0);
    },
    [opener],
  );
  return null;
}
