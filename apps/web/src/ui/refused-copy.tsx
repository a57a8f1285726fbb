import { Text, Textarea } from '@mantine/core';
import { Dialog } from './dialog.tsx';

/** The text that the clipboard was refused, selected, for the keyboard to copy. */
export function RefusedCopy({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog isOpen title="Copy this text" size="lg" onClose={onClose}>
      <Text size="sm" mb="xs">
        The browser did not let us copy. The text is selected: press Ctrl+C, on a Mac ⌘C.
      </Text>
      <Textarea
        aria-label="Text to copy"
        value={text}
        readOnly
        rows={Math.min(16, text.split('\n').length + 2)}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
