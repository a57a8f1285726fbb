import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aRow, aSchema, aUser, anId, anInquiry } from '../samples.test-kit.ts';
import { setCurrentUser } from '#lib/session.ts';
import { answerCalls, type Answers, page } from '../api-answers.test-kit.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

let signedIn: ReturnType<typeof aUser> | null = null;
let answers: Answers;

beforeEach(() => {
  signedIn = aUser();
  answers = {
    'GET /auth/refresh': () => (signedIn ? { body: { user: signedIn } } : { status: 401, body: { errors: {} } }),
    'GET /inquiries/attention': () => page({ inquiries: [] }),
    'GET /inquiries': () => page({ inquiries: [aRow()] }),
    'GET /users': () => page({ users: [] }),
    'GET /providers': () => page({ providers: [] }),
    'GET /providers/compact': () => page({ providers: [{ id: anId(30), name: 'Harbor Main Street' }] }),
    'GET /payers': () => page({ payers: [{ id: anId(20), name: 'Summit Mutual', is_group: false, children: [] }] }),
    'GET /payers/*/schema': () => ({ body: { schema: aSchema() } }),
    'POST /inquiries/recent': () => ({ body: { recent: null } }),
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
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });

async function fillTheForm() {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Payer' }), 'summit{Enter}');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Member ID' }), 'AB12345');
  await userEvent.type(screen.getByRole('textbox', { name: 'Birth date' }), '02291980');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose service types' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Service type (Maximum: 2)' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Mental health', hidden: true }));
}

test('a stranger wanting a screen signs in and arrives there', async () => {
  signedIn = null;
  answers['POST /auth/login'] = () => {
    signedIn = aUser();
    return { body: { user: signedIn } };
  };

  const router = open('/inquiries/new');
  await heading('Login');
  await userEvent.type(screen.getByLabelText('Email'), 'robin@harbor.test');
  await userEvent.type(screen.getByLabelText('Password'), 'a good long password{Enter}');

  await heading('New inquiry');
  expect(router.state.location.pathname).toBe('/inquiries/new');
  expect(document.title).toBe('New inquiry · Coverlight');
});

test('who goes on while the server is away is told so, not only asked to log in', async () => {
  const router = open('/inquiries');
  await heading('Inquiries');

  // As a proxy answers: a page of its own, which is none of our shape.
  answers['GET /auth/refresh'] = () => ({ status: 502, body: '<html>502 Bad Gateway</html>' });
  await router.navigate({ to: '/inquiries/new' });

  await heading('Login');
  await screen.findByText('The server cannot be reached right now. Please try again in a minute.');
  expect(router.state.location.search).toMatchObject({ next: '/inquiries/new' });
});

test('a server that is busy for a moment is asked once more before anybody is led to the login', async () => {
  const answer = answers['GET /auth/refresh'];
  answers['GET /auth/refresh'] = () => {
    if (answer !== undefined) answers['GET /auth/refresh'] = answer;
    return { status: 503, body: { errors: { NOFIELD: ['The service is busy.'] } } };
  };

  const router = open('/inquiries');

  await heading('Inquiries');
  expect(router.state.location.pathname).toBe('/inquiries');
});

test.each([
  ['/batches', 'Several'],
  ['/appointments', 'Several'],
  ['/cases', 'Cases'],
  ['/network-rules', 'Cases'],
])('on %s the navigation marks %s alone', async (path, name) => {
  open(path);
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  await waitFor(() => expect(main.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([name]));
});

test('an unknown path and an id that is none are not found', async () => {
  const router = open('/no/such/page');
  await heading('404 Not Found');
  await router.navigate({ to: '/inquiries/$id', params: { id: 'short' } });

  expect(router.state.location.pathname).toBe('/404');
});

test('a user who has not accepted the terms is led to them with the way back', async () => {
  signedIn = aUser({ has_current_tos: false });

  const router = open('/inquiries');
  await heading('Accept the terms');

  expect(router.state.location.search).toEqual({ next: '/inquiries' });
});

test('an ordinary user without a subscription is told whom to ask', async () => {
  signedIn = aUser({ has_active_subscription: false });
  answers['GET /users/managers'] = () => page({ managers: [{ first_name: 'Sam', last_name: 'Ito', email: 'sam@harbor.test' }] });

  open('/inquiries');

  await heading('You have no active subscription');
  await screen.findByText(/Your subscription has expired\. Please contact your account admin/);
  expect(await screen.findByText('sam@harbor.test')).toBeTruthy();
});

test('an empty list offers to create the first inquiry', async () => {
  answers['GET /inquiries'] = () => page({ inquiries: [] });

  open('/inquiries');

  expect(await screen.findByText('No inquiries yet. Create one', {}, { timeout: 15_000 })).toBeTruthy();
});

test('a list that fails says so and can be tried again', async () => {
  let calls = 0;
  answers['GET /inquiries'] = () => {
    calls += 1;
    return calls === 1 ? { status: 500, body: { errors: {} } } : page({ inquiries: [aRow()] });
  };

  open('/inquiries');
  await screen.findByText('An error occurred. Please try again later.', {}, { timeout: 15_000 });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Ada Quill')).toBeTruthy();
});

test('a 401 of any call ends the session and leads to the login', async () => {
  answers['GET /inquiries'] = () => ({ status: 401, body: { errors: {} } });

  const router = open('/inquiries');

  await heading('Login');
  await screen.findByText('Session expired. Please log in again.');
  expect(router.state.location.search).toEqual({ next: '/inquiries' });
});

test('an open page stays where the session ends while it does its work', async () => {
  answers['GET /inbox'] = () => ({ status: 401, body: { errors: {} } });
  answers['POST /auth/email/undo'] = () => {
    signedIn = null;
    return { status: 204 };
  };

  // As in a browser where somebody signed in before.
  setCurrentUser(signedIn);
  const router = open('/email/undo/abc');
  await screen.findByText('Session expired. Please log in again.');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }));

  await screen.findByText(/^The change is undone/);
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/email/undo/abc');
});

test('the page about a missing subscription is open, but about somebody: with the session it goes', async () => {
  signedIn = aUser({ has_active_subscription: false });
  answers['GET /users/managers'] = () => {
    signedIn = null;
    return { status: 401, body: { errors: {} } };
  };
  setCurrentUser(signedIn);

  const router = open('/unsubscribed');

  await heading('Login');
  expect(router.state.location.search).toEqual({ next: '/unsubscribed' });
});

test('a log-out that the server did not hear leaves the screen all the same, and says that the browser may still be signed in', async () => {
  answers['POST /auth/logout'] = () => {
    signedIn = null;
    return { status: 503, body: { errors: { NOFIELD: ['The service is busy.'] } } };
  };
  open('/inquiries');
  await userEvent.click(await screen.findByRole('button', { name: aUser().email }));

  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));

  expect(await screen.findByText(/this browser may still be signed in/)).toBeTruthy();
  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeTruthy();
});

test('an inquiry the payer refuses keeps what was typed, and the next try corrects it', async () => {
  const bodies: unknown[] = [];
  answers['POST /inquiries'] = (body) => {
    bodies.push(body);
    const refused = anInquiry({ id: anId(70), status: 'error', remote_errors: { patientLastName: 'Invalid name' } });
    return { status: 201, body: { inquiry: refused } };
  };

  open('/inquiries/new');
  await fillTheForm();
  await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
  await screen.findByText('An unexpected error occurred for patientLastName: Invalid name');
  const joined = await screen.findByRole('textbox', { name: 'Last name' });
  await waitFor(() => expect(document.activeElement).toBe(joined));
  expect(screen.getByRole('textbox', { name: 'Member ID' })).toHaveProperty('value', 'AB12345');
  await userEvent.type(joined, 'Quill');
  await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
  await waitFor(() => expect(bodies).toHaveLength(2));

  expect(bodies[0]).not.toHaveProperty('parentId');
  expect(bodies[1]).toMatchObject({ parentId: anId(70), patientLastName: 'Quill', memberId: 'AB12345' });
}, 60_000);

const refused = (over: Partial<ReturnType<typeof anInquiry>> = {}) =>
  anInquiry({
    status: 'error',
    submission: { provider_id: anId(30), payer_id: anId(20), memberId: 'AB12345', patientBirthDate: '1980-02-29', serviceType: ['MH'] },
    remote_errors: { patientFirstName: 'Patient First Name Does Not Match' },
    ...over,
  });

test('the copy of a refused inquiry opens with what the refusal said, its help under the field, which joins the combo', async () => {
  let sent: unknown;
  answers['GET /inquiries/*'] = () => ({ body: { inquiry: refused() } });
  answers['POST /inquiries'] = (body) => {
    sent = body;
    return { status: 201, body: { inquiry: refused() } };
  };

  open(`/inquiries/${anId(100)}/copy`);
  await heading('Copy inquiry');

  const field = await screen.findByRole('textbox', { name: 'First name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('Use the first name as the card spells it.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('patientFirstName: Patient First Name Does Not Match');
  await userEvent.type(field, 'Quenby');
  await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
  await waitFor(() => expect(sent).toMatchObject({ patientFirstName: 'Quenby', parentId: anId(100) }));
}, 60_000);

test.each([
  ['of a payer that can no longer be used', refused({ submission: { ...refused().submission, payer_id: anId(29) } })],
  ['that was answered', refused({ status: 'complete' })],
])('the copy of an inquiry %s repeats no refusal', async (_what, inquiry) => {
  answers['GET /inquiries/*'] = () => ({ body: { inquiry } });

  open(`/inquiries/${anId(100)}/copy`);
  await heading('Copy inquiry');
  if (inquiry.submission.payer_id === anId(29)) {
    await screen.findByText('The payer used is no longer available, please select a different one.');
    await userEvent.type(screen.getByRole('combobox', { name: 'Payer' }), 'summit{Enter}');
  }

  await screen.findByRole('textbox', { name: 'Member ID' });
  expect(screen.queryByText('Use the first name as the card spells it.')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull();
});

test('an inquiry that takes long leads to the list with a warning', async () => {
  answers['POST /inquiries'] = () => ({ status: 201, body: { inquiry: anInquiry({ status: 'max-retry' }) } });

  const router = open('/inquiries/new');
  await fillTheForm();
  await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));

  await screen.findByText(/The payer is taking a long time to respond\. Please try again later\./);
  await waitFor(() => expect(router.state.location.pathname).toBe('/inquiries'));
}, 60_000);
