import type { Batch, BatchPayer, BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { switchKeys } from '#lib/single-keys.ts';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { answerCalls, type Answers } from '../../api-answers.test-kit.ts';
import { anId, anInquiry, aUser } from '../../samples.test-kit.ts';
import { aCase } from '../cases/case-samples.test-kit.ts';
import { aBatch, aBatchRow, aResult } from './batches-samples.test-kit.ts';

vi.setConfig({ testTimeout: 60_000 });

const ID = anId(500);
const PATH = `/batches/${ID}`;
const WAIT = { timeout: 40_000 };
let answers: Answers;
let batch: Batch;
let rows: BatchRow[];
let payers: BatchPayer[];
let sent: { call: string; body: unknown }[];

beforeEach(() => {
  queryClient.clear();
  switchKeys(aUser().id, true);
  sent = [];
  rows = [aBatchRow()];
  payers = [];
  const kept = (call: string, change: (body: unknown) => Partial<Batch>) => (body: unknown) => {
    sent.push({ call, body });
    batch = { ...batch, ...change(body) };
    return { body: { batch } };
  };
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser() } }),
    'GET /payers': () => ({
      body: {
        payers: [20, 21].map((tail) => ({
          id: anId(tail),
          name: tail === 20 ? 'Summit Mutual' : 'Summit Health',
          is_group: false,
          children: [],
        })),
      },
    }),
    [`GET ${PATH}`]: () => ({ body: { batch } }),
    [`GET ${PATH}/rows`]: () => ({ body: { rows }, headers: { 'x-total-count': String(rows.length) } }),
    [`GET ${PATH}/payers`]: () => ({ body: { payers } }),
    [`PUT ${PATH}`]: kept('update', () => ({ state: 'review' })),
    [`POST ${PATH}/start`]: kept('start', () => ({ state: 'sending', started_at: '2026-03-02T15:05:00Z' })),
    [`POST ${PATH}/pause`]: kept('pause', () => ({ state: 'paused' })),
    [`POST ${PATH}/stop`]: kept('stop', () => ({ state: 'stopped' })),
    [`PATCH ${PATH}/rows/*`]: (body) => {
      sent.push({ call: 'row', body });
      return { body: { row: { ...rows[0], ...(body as Partial<BatchRow>) } } };
    },
  };
});

async function open(next: Batch) {
  batch = next;
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [PATH] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Several checks' }, WAIT);
  return router;
}
const shownColumn = (over: Partial<Batch['columns'][number]>) => ({
  header: '',
  field: null,
  examples: [],
  date_order: null,
  date_example: null,
  ...over,
});
const toConfirm = () =>
  aBatch({
    state: 'columns',
    columns: [
      shownColumn({ header: 'Last', field: 'last', examples: ['Quill'] }),
      shownColumn({ header: 'DOB', field: 'birth_date', examples: ['02/03/1980'], date_order: 'mdy' }),
      shownColumn({ header: 'Other', examples: ['x'] }),
    ],
  });
const sentBatch = (over: Parameters<typeof aBatch>[0] = {}) =>
  aBatch({ state: 'done', started_at: '2026-03-02T15:05:00Z', ended_at: '2026-03-02T15:06:00Z', ...over });

test('what is guessed of the columns is accepted by Enter alone', async () => {
  await open(toConfirm());

  const accept = await screen.findByRole('button', { name: 'Accept the columns' }, WAIT);
  await waitFor(() => expect(document.activeElement).toBe(accept));
  await userEvent.keyboard('{Enter}');

  await screen.findByRole('heading', { name: 'Before sending' }, WAIT);
  expect(sent).toEqual([
    { call: 'update', body: { mapping: { columns: ['last', 'birth_date', null], date_orders: { birth_date: 'mdy' } }, sheet: null } },
  ]);
});

test('D changes the order of days, and the example follows', async () => {
  await open(toConfirm());
  await screen.findByText('02/03/1980 is February 3, 1980', {}, WAIT);

  await userEvent.keyboard('d');

  expect(await screen.findByText('02/03/1980 is March 2, 1980')).toBeTruthy();
});

test('a meaning that goes to another column is said to be missing where it was', async () => {
  await open(toConfirm());
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Meaning of Other' }, WAIT), 'Last name');

  await screen.findByText('Last meant that before, and is not used now.');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Meaning of Last' }).value).toBe('');
});

test('of several sheets one is chosen first', async () => {
  await open(aBatch({ state: 'columns', sheets: ['Today', 'Old'] }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Today'), WAIT);

  await userEvent.keyboard('{Enter}');

  await waitFor(() => expect(sent).toEqual([{ call: 'update', body: { sheet: 'Today' } }]));
});

test('where another window chose another sheet, its columns stand there with the reason, and are accepted as its own', async () => {
  const words = 'Another sheet was chosen meanwhile. Please look at its columns.';
  const of = (sheet: string, header: string) => ({ sheet, columns: [shownColumn({ header, field: 'last', examples: ['Quill'] })] });
  await open(aBatch({ state: 'columns', sheets: ['May', 'June'], ...of('May', 'Last') }));
  await screen.findByRole('combobox', { name: 'Meaning of Last' }, WAIT);
  const update = answers[`PUT ${PATH}`];
  answers[`PUT ${PATH}`] = (body) => {
    sent.push({ call: 'refused', body });
    batch = { ...batch, ...of('June', 'Surname') };
    if (update !== undefined) answers[`PUT ${PATH}`] = update;
    return { status: 409, body: { errors: { NOFIELD: [words] } } };
  };

  await userEvent.click(screen.getByRole('button', { name: 'Accept the columns' }));
  await screen.findByRole('combobox', { name: 'Meaning of Surname' });
  expect(screen.getByRole('alert').textContent).toContain(words);
  await userEvent.click(screen.getByRole('button', { name: 'Accept the columns' }));

  await screen.findByRole('heading', { name: 'Before sending' }, WAIT);
  expect(sent).toMatchObject([
    { call: 'refused', body: { sheet: 'May' } },
    { call: 'update', body: { sheet: 'June' } },
  ]);
});

test('the cost is one sentence, and Enter sends', async () => {
  const cost = { asked: 1, reused: 0, needs_you: 0, included_left: 240, extra: 0, unit_price: null, extra_cost: null };
  await open(aBatch({ counts: { ready: 1 }, cost: { ...cost, words: '1 row: 1 will be asked.' } }));

  await screen.findByText('1 row: 1 will be asked.', {}, WAIT);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Send 1 check'));
  await userEvent.keyboard('{Enter}');

  await screen.findByRole('heading', { name: 'Sending' }, WAIT);
  expect(sent.map(({ call }) => call)).toEqual(['start']);
});

test('a name of a payer is decided once for all its rows, the proposal with one press', async () => {
  payers = [
    {
      name: 'Sumit',
      rows: 12,
      match: 'likely',
      payer: { id: anId(20), name: 'Summit Mutual' },
      candidates: [{ id: anId(21), name: 'Summit Health' }],
    },
    { name: 'Known Inc', rows: 3, match: 'certain', payer: { id: anId(21), name: 'Summit Health' }, candidates: [] },
  ];
  await open(aBatch({ counts: { 'needs-payer': 12 } }));

  await screen.findByRole('heading', { name: '1 payer name to decide' }, WAIT);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Payer for Sumit' }).value).toBe('Summit Mutual');
  expect(screen.getByText('1 payer name is known')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'or Summit Health' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use for 12 rows of Sumit' }));

  await waitFor(() => expect(sent).toEqual([{ call: 'update', body: { payers: [{ name: 'Sumit', payer_id: anId(21) }] } }]));
});

test('a row is mended at its cell, with the words that are wrong about it', async () => {
  rows = [
    aBatchRow({
      state: 'needs-fix',
      content: { birth_date: '31/31/1980' },
      problems: [{ field: 'birth_date', words: 'Please enter a valid date.' }],
    }),
  ];
  await open(aBatch({ counts: { 'needs-fix': 1 } }));

  const form = within(await screen.findByRole('form', { name: 'Mend Ada Quill' }, WAIT));
  expect(form.getByText('Please enter a valid date.')).toBeTruthy();
  expect(form.getByText('In your list: 31/31/1980')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: 'Date of birth' }), '02291980{Enter}');

  await waitFor(() => expect(sent).toEqual([{ call: 'row', body: { content: { birth_date: '1980-02-29' } } }]));
});

test('a row is left out and the others are shown by their state', async () => {
  await open(aBatch({ counts: { ready: 1, 'left-out': 2 } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave out Ada Quill' }, WAIT));

  await waitFor(() => expect(sent).toEqual([{ call: 'row', body: { left_out: true } }]));
  expect(screen.getByRole('button', { name: 'Left out 2' })).toBeTruthy();
});

test('sending tells how far it is, can be held, and asks before it is stopped', async () => {
  await open(sentBatch({ state: 'sending', ended_at: null, counts: { queued: 3 }, progress: { done: 1, total: 4, seconds_left: 120 } }));

  await screen.findByText('1 of 4 checks done, about 2 min left', {}, WAIT);
  expect(screen.getByText(/You can close this window/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await screen.findByRole('button', { name: 'Go on' });
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const question = within(await screen.findByRole('dialog', { name: 'Stop this list?' }));
  expect(question.getByText(/^3 rows that wait are not asked any more/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Stop for good' }));

  await screen.findByRole('heading', { name: 'Stopped' });
  expect(sent.map(({ call }) => call)).toEqual(['pause', 'stop']);
});

test('a list that cannot be read again after a row was mended says so, and goes on once it can', async () => {
  const refusal = aResult({ status: 'error', plan_status: null, plan_state: null, plan: null, money: [] });
  rows = [aBatchRow({ state: 'refused', needs: 0, inquiry_id: anId(100), result: refusal })];
  const read = answers[`GET ${PATH}`];
  await open(sentBatch({ counts: { refused: 1 }, needs: { 0: 1 } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ada Quill' }, WAIT));
  answers[`GET ${PATH}`] = () => ({ status: 500, body: { errors: {} } });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Member ID' }), '9{Enter}');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(sent).toHaveLength(1);

  batch = sentBatch({ state: 'sending', ended_at: null, counts: { asking: 1 }, progress: { done: 0, total: 1, seconds_left: null } });
  if (read) answers[`GET ${PATH}`] = read;
  await userEvent.click(retry);

  await screen.findByText('0 of 1 check done');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('by keys alone: J goes down, X is done, E edits what was refused and Enter sends it again', async () => {
  rows = [
    aBatchRow({
      row: 2,
      state: 'refused',
      needs: 0,
      inquiry_id: anId(100),
      result: aResult({ status: 'error', plan_status: null, plan_state: null, plan: null, money: [] }),
    }),
    aBatchRow({
      row: 3,
      state: 'answered',
      needs: 1,
      inquiry_id: anId(101),
      result: aResult({ flags: ['Coverage ends soon'] }),
      content: { first: 'Ben' },
    }),
  ];
  await open(sentBatch({ counts: { refused: 1, answered: 1 }, needs: { 0: 1, 1: 1 } }));
  const list = within(await screen.findByRole('list', { name: 'Results' }, WAIT));
  expect(list.getByRole('link', { name: 'Ben Quill' }).getAttribute('href')).toBe(`/inquiries/${anId(101)}`);
  expect(list.getByText('Coverage ends soon')).toBeTruthy();
  const current = () => document.querySelector('[data-current="true"]')?.getAttribute('data-row');

  await userEvent.keyboard('jj');
  expect(current()).toBe('3');
  await userEvent.keyboard('x');
  await waitFor(() => expect(sent).toEqual([{ call: 'row', body: { is_done: true } }]));
  await userEvent.keyboard('ke');
  const member = await screen.findByRole('textbox', { name: 'Member ID' });
  await waitFor(() => expect(document.activeElement).toBe(member));
  await userEvent.type(member, '9{Enter}');

  await waitFor(() => expect(sent[1]).toEqual({ call: 'row', body: { content: { member_id: 'AB123459' } } }));
});

test('what is silent on cost leads to its call sheet by C, and each row to all checks of its patient', async () => {
  rows = [
    aBatchRow({
      row: 2,
      state: 'answered',
      needs: 3,
      inquiry_id: anId(101),
      person_id: anId(301),
      result: aResult(),
      content: { first: 'Ben' },
    }),
  ];
  answers['GET /cases'] = () => ({ body: { cases: [{ ...aCase(), next_task: null }] } });
  answers[`GET /inquiries/${anId(101)}`] = () => ({ body: { inquiry: anInquiry({ id: anId(101) }) } });
  const router = await open(sentBatch({ counts: { answered: 1 }, needs: { 3: 1 } }));
  const list = within(await screen.findByRole('list', { name: 'Results' }, WAIT));
  expect(list.getByRole('link', { name: 'All checks of Ben Quill' }).getAttribute('href')).toBe(`/persons/${anId(301)}`);
  expect(list.getByRole('button', { name: 'Call sheet: Ben Quill' })).toBeTruthy();

  await userEvent.keyboard('jc');

  await waitFor(() => expect(router.state.location.pathname).toBe(`/cases/${aCase().id}`), WAIT);
});

test('a list that is not there leads to what is not there', async () => {
  answers[`GET ${PATH}`] = () => ({ status: 404, body: { errors: {} } });
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [PATH] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );

  await waitFor(() => expect(router.state.location.pathname).toBe('/404'), WAIT);
});
