import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { anItem } from '../persons/persons-samples.test-kit.ts';
import { queryClient } from '#lib/query-client.ts';
import { switchKeys } from '#lib/single-keys.ts';
import { inboxFilters } from './inbox-filters.ts';

vi.setConfig({ testTimeout: 20_000 });

let answers: Answers;
let user: ReturnType<typeof aUser>;
let items: InboxItem[];
let sent: { id: string; body: Record<string, unknown> }[];

const three = () => [
  anItem({ id: anId(71), patient: 'Ada Quill' }),
  anItem({ id: anId(72), patient: 'Ben Rooke', gravest: 'look', codes: ['copay-changed'], words: 'Co-payment: $20 before, $30 now.' }),
  anItem({ id: anId(73), patient: 'Cleo Sand' }),
];

beforeEach(() => {
  queryClient.clear();
  inboxFilters.reset();
  user = aUser({ is_organization_manager: true });
  switchKeys(user.id, true);
  items = three();
  sent = [];
  answers = {
    'GET /auth/refresh': () => ({ body: { user } }),
    'GET /inbox': () => page({ items: items.filter(({ state }) => state === 'open') }),
    'GET /users': () => page({ users: [{ id: anId(11), first_name: 'Sam', last_name: 'Ito' }] }),
  };
  for (const { id } of items) {
    answers[`PATCH /inbox/${id}`] = (body) => {
      sent.push({ id, body: body as Record<string, unknown> });
      items = items.map((item) => (item.id === id ? { ...item, ...(body as Partial<InboxItem>) } : item));
      return { body: { item: items.find((item) => item.id === id) } };
    };
  }
});

async function open() {
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/inbox'] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: 'What changed' }, { timeout: 15_000 });
  return router;
}
const list = async () => within(await screen.findByRole('list', { name: 'What changed' }));
const current = () => document.querySelector('[data-current="true"]')?.getAttribute('data-item') ?? null;

test('each item tells whom it is about, what changed, and what can be done', async () => {
  await open();

  const first = within((await list()).getAllByRole('listitem')[0] as HTMLElement);
  expect(first.getByText('Urgent')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Ada Quill' }).getAttribute('href')).toBe(`/inquiries/${anId(100)}`);
  expect(first.getByText('The plan is not active any more.')).toBeTruthy();
  expect(first.getByText('born 02/29/1980, Summit Mutual')).toBeTruthy();
  expect(first.getByRole('link', { name: 'All checks of Ada Quill' }).getAttribute('href')).toBe(`/persons/${anId(50)}`);
});

test('by keys alone: J and K go up and down, X is done and goes on with the next, undo brings it back', async () => {
  await open();
  await list();

  await userEvent.keyboard('jjk');
  expect(current()).toBe(anId(71));
  expect(document.activeElement?.textContent).toBe('Ada Quill');
  await userEvent.keyboard('x');
  expect(current()).toBe(anId(72));
  await waitFor(() => expect(sent).toEqual([{ id: anId(71), body: { state: 'done', resolution: 'acted' } }]));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ada Quill' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await screen.findByRole('link', { name: 'Ada Quill' });
  expect(sent[1]).toEqual({ id: anId(71), body: { state: 'open' } });
});

test('Enter opens the current item', async () => {
  answers['GET /inquiries/*'] = () => ({ status: 404, body: { errors: {} } });
  const router = await open();
  await list();

  await userEvent.keyboard('j{Enter}');

  await waitFor(() => expect(router.state.location.pathname).not.toBe('/inbox'));
});

test('S and Enter let the current item rest until tomorrow', async () => {
  await open();
  await list();

  await userEvent.keyboard('js');
  const dialog = await screen.findByRole('dialog', { name: 'Snooze until' });
  const tomorrow = within(dialog).getByRole('button', { name: /^Tomorrow/ });
  await waitFor(() => expect(document.activeElement).toBe(tomorrow));
  await userEvent.keyboard('{Enter}');

  await waitFor(() => expect(sent[0]?.body.state).toBe('snoozed'));
  expect(Date.parse(String(sent[0]?.body.until))).toBeGreaterThan(Date.now());
});

test('a day that is no day to come is refused in words', async () => {
  await open();
  await userEvent.click((await list()).getByRole('button', { name: 'Snooze: Ada Quill' }));

  await userEvent.type(await screen.findByRole('textbox', { name: 'On a date' }), '01012020');
  await userEvent.click(screen.getByRole('button', { name: 'Snooze until then' }));

  await screen.findByText('Please enter a day to come.');
  expect(sent).toEqual([]);
});

test('the keys are off for whoever switched them off', async () => {
  switchKeys(user.id, false);
  await open();
  await list();

  await userEvent.keyboard('jx');

  expect(current()).toBeNull();
  expect(sent).toEqual([]);
});

test('the keys are listed', async () => {
  await open();

  await userEvent.click(await screen.findByRole('button', { name: 'Keys' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
  for (const words of ['Next', 'The one before', 'Done', 'Snooze'])
    expect(dialog.getByText(new RegExp(`^${words}, in What changed`))).toBeTruthy();
});

test('an item is given to a colleague, and closed as not useful', async () => {
  await open();
  const shown = await list();
  await screen.findAllByRole('option', { name: 'Sam Ito' });
  await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Assigned to, Ada Quill' }), 'Sam Ito');
  await userEvent.click(shown.getByRole('button', { name: 'Not useful: Ben Rooke' }));

  await waitFor(() =>
    expect(sent).toEqual([
      { id: anId(71), body: { assignee_id: anId(11) } },
      { id: anId(72), body: { state: 'done', resolution: 'not_useful' } },
    ]),
  );
});

test('what somebody else dealt with is said in words, and the list is read anew', async () => {
  answers[`PATCH /inbox/${anId(71)}`] = () => {
    items = items.slice(1);
    return { status: 404, body: { errors: {} } };
  };
  await open();
  await userEvent.click((await list()).getByRole('button', { name: 'Done: Ada Quill' }));

  await screen.findByText('This was dealt with by somebody else.');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ada Quill' })).toBeNull());
});

test('an empty inbox says what comes here, and a filtered one leads back', async () => {
  items = [];
  await open();

  await screen.findByText(/^Nothing to look at\. When a new answer says something else/);
  await userEvent.click(screen.getByRole('switch', { name: 'Assigned to me' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));

  expect(await screen.findByText(/^Nothing to look at\./)).toBeTruthy();
});

test('the shell counts the urgent ones that are open', async () => {
  await open();

  const link = await screen.findByRole('link', { name: /^What changed/ });
  await waitFor(() => expect(link.textContent).toBe('What changed3 urgent'));
});

test('managers choose what does not come, and see how useful it was', async () => {
  answers['GET /inbox/settings'] = () => ({ body: { settings: { ends_soon_days: 7, muted_codes: ['copay-changed'] } } });
  answers['GET /inbox/usefulness'] = () => ({ body: { usefulness: [{ code: 'copay-changed', closed: 40, not_useful: 30 }] } });
  const bodies: unknown[] = [];
  answers['PUT /inbox/settings'] = (body) => {
    bodies.push(body);
    return { body: { settings: { ends_soon_days: 14, muted_codes: ['copay-changed', 'group-changed'] } } };
  };
  await open();
  await userEvent.click(await screen.findByRole('link', { name: 'Settings' }));

  const days = await screen.findByRole('textbox', { name: /Days before its end/ });
  await userEvent.clear(days);
  await userEvent.type(days, '14');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Group changed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText(/The settings were saved/);
  expect(bodies).toEqual([{ ends_soon_days: 14, muted_codes: ['group-changed', 'copay-changed'] }]);
  expect(screen.getByRole('row', { name: /Co-payment changed 40 30 75 %/ })).toBeTruthy();
});
