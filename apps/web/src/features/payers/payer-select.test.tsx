import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { anId } from '../../samples.test-kit.ts';
import { type PayerChoice, PayerSelect } from './payer-select.tsx';

const child = (tail: number, name: string) => ({ id: anId(tail), name, is_group: false, children: [] });
const payers = [
  { ...child(1, 'Northwind Health') },
  { ...child(2, 'Health Northwest') },
  { id: anId(3), name: 'Blue Harbor', is_group: true, children: [child(4, 'Blue Harbor West'), child(5, 'Blue Harbor East')] },
  { ...child(6, 'Clínica Sol, Inc.') },
  { ...child(7, 'Cedar Mutual'), codes: 'CEDAR' },
  { ...child(8, 'Cedar Mutual'), codes: '60054' },
];

function Chooser() {
  const [choice, setChoice] = useState<PayerChoice>({ payerId: '', childId: '' });
  return (
    <MantineProvider env="test">
      <PayerSelect payers={payers} value={choice} onChange={setChoice} />
      <output>{`${choice.payerId}|${choice.childId}`}</output>
    </MantineProvider>
  );
}
const box = () => screen.getByRole('combobox', { name: 'Payer' });
const chosen = () => screen.getByRole('status').textContent;

test('typing a part of the name and Enter takes the first match', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'north{Enter}');

  expect(chosen()).toBe(`${anId(1)}|`);
  expect(box()).toHaveProperty('value', 'Northwind Health');
});

test('accents and punctuation do not matter', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'clinica sol inc{Enter}');

  expect(chosen()).toBe(`${anId(6)}|`);
});

test('a child of a group is chosen with its group', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'harbor east{Enter}');

  expect(chosen()).toBe(`${anId(3)}|${anId(5)}`);
});

test('payers of one name are told apart by their codes, which can be searched and stay in the box', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'cedar 60054{Enter}');

  expect(chosen()).toBe(`${anId(8)}|`);
  expect(box()).toHaveProperty('value', 'Cedar Mutual (payer ID 60054)');
});

test('arrow keys move on from the first match', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'north{ArrowDown}{Enter}');

  expect(chosen()).toBe(`${anId(2)}|`);
});

test('an unknown name chooses nothing and says so', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'zzz{Enter}');

  expect(chosen()).toBe('|');
  expect(screen.getByText('No payer has this name')).toBeTruthy();
});
