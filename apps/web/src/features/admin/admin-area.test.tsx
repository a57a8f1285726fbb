import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { anId, anInquiry, aUser } from '../../samples.test-kit.ts';
import { isHere } from './admin-layout.tsx';
import { anAdminAuditEvent, anAdminPayer, anAdminProvider, anOrganization } from './admin-samples.test-kit.ts';

// The screens are loaded when first visited, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let answers: Answers;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser({ is_admin: true }) } }),
    'GET /admin/organizations': () => page({ organizations: [anOrganization()] }),
  };
});

async function open(path: string, title: string) {
  answerCalls(answers);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: title }, { timeout: 15_000 });
  return router;
}

test('the admin area opens with the organizations, in Pacific time', async () => {
  const router = await open('/admin', 'Organizations');

  expect(router.state.location.pathname).toBe('/admin/organizations');
  expect(await screen.findByText('03/02/2026, 12:04 PM')).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Admin' }));
  expect(menu.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['User Content', 'System Content', 'Danger Zone']);
});

test('who is no platform admin finds nothing there', async () => {
  answers['GET /auth/refresh'] = () => ({ body: { user: aUser({ is_organization_manager: true }) } });

  const router = await open('/admin/payers', '404 Not Found');

  expect(router.state.location.pathname).toBe('/404');
});

test('of two menu entries that hold a path the longer one is meant', () => {
  expect(isHere('/admin/payers/prefixes/upload', '/admin/payers')).toBe(false);
  expect(isHere('/admin/payers/prefixes/upload', '/admin/payers/prefixes/upload')).toBe(true);
  expect(isHere('/admin/payers/merge', '/admin/payers')).toBe(true);
});

test('an error of a screen leaves the menu and goes away with the next screen', async () => {
  answers['GET /admin/users'] = () => page({ users: [] });
  await open('/admin/organizations', 'Organizations');
  // React reports what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});

  await userEvent.click(screen.getByRole('button', { name: 'Front-end error' }));
  await screen.findByRole('heading', { level: 1, name: 'Something went wrong on this page' });
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Users' }));

  await screen.findByRole('heading', { level: 1, name: 'Manage Users' }, { timeout: 15_000 });
});

test('an error of the server is told with its request id', async () => {
  answers['POST /admin/error'] = () => ({ status: 500, body: { errors: {} }, headers: { 'x-request-id': 'req-5' } });
  await open('/admin/organizations', 'Organizations');

  await userEvent.click(screen.getByRole('button', { name: 'Back-end error' }));

  expect(await screen.findByText('The server failed with status 500. Request id: req-5')).toBeTruthy();
});

test('an override switch is disabled while its request is in flight', async () => {
  let isOverride = false;
  answers['GET /admin/providers'] = () => ({
    ...page({ providers: [anAdminProvider({ is_override: isOverride })] }),
    body: { providers: [anAdminProvider({ is_override: isOverride })], has_platform_provider: true },
  });
  answers[`PUT /admin/providers/*`] = (body) => {
    sent.push(body);
    isOverride = true;
    return { body: { provider: anAdminProvider({ is_override: true }) } };
  };
  await open('/admin/providers', 'Manage Providers');
  const override = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Override Harbor Main Street' });

  await userEvent.click(await override());
  await waitFor(async () => expect([(await override()).checked, (await override()).disabled]).toEqual([true, false]));

  expect(sent).toEqual([{ is_override: true }]);
});

test('without a provider of the platform the override switches are disabled and say why', async () => {
  answers['GET /admin/providers'] = () => ({
    ...page({ providers: [anAdminProvider()] }),
    body: { providers: [anAdminProvider()], has_platform_provider: false },
  });
  await open('/admin/providers', 'Manage Providers');

  const override = await screen.findByRole<HTMLInputElement>('switch', { name: 'Override Harbor Main Street' });
  expect(override.disabled).toBe(true);
  expect(override.title).toContain("the platform's own provider is not set");
});

test('an inquiry tells the relationship to the subscriber in words, and one we have none for as it was sent', async () => {
  const asRelated = (subscriberRelationship: string) => {
    const { submission, ...inquiry } = anInquiry();
    const more = { remote_id: null, organization: { id: anId(70), name: 'Harbor' }, patient_first_name: 'A', patient_last_name: 'B' };
    return { ...inquiry, ...more, submission: { ...submission, subscriberRelationship }, attempts: [] };
  };
  const shown = async (code: string, id: string) => {
    answers['GET /admin/inquiries/*'] = () => ({ body: { inquiry: { ...asRelated(code), id } } });
    await open(`/admin/inquiries/${id}`, 'Inquiry');
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Case 21{Enter}');
    const value = (await screen.findByText('Relationship')).nextElementSibling?.textContent;
    cleanup();
    return value;
  };

  expect(await shown('01', anId(91))).toBe('Spouse');
  expect(await shown('G8', anId(92))).toBe('G8');
});

test.each([
  ['the platform itself', { id: anId(8) }, /Platform admins are made with the command/],
  ['a deactivated organization', { is_active: false }, /Nobody can be invited while the organization is deactivated/],
])('nobody is led to invite into %s', async (_case, over, words) => {
  const organization = anOrganization(over);
  answers['GET /admin/organizations/*'] = () => ({ body: { organization, has_platform_provider: false } });
  await open(`/admin/organizations/${organization.id}/invite`, 'Invite User');

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull();
});

test('the list of inquiries is asked for only after a reason was given', async () => {
  answers['GET /admin/inquiries'] = () => {
    sent.push('list');
    return page({ inquiries: [] });
  };
  await open('/admin/inquiries', 'Inquiries of all organizations');
  expect(sent).toEqual([]);

  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Case 12{Enter}');

  expect(await screen.findByText('No inquiries yet.')).toBeTruthy();
  expect(sent).toEqual(['list']);
});

test('the audit log of every organization is asked for after a reason and told in Pacific time', async () => {
  answers['GET /admin/users'] = () => page({ users: [] });
  answers['GET /admin/audit'] = () => {
    sent.push('log');
    return page({ audit_events: [anAdminAuditEvent()] });
  };
  await open('/admin/audit', 'Audit log of all organizations');
  expect(sent).toEqual([]);

  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Case 12{Enter}');

  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(await table.findByText('03/02/2026, 12:04 PM')).toBeTruthy();
  expect(table.getByRole('link', { name: 'Harbor' }).getAttribute('href')).toBe(`/admin/organizations/${anOrganization().id}`);
  expect(table.getByText('Payment question')).toBeTruthy();
});

test('a payer that somebody else changed is not overwritten, and what was typed stays', async () => {
  answers[`GET /admin/payers/*`] = () => ({ body: { payer: anAdminPayer() } });
  answers['GET /admin/payers'] = () => page({ payers: [] });
  answers[`PUT /admin/payers/*`] = (body) => {
    sent.push(body);
    return { status: 409, body: { errors: { NOFIELD: ['Changed by someone else meanwhile.'] } } };
  };
  await open(`/admin/payers/${anId(72)}/update`, 'Update payer');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });

  await userEvent.clear(name);
  await userEvent.type(name, 'Summit');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Changed by someone else meanwhile.')).toBeTruthy();
  expect(name.value).toBe('Summit');
  expect(sent).toEqual([{ name: 'Summit', updated_at: '2026-03-02T20:04:00Z' }]);

  // Read anew it shows what they changed and keeps what was typed here; only that is sent.
  const theirs = { ...anAdminPayer(), name_internal: 'Their word', is_blue: true, updated_at: '2026-03-02T21:00:00Z' };
  answers[`GET /admin/payers/*`] = () => ({ body: { payer: theirs } });
  await userEvent.click(screen.getByRole('button', { name: 'Load the newest' }));
  expect(await screen.findByDisplayValue('Their word')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Summit');
  expect(screen.queryByText('Changed by someone else meanwhile.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ name: 'Summit', updated_at: theirs.updated_at });
});

test('an invite whose link has run out is called expired, and can be sent again', async () => {
  const ended = '2026-03-02T20:04:00.000Z';
  const invite = {
    id: anId(1),
    email: 'late@practice.test',
    organization: { id: anId(2), name: 'Harbor Counseling' },
    user: { first_name: 'Ada', last_name: 'Winslow' },
    created_at: ended,
    accepted_at: null,
    revoked_at: null,
    expires_at: ended,
  };
  answers['GET /admin/invites'] = () => page({ invites: [invite] });

  await open('/admin/invites', 'Invites');

  expect(await screen.findByText('Expired')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Resend the invitation to late@practice.test' })).toBeTruthy();
});
