import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dateMask } from './digit-mask.ts';
import { DigitsInput } from './digits-input.tsx';

function DateBox({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <MantineProvider env="test">
      <DigitsInput label="Date" mask={dateMask} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
      <output>{value}</output>
    </MantineProvider>
  );
}
const box = () => screen.getByRole('textbox', { name: 'Date' });

test('eight typed digits become a date', async () => {
  render(<DateBox />);

  await userEvent.type(box(), '02291980');

  expect(box()).toHaveProperty('value', '02/29/1980');
  expect(screen.getByRole('status').textContent).toBe('02291980');
});

test.each([
  ['4/7/1984', '04/07/1984'],
  ['4-7-1984', '04/07/1984'],
  ['12/7/1984', '12/07/1984'],
  ['04/07/1984', '04/07/1984'],
  ['4 17 1984', '04/17/1984'],
  ['04071984', '04/07/1984'],
  ['1984-04-07', '04/07/1984'],
  ['1984/4/07', '04/07/1984'],
  ['19840407', '04/07/1984'],
  ['4-7-84', '04/07/84'],
  ['april 7 1984', '04/07/1984'],
  ['Apr 7, 1984', '04/07/1984'],
  ['dec. 25 1984', '12/25/1984'],
])('the date typed as %s key by key is understood', async (typed, shown) => {
  render(<DateBox />);

  await userEvent.type(box(), typed);

  expect(box()).toHaveProperty('value', shown);
});

test.each(['4/7/1984', 'April 7, 1984'])('the date put in as a whole as %s is understood', (written) => {
  render(<DateBox />);

  fireEvent.change(box(), { target: { value: written } });

  expect(box()).toHaveProperty('value', '04/07/1984');
});

test('after a prefilled date was cleared by the form, new digits show what was typed', async () => {
  render(<DateBox initial="01021990" />);

  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await userEvent.type(box(), '03041985');

  expect(box()).toHaveProperty('value', '03/04/1985');
  expect(screen.getByRole('status').textContent).toBe('03041985');
});

test('Backspace from the end takes digit after digit, over the separators too', async () => {
  render(<DateBox initial="0304" />);

  await userEvent.type(box(), '{Backspace}{Backspace}{Backspace}');

  expect(box()).toHaveProperty('value', '0');
});

test('a pasted date of another form is understood', async () => {
  render(<DateBox />);

  await userEvent.click(box());
  await userEvent.paste('1980-02-29');

  expect(box()).toHaveProperty('value', '02/29/1980');
});
