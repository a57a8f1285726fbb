import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { shownToasts } from '#ui/toast.ts';
import { CopyForChart } from './copy-for-chart.tsx';
import { aCoverage, anInquiry } from './coverage-fixtures.ts';

const inquiry = anInquiry({ coverage: aCoverage() });

async function press() {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <CopyForChart inquiry={inquiry} />
    </MantineProvider>,
  );
  return async () => await user.click(screen.getByRole('button', { name: 'Copy for the chart' }));
}

test('puts the lines on the clipboard and says so', async () => {
  const click = await press();
  await click();

  const copied = await navigator.clipboard.readText();
  expect(copied.split('\n').length).toBeGreaterThan(8);
  expect(copied).toMatch(/^Known \d+ of 70/m);
  expect(copied).toMatch(/no guarantee of payment/);
  expect(shownToasts().some(({ message }) => message === 'Copied')).toBe(true);
});

test('where the clipboard is refused the text stands in a dialog, selected', async () => {
  const click = await press();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  await click();

  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' });
  expect(box.value).toMatch(/^Known \d+ of 70/m);
  await waitFor(() => expect([document.activeElement, box.selectionStart, box.selectionEnd]).toEqual([box, 0, box.value.length]));
});
