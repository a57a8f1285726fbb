import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { HelpMark, WithHelp } from './help-mark.tsx';

const help = { term: 'capitated', sentence: 'The payer pays another group a fixed amount.' };
const mark = () => screen.getByRole('button', { name: 'What does capitated mean?' });

test('a mark opens its sentence by mouse and by keyboard, and closes by Escape or a click elsewhere', async () => {
  render(<HelpMark {...help} />);
  expect(screen.queryByText(help.sentence)).toBeNull();

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status').textContent).toBe(help.sentence);
  expect(mark().getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(help.sentence)).toBeNull();

  await userEvent.click(mark());
  expect(screen.getByText(help.sentence)).toBeTruthy();
  await userEvent.click(document.body);
  expect(screen.queryByText(help.sentence)).toBeNull();
});

test('beside a field it is opened by F1 in the field, and is no stop on the way to the next one', async () => {
  render(
    <>
      <WithHelp help={help}>
        <input aria-label="First" />
      </WithHelp>
      <WithHelp help={undefined}>
        <input aria-label="Second" />
      </WithHelp>
    </>,
  );

  await userEvent.tab();
  await userEvent.keyboard('{F1}');
  expect(screen.getByText(help.sentence)).toBeTruthy();
  await userEvent.keyboard('{F1}');
  expect(screen.queryByText(help.sentence)).toBeNull();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Second' }));
});
