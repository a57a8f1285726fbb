import { Modal } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ancestorsOf, placeNear } from '#lib/keep-focus.ts';

/** A modal dialog. Composed by hand because Mantine's own header is a second banner landmark. */
export function Dialog(props: { isOpen: boolean; title: string; onClose: () => void; size?: string; children: ReactNode }) {
  const { isOpen, title, onClose, size = 'md', children } = props;
  const content = useRef<HTMLDivElement>(null);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size} centered>
      {isOpen && <FocusReturn content={content} />}
      <Modal.Overlay />
      <Modal.Content ref={content}>
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
function FocusReturn({ content }: { content: RefObject<HTMLElement | null> }) {
  const [opener] = useState(() => document.activeElement);
  const [around] = useState(() => (opener === null ? [] : ancestorsOf(opener)));
  useEffect(
    () => () => {
      // Read at the end: the dialog's content stands there only after this has begun.
      const dialog = content.current;
      // What closed the dialog may have changed the screen, or have moved the focus itself.
      setTimeout(() => {
        const at = document.activeElement;
        // A dialog that fades away may still hold it, and takes it along.
        if (at !== null && at !== document.body && dialog?.contains(at) !== true) return;
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected && !opener.matches(':disabled');
        const target = isThere ? opener : placeNear(around);
        target?.focus({ preventScroll: true });
      }, 0);
    },
    [opener, around, content],
  );
  return null;
}
