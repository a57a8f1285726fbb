import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { anId, aSchema, aUser } from '../../samples.test-kit.ts';
import { anInquiry } from '../inquiries/coverage/coverage-fixtures.ts';
import { anEvent, aPerson, aPolicy, aProposal } from './persons-samples.test-kit.ts';

vi.setConfig({ testTimeout: 20_000 });

const ID = anId(50);
let answers: Answers;
let person: ReturnType<typeof aPerson>;
let user: ReturnType<typeof aUser>;
let sent: { call: string; body: unknown }[];

beforeEach(() => {
  person = aPerson();
  user = aUser();
  sent = [];
  answers = {
    'GET /auth/refresh': () => ({ body: { user } }),
    'GET /inbox': () => page({ items: [] }),
    [`GET /persons/${ID}`]: () => ({ body: { person } }),
    'GET /persons/*/events': () => ({ body: { events: [anEvent()] } }),
    'GET /persons/*/proposals': () => ({ body: { proposals: [aProposal()] } }),
  };
});

/** Notes a call and answers it. */
const heard = (call: string, answer: ReturnType<Answers[string]>) => (body: unknown) => {
  sent.push({ call, body });
  return answer;
};

async function open(path = `/persons/${ID}`) {
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 2, name: 'What happened' }, { timeout: 15_000 });
  return router;
}

test('the page tells who it is and how each policy stands, and its title names nobody', async () => {
  await open();

  expect(document.title).toBe('Patient · Coverlight');
  const who = within(screen.getByRole('region', { name: 'Who it is' }));
  for (const words of ['Ada Quill', 'born 02/29/1980', 'Your patient number C-77', '4 checks']) expect(who.getByText(words)).toBeTruthy();
  const insurance = within(screen.getByRole('region', { name: 'Insurance' }));
  expect(insurance.getByText('Active')).toBeTruthy();
  expect(insurance.getByRole('link', { name: 'Check again with Summit Mutual' }).getAttribute('href')).toBe(
    `/inquiries/new?again=${anId(100)}`,
  );
});

test('an answer that is out of date tells what was so, and a refused try stands beside it and never in its place', async () => {
  const { latest } = aPolicy();
  if (latest === null) throw new Error('The sample has an answer.');
  const refused = { inquiry_id: anId(101), status: 'error' as const, at: '2026-03-04T09:00:00Z' };
  person = aPerson({
    policies: [aPolicy({ latest: { ...latest, is_expired: true }, refused_since: refused, next_check_on: '2026-04-01' })],
  });

  await open();

  const insurance = within(screen.getByRole('region', { name: 'Insurance' }));
  expect(insurance.getByText('Was active on 03/02/2026')).toBeTruthy();
  expect(insurance.queryByText('Active')).toBeNull();
  expect(insurance.getByText(/tried since, on/)).toBeTruthy();
  expect(insurance.getByText(/next check on 04\/01\/2026/)).toBeTruthy();
});

test('who may be the same person is put together only after a question, and it can be undone', async () => {
  person = aPerson({ proposals: 1 });
  answers['POST /persons/*/merge'] = heard('merge', { body: { move_id: anId(60) } });
  answers['POST /persons/*/moves/*/undo'] = heard('undo', { status: 204 });

  await open();
  const proposals = within(await screen.findByRole('region', { name: 'May be the same person' }));
  expect(proposals.getByText('The same: member ID and birth date; member ID and last name.')).toBeTruthy();
  await userEvent.click(proposals.getByRole('button', { name: 'Same person as Adah Quill' }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, the same person' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['merge', 'undo']));
  expect(sent[0]?.body).toEqual({ other_id: anId(51), version: 3 });
});

test('that it is not the same person takes one press, and can be taken back', async () => {
  person = aPerson({ proposals: 1 });
  answers['PUT /persons/*/proposals/*'] = heard('decide', { status: 204 });

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Not the same person as Adah Quill' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ is_different: true }, { is_different: false }]));
});

test('a decision about what somebody changed meanwhile is refused in words, and the newest can be loaded', async () => {
  person = aPerson({ proposals: 1 });
  answers['POST /persons/*/merge'] = () => ({ status: 409, body: { errors: {} } });

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Same person as Adah Quill' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, the same person' }));
  expect((await screen.findByRole('alert')).textContent).toContain('changed by somebody meanwhile');
  person = aPerson({ name: 'Ada Quillfeather', version: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Load the newest' }));

  await screen.findByText('Ada Quillfeather');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a restricted user sees what may be the same person and decides nothing', async () => {
  user = aUser({ is_restricted: true });
  person = aPerson({ proposals: 1 });

  await open();
  await screen.findByText('A colleague who sees all checks of the practice can decide this.');

  for (const name of [/^Same person/, /^Not the same/, 'Archive', 'Some checks are of another person'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('chosen checks get a person of their own, but never all of them', async () => {
  person = aPerson({ policies: [aPolicy({ checks: 2 })] });
  const other = anEvent({ inquiry_id: anId(101), at: '2026-02-01T10:00:00Z' });
  answers['GET /persons/*/events'] = () => ({ body: { events: [anEvent(), other] } });
  answers['POST /persons/*/split'] = heard('split', { body: { move_id: anId(60), person_id: anId(52) } });

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Some checks are of another person' }));
  const boxes = screen.getAllByRole('checkbox');
  for (const box of boxes) await userEvent.click(box);
  const give = screen.getByRole<HTMLButtonElement>('button', { name: 'Give them a person of their own' });
  expect(give.disabled).toBe(true);
  screen.getByText('At least one check has to stay.');
  await userEvent.click(boxes[0] as HTMLElement);
  await userEvent.click(give);
  await userEvent.click(await screen.findByRole('button', { name: 'Part them' }));

  await waitFor(() => expect(sent).toEqual([{ call: 'split', body: { inquiry_ids: [anId(101)], version: 3 } }]));
});

test('older events come when they are asked for, from where the last ones ended', async () => {
  const first = Array.from({ length: 20 }, (_, index) => anEvent({ inquiry_id: anId(200 + index), at: `2026-03-02T15:${59 - index}:00Z` }));
  const asked: string[] = [];
  answers['GET /persons/*/events'] = () => ({ body: { events: asked.length > 1 ? [anEvent({ words: 'The first check.' })] : first } });

  await open();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    asked.push(input, '');
    return await fetch(input, init);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));

  await screen.findByText('The first check.');
  expect(asked[0]).toContain(`before=${encodeURIComponent('2026-03-02T15:40:00Z')}`);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a merge of the last 30 days is undone from the timeline', async () => {
  answers['GET /persons/*/events'] = () => ({
    body: { events: [anEvent({ kind: 'merge', inquiry_id: null, move_id: anId(60), words: 'Put together with another patient.' })] },
  });
  answers['POST /persons/*/moves/*/undo'] = heard('undo', { status: 204 });

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(sent).toHaveLength(1));
});

test('the answers of any two checks stand side by side, each under its own name', async () => {
  answers['GET /persons/*/events'] = () => ({
    body: {
      events: [anEvent(), anEvent({ inquiry_id: anId(101), at: '2026-02-01T10:00:00Z', words: 'Summit Mutual answered: inactive.' })],
    },
  });
  answers['GET /inquiries/*'] = () => ({ body: { inquiry: anInquiry() } });

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Compare two answers' }));

  for (const label of ['Left answer', 'Right answer']) {
    await screen.findByRole('region', { name: `Money left, ${label}` });
    expect(screen.getByRole('region', { name: `Levels of care, ${label}` })).toBeTruthy();
  }
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Left' }).value).toBe(anId(101));
});

test('archiving asks once, and can be undone', async () => {
  answers['PUT /persons/*/archive'] = (body) => {
    sent.push({ call: 'archive', body });
    person = aPerson({ version: person.version + 1, archived_at: sent.length % 2 === 1 ? '2026-03-05T10:00:00Z' : null });
    return { body: { person } };
  };

  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
  await screen.findByText('Archived on 03/05/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

  await screen.findByRole('button', { name: 'Archive' });
  expect(sent.map(({ body }) => body)).toEqual([
    { is_archived: true, version: 3 },
    { is_archived: false, version: 4 },
  ]);
});

test('one who became part of another is found there', async () => {
  answers[`GET /persons/${anId(59)}`] = () => ({ body: { person } });

  const router = await open(`/persons/${anId(59)}`);

  expect(router.state.location.pathname).toBe(`/persons/${ID}`);
});

test('R opens the form with all of the newest answer but its day', async () => {
  const submission = {
    provider_id: anId(30),
    payer_id: anId(20),
    memberId: 'AB12345',
    patientBirthDate: '1980-02-29',
    asOfDate: '2026-01-05',
    externalId: 'C-77',
  };
  answers['GET /inquiries/*'] = () => ({ body: { inquiry: anInquiry({ submission }) } });
  answers['GET /providers/compact'] = () => page({ providers: [{ id: anId(30), name: 'Harbor Main Street' }] });
  answers['GET /payers'] = () => page({ payers: [{ id: anId(20), name: 'Summit Mutual', is_group: false, children: [] }] });
  answers['GET /payers/*/schema'] = () => ({ body: { schema: aSchema() } });
  answers['GET /payers/*/expectation'] = () => ({ body: { expectation: null } });

  await open();
  await waitFor(() => expect(screen.getByRole('button', { name: user.email })).toBeTruthy());
  await userEvent.keyboard('r');

  await screen.findByRole('heading', { level: 1, name: 'New inquiry' });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Member ID' })).value).toBe('AB12345');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your patient number (optional)' }).value).toBe('C-77');
  expect(screen.queryByDisplayValue('01/05/2026')).toBeNull();
});
