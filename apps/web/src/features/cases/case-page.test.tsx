import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { aCase, aCell, aGrid, aSheet } from './case-samples.test-kit.ts';

// The screens are loaded when first visited, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const PATIENCE = { timeout: 60_000 };

let answers: Answers;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser() } }),
    'GET /users': () => page({ users: [] }),
    'GET /cases/*': () => ({ body: { case: aCase() } }),
    'GET /cases/*/grid': () => ({ body: { cells: aGrid() } }),
    'GET /cases/*/timeline': () => page({ events: [] }),
    'GET /cases/*/notes': () => page({ notes: [] }),
    'GET /cases/*/call-sheets': () => ({ body: { call_sheets: [] } }),
    'GET /cases/*/estimates': () => ({ body: { estimates: [] } }),
  };
});
afterEach(cleanup);

async function open(path: string, title: string) {
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: title }, PATIENCE);
  return router;
}
const CASE = `/cases/${anId(500)}`;

test('each cell says in words how sure it is and who said it, the network of the practice’s rule leading', async () => {
  answers['GET /cases/*/grid'] = () => ({
    body: {
      cells: aGrid(
        aCell({
          fact: 'copay',
          network: 'out',
          state: 'said',
          value: '$30.00 a visit',
          said_by: 'Summit Mutual',
          line_ids: ['1'],
          inquiry_id: anId(100),
        }),
        aCell({
          fact: 'coinsurance',
          network: 'out',
          state: 'said-for-plan',
          value: '20 %',
          said_by: 'Summit Mutual',
          inquiry_id: anId(100),
        }),
        aCell({
          fact: 'authorization',
          network: 'out',
          state: 'by-phone',
          value: 'Required',
          said_by: 'Sable Partners',
          call_answer_id: anId(800),
          called_at: '2026-03-03T15:00:00Z',
        }),
        aCell({
          fact: 'covered',
          network: 'out',
          state: 'contradicts',
          value: 'Covered',
          said_by: 'Summit Mutual',
          inquiry_id: anId(100),
          beside: [{ value: 'Not covered', said_for: null, said_by: 'Summit Mutual', line_ids: [], call_answer_id: anId(801) }],
        }),
        aCell({ fact: 'limit', network: 'out', state: 'not-asked' }),
      ),
    },
  });

  await open(CASE, 'Case');

  const table = await screen.findByRole('table', { name: 'Outpatient' }, PATIENCE);
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Fact', 'Out of network', 'In network']);
  expect(within(table).getByText('said, Summit Mutual')).toBeTruthy();
  expect(within(table).getByText('for the plan only, Summit Mutual')).toBeTruthy();
  expect(within(table).getByText(/^by phone 03\/03\/2026, Sable Partners$/)).toBeTruthy();
  expect(within(table).getByText('but by phone Summit Mutual: Not covered')).toBeTruthy();
  expect(screen.queryByText(/All of it is said by/)).toBeNull();
  expect(within(table).getByRole('link', { name: 'ask it: Outpatient, out of network, limit, what is left' }).getAttribute('href')).toBe(
    `/cases/${anId(500)}/ask`,
  );
  expect(screen.getByText(/Out of network by your rule 12 \(contract, until 06\/30\/2027\)/)).toBeTruthy();
  expect(screen.getByText(/not the payer’s word/)).toBeTruthy();
  expect(document.title).toBe('Case · Coverlight');
});

test('where one company alone says anything it is named once above the levels', async () => {
  const said = { state: 'said', said_by: 'Summit Mutual', inquiry_id: anId(100) } as const;
  answers['GET /cases/*/grid'] = () => ({
    body: {
      cells: aGrid(
        aCell({ fact: 'copay', network: 'out', ...said, value: '$30.00 a visit' }),
        aCell({ fact: 'limit', network: 'out', ...said, value: '20 Visits left' }),
      ),
    },
  });

  await open(CASE, 'Case');

  const table = await screen.findByRole('table', { name: 'Outpatient' }, PATIENCE);
  expect(within(table).getAllByText('said')).toHaveLength(2);
  expect(within(table).queryByText(/Summit Mutual/)).toBeNull();
  expect(screen.getByText(/All of it is said by/).textContent).toBe('All of it is said by Summit Mutual.');
});

test('a case that nobody may see is not found, and one that cannot be read can be tried again', async () => {
  answers['GET /cases/*'] = () => ({ status: 404, body: { errors: {} } });
  await open(CASE, '404 Not Found');
  cleanup();

  answers['GET /cases/*'] = () => ({ status: 500, body: { errors: {} } });
  await open(CASE.replace(/0500$/, '0501'), 'Case');
  expect(await screen.findByRole('button', { name: 'Try again' }, PATIENCE)).toBeTruthy();
});

test('a state that somebody else has changed is told, and the newest is shown', async () => {
  answers['PUT /cases/*'] = (body) => {
    sent.push(body);
    return { status: 409, body: { errors: { NOFIELD: ['Somebody has changed this case since. Please load it again.'] } } };
  };
  await open(CASE, 'Case');

  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }, PATIENCE), 'ready');

  expect(await screen.findByText(/Somebody has changed this case since/)).toBeTruthy();
  expect(sent).toEqual([{ state: 'ready', version: 1 }]);
});

test('a call is answered by keys, and is kept only with who told it and its reference number', async () => {
  answers['GET /call-sheets/*'] = () => ({ body: { call_sheet: aSheet() } });
  answers['POST /call-sheets/*/answers'] = (body) => {
    sent.push(body);
    return { status: 201, body: { call_sheet: aSheet({ state: 'done', questions: [] }) } };
  };
  await open(`/call-sheets/${anId(600)}`, 'Call sheet');
  await userEvent.click(await screen.findByRole('button', { name: 'Go on with the call' }, PATIENCE));

  await screen.findByRole('heading', { name: 'Outpatient, out of network: is prior authorization needed?' });
  await userEvent.keyboard('n');
  await screen.findByRole('heading', { name: 'Outpatient, out of network: what is the copayment?' });
  expect(screen.getByText(/The answer says \(Summit Mutual\):/)).toBeTruthy();
  await userEvent.keyboard('3o{Enter}');
  expect(await screen.findByText('Please enter dollars such as 30.00.')).toBeTruthy();
  await userEvent.keyboard('{Backspace}5{Enter}');
  await screen.findByRole('heading', { name: 'End of the call' });
  await userEvent.click(screen.getByRole('button', { name: 'Save what was told' }));
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the representative' }), 'Alexis P.');
  await userEvent.click(screen.getByRole('button', { name: 'No number was given' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save what was told' }));

  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    rep_name: 'Alexis P.',
    reference_no: 'refused',
    answers: [
      { question: 'authorization', level: 'op', network: 'out', value: { type: 'no' } },
      { question: 'copay', level: 'op', network: 'out', value: { type: 'money', amount: '35.00' } },
    ],
  });
});
