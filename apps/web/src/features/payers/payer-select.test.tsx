import type { FoundPayer } from '@coverlight/contract/payers/payer.schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls } from '../../api-answers.test-kit.ts';
import { anId } from '../../samples.test-kit.ts';
import type { PayerChoice } from './payer-options.ts';
import { PayerSelect } from './payer-select.tsx';

const child = (tail: number, name: string) => ({ id: anId(tail), name, is_group: false, children: [] });
const payers = [
  { ...child(1, 'Northwind Health') },
  { ...child(2, 'Health Northwest') },
  { id: anId(3), name: 'Blue Harbor', is_group: true, children: [child(4, 'Blue Harbor West'), child(5, 'Blue Harbor East')] },
  { ...child(6, 'Clínica Sol, Inc.') },
  { ...child(7, 'Cedar Mutual'), codes: 'CEDAR' },
  { ...child(8, 'Cedar Mutual'), codes: '60054' },
];

let client: QueryClient;
let found: FoundPayer[];
let status: number;
let searches: number;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  [found, status, searches] = [[], 200, 0];
  answerCalls({
    'GET /payers/search': () => {
      searches += 1;
      return { status, body: status === 200 ? { found } : { errors: {} } };
    },
  });
});
const aFound = (tail: number, name: string, over: Partial<FoundPayer> = {}): FoundPayer => ({
  id: anId(tail),
  name,
  is_group: false,
  group: null,
  found_by: null,
  ...over,
});

function Chooser() {
  const [choice, setChoice] = useState<PayerChoice>({ payerId: '', childId: '' });
  return (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <PayerSelect payers={payers} value={choice} onChange={setChoice} />
        <output>{`${choice.payerId}|${choice.childId}`}</output>
      </MantineProvider>
    </QueryClientProvider>
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
  expect(await screen.findByText('No payer has this name')).toBeTruthy();
});

test('what the server finds follows the names that hold what was typed, and says why', async () => {
  found = [
    aFound(1, 'Northwind Health'),
    aFound(4, 'Blue Harbor West', { group: { id: anId(3), name: 'Blue Harbor' }, found_by: { kind: 'formerly', name: 'North Harbor' } }),
    aFound(7, 'Cedar Mutual', { found_by: { kind: 'internal', name: null } }),
    aFound(99, 'Not among those offered'),
  ];
  render(<Chooser />);

  await userEvent.type(box(), 'north');

  await screen.findByText(/formerly North Harbor/);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Northwind Health',
    'Health Northwest',
    'Blue Harbor West  in Blue Harbor, formerly North Harbor',
    'Cedar Mutual (payer ID CEDAR)  also known by another name',
  ]);
});

test('what only the server finds is highlighted when it comes, so that Enter takes it', async () => {
  found = [aFound(5, 'Blue Harbor East', { group: { id: anId(3), name: 'Blue Harbor' } })];
  render(<Chooser />);

  await userEvent.type(box(), 'bhe');
  expect(screen.getByText('Searching…')).toBeTruthy();
  await screen.findByRole('option', { name: /Blue Harbor East/ });
  await userEvent.keyboard('{Enter}');

  expect(chosen()).toBe(`${anId(3)}|${anId(5)}`);
});

test('the server is asked once the typing pauses, and not for a single letter', async () => {
  render(<Chooser />);

  await userEvent.type(box(), 'z');
  expect(await screen.findByText('No payer has this name')).toBeTruthy();
  expect(searches).toBe(0);
  await userEvent.type(box(), 'zzz');
  expect(await screen.findByText('No payer has this name')).toBeTruthy();

  expect(searches).toBe(1);
});

test('without the server names are searched all the same', async () => {
  status = 500;
  render(<Chooser />);

  await userEvent.type(box(), 'north{Enter}');

  expect(chosen()).toBe(`${anId(1)}|`);
});
