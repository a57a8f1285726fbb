import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { aBatch, aRule } from './batches-samples.test-kit.ts';

vi.setConfig({ testTimeout: 60_000 });

const WAIT = { timeout: 40_000 };
let answers: Answers;
let sent: { call: string; body: unknown }[];
let batches: Batch[];

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  sent = [];
  batches = [];
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser({ is_organization_manager: true }) } }),
    'GET /batches': () => page({ batches }),
    [`GET /batches/${anId(500)}`]: () => ({ body: { batch: aBatch({ state: 'columns' }) } }),
    'GET /providers/compact': () => ({ body: { providers: [{ id: anId(30), name: 'Harbor Main Street' }] } }),
    'GET /payers': () => ({ body: { payers: [] } }),
    'POST /batches': (body) => {
      sent.push({ call: 'create', body });
      return { status: 201, body: { batch: aBatch({ state: 'columns' }) } };
    },
  };
});

function open(path: string) {
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

const paste = (text: string, html = '') =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Paste from a spreadsheet' }), {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text) },
  });

test('a pasted list becomes a grid that can be typed into, and Ctrl and Enter read it', async () => {
  const router = open('/batches/new');
  const field = await screen.findByRole('textbox', { name: 'Paste from a spreadsheet' }, WAIT);
  await waitFor(() => expect(document.activeElement).toBe(field));

  paste('Last\tMember ID\nQuill\tAB1');
  const cell = await screen.findByRole('textbox', { name: 'Member ID, row 1' });
  expect(screen.getByText('1 row below the heading')).toBeTruthy();
  await userEvent.type(cell, '2{Control>}{Enter}{/Control}');

  await waitFor(() => expect(router.state.location.pathname).toBe(`/batches/${anId(500)}`));
  expect(sent).toEqual([{ call: 'create', body: { source: 'paste', text: 'Last\tMember ID\nQuill\tAB12', provider_id: anId(30) } }]);
});

test('a table that is on the clipboard as HTML alone becomes the same grid', async () => {
  open('/batches/new');
  await screen.findByRole('textbox', { name: 'Paste from a spreadsheet' }, WAIT);

  paste('', '<table><tr><td>Last</td><td>DOB</td></tr><tr><td>Quill</td><td>1/2/1980</td></tr></table>');

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'DOB, row 1' })).value).toBe('1/2/1980');
});

test('Enter goes down in the grid, and adds a row below the last', async () => {
  open('/batches/new');
  await userEvent.click(await screen.findByRole('button', { name: 'Type a list instead' }, WAIT));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Last name, row 1' }), 'Quill{Enter}');

  const below = await screen.findByRole('textbox', { name: 'Last name, row 2' });
  await waitFor(() => expect(document.activeElement).toBe(below));
});

test('nothing to read is said at once, and what the server refuses stands at its place', async () => {
  answers['POST /batches'] = () => ({ status: 422, body: { errors: { text: ['The list has no heading that we know.'] } } });
  open('/batches/new');
  await userEvent.click(await screen.findByRole('button', { name: 'Read the list' }, WAIT));
  await screen.findByText('Please paste a list with its heading, or choose a file.');

  paste('a\tb\nc\td');
  await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));

  await screen.findByText('The list has no heading that we know.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'a, row 1' }).value).toBe('c');
});

test('a list that was entered is not left without a question', async () => {
  const router = open('/batches/new');
  await screen.findByRole('textbox', { name: 'Paste from a spreadsheet' }, WAIT);
  paste('Last\tDOB\nQuill\t1/2/1980');
  await screen.findByRole('table', { name: 'Your list' });

  await userEvent.click(screen.getByRole('link', { name: 'Lists' }));

  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(router.state.location.pathname).toBe('/batches/new');
});

test('the list of lists tells state and progress, and without any what to do', async () => {
  open('/batches');
  await screen.findByText(/^No lists yet/, {}, WAIT);

  batches = [aBatch({ state: 'done', progress: { done: 40, total: 40, seconds_left: null } })];
  await queryClient.invalidateQueries({ queryKey: ['batches'] });

  const table = within(await screen.findByRole('table', { name: 'Lists' }));
  await table.findByText('40 of 40 checks');
  expect(table.getByText('Done')).toBeTruthy();
  expect(table.getByRole('link').getAttribute('href')).toBe(`/batches/${anId(500)}`);
});

test('rules are told in words, with the next 30 days, and one switch stops all', async () => {
  let isStopped = false;
  const preview = {
    from: '2026-03-03',
    until: '2026-04-01',
    asked: 1,
    held_back: 1,
    extra: 0,
    extra_cost: null,
    words: '1 will be asked.',
    days: [{ day: '2026-03-05', asked: 1, held_back: 1 }],
    people: [
      {
        day: '2026-03-05',
        rule: { id: anId(700), name: 'Before the visit' },
        patient: 'Ada Quill',
        birth_date: '1980-02-29',
        payer: { id: anId(20), name: 'Summit Mutual' },
        inquiry_id: anId(100),
        why: 'Appointment on 03/08/2026',
        is_held_back: false,
      },
    ],
  };
  answers['GET /recheck-rules'] = () => ({ body: { rules: [aRule()], is_stopped: isStopped } });
  answers['GET /recheck-rules/preview'] = () => ({ body: { preview }, headers: { 'x-total-count': '1' } });
  answers['PUT /recheck-rules'] = (body) => {
    sent.push({ call: 'stop', body });
    isStopped = true;
    return { body: { rules: [aRule()], is_stopped: true } };
  };
  open('/plans');

  await screen.findByText('3 days before an appointment', {}, WAIT);
  expect(screen.getByText('Everybody who has an answer')).toBeTruthy();
  const next = within(await screen.findByRole('region', { name: 'The next 30 days' }));
  await next.findByText('Appointment on 03/08/2026');
  expect(next.getByText('1, 1 held back')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: /^Stop everything that is planned/ }));

  await waitFor(() => expect(screen.queryByRole('region', { name: 'The next 30 days' })).toBeNull());
  expect(sent).toEqual([{ call: 'stop', body: { is_stopped: true } }]);
});

test('a rule is made in words, with what its kind asks for', async () => {
  answers['GET /recheck-rules'] = () => ({ body: { rules: [], is_stopped: false } });
  answers['POST /recheck-rules'] = (body) => {
    sent.push({ call: 'create', body });
    return { status: 201, body: { rule: aRule() } };
  };
  const router = open('/plans/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, WAIT), 'Each month');
  await userEvent.click(screen.getByRole('radio', { name: 'Every month' }));
  const day = await screen.findByRole('textbox', { name: 'Day of the month' });
  await userEvent.clear(day);
  await userEvent.type(day, '31');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please enter a number from 1 to 28.');
  await userEvent.clear(day);
  await userEvent.type(day, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(router.state.location.pathname).toBe('/plans'));
  expect(sent[0]?.body).toMatchObject({ name: 'Each month', when: { kind: 'monthly', day: 5 }, monthly_budget: 100, is_on: true });
});

test('appointments stand in the order of time, as the practice wrote them', async () => {
  const appointment = {
    id: anId(800),
    at: '2026-03-08T15:30',
    patient: 'Ada Quill',
    birth_date: '1980-02-29',
    member_id: 'AB12345',
    payer: null,
    provider: { id: anId(30), name: 'Harbor Main Street' },
    batch_id: null,
    inquiry_id: anId(100),
  };
  answers['GET /appointments'] = () => page({ appointments: [appointment] });
  open('/appointments');

  await screen.findByText(/^03\/08\/2026, 3:30/, {}, WAIT);
  expect(screen.getByRole('link', { name: 'Open the check of Ada Quill' }).getAttribute('href')).toBe(`/inquiries/${anId(100)}`);
});
