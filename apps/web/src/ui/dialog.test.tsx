import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';

/** As the screens do it: the dialog stands there only while it is open. */
function Screen({ keepsOpener }: { keepsOpener: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <MantineProvider env="test">
      <h1 tabIndex={-1}>Plans</h1>
      {(keepsOpener || !wasOpen) && (
        <button
          onClick={() => {
            setIsOpen(true);
          }}
        >
          Open
        </button>
      )}
      {isOpen && (
        <Dialog
          isOpen
          title="Sure?"
          onClose={() => {
            setIsOpen(false);
            setWasOpen(true);
          }}
        >
          <p>Text</p>
        </Dialog>
      )}
    </MantineProvider>
  );
}

async function openAndLeave(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await userEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('the focus goes back to what opened a dialog', async () => {
  render(<Screen keepsOpener />);

  await openAndLeave();

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
});

test('the focus goes to the title of the screen where what opened a dialog is gone', async () => {
  render(<Screen keepsOpener={false} />);

  await openAndLeave();

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Plans'));
});
