import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls, type Answers, page } from '../../api-answers.test-kit.ts';
import { aMember, anId, aUser } from '../../samples.test-kit.ts';

// The screens are loaded when first visited, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const OF_MANAGERS = { calls: '/users', screen: `/organization/users/${anId(80)}/update` };
const OF_ADMINS = { calls: '/admin/users', screen: `/admin/users/${anId(80)}/update` };

let answers: Answers;
let sent: unknown[];

beforeEach(() => {
  sent = [];
});

async function open(road: typeof OF_MANAGERS, member: Member): Promise<void> {
  const isOfAdmins = road === OF_ADMINS;
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser({ is_admin: isOfAdmins, is_organization_manager: !isOfAdmins }) } }),
    [`GET ${road.calls}/*`]: () => ({ body: { user: member } }),
    [`PUT ${road.calls}/*`]: (body) => {
      sent.push(body);
      return { body: { user: { ...member, ...(body as Partial<Member>), email: member.email } } };
    },
    'GET /admin/users': () => page({ users: [] }),
    'GET /organization': () => ({ body: { organization: { id: anId(8), name: 'Harbor', require_second_factor: false } } }),
    'GET /users': () => page({ users: [] }),
    'GET /invites': () => page({ invites: [] }),
    'GET /providers': () => page({ providers: [] }),
    'GET /subscriptions/current': () => ({ body: { subscription: null } }),
  };
  answerCalls(answers);
  render(
    <Providers>
      <RouterProvider router={createAppRouter(createMemoryHistory({ initialEntries: [road.screen] }))} />
    </Providers>,
  );
  await screen.findByRole('textbox', { name: 'Email' }, { timeout: 15_000 });
}

test.each([OF_MANAGERS, OF_ADMINS])(
  'through $calls a new address that waits is shown, and not announced with every other change',
  async (road) => {
    await open(road, aMember({ pending_email: 'iris.bell@example.test' }));

    expect(screen.getByText('Changes to iris.bell@example.test once the link sent there was opened.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'e');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Iris Belle was updated.', {}, { timeout: 15_000 })).toBeTruthy();
  },
);

test.each([OF_MANAGERS, OF_ADMINS])(
  'through $calls a person changed meanwhile is told, and the newest taken over below what was typed',
  async (road) => {
    const [read, now] = ['2026-11-22T09:00:00.000Z', '2026-11-22T09:01:00.000Z'];
    let stored = aMember({ updated_at: read });
    await open(road, stored);
    answers[`GET ${road.calls}/*`] = () => ({ body: { user: stored } });
    answers[`PUT ${road.calls}/*`] = (body) => {
      sent.push(body);
      const isOld = (body as { updated_at: string }).updated_at !== stored.updated_at;
      return isOld
        ? { status: 409, body: { errors: { NOFIELD: ['Changed by someone else meanwhile.'] } } }
        : { body: { user: { ...stored, ...(body as Partial<Member>) } } };
    };
    stored = aMember({ first_name: 'Irene', updated_at: now });

    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'e');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Changed by someone else meanwhile.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Load the newest' }));

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Irene');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' }).value).toBe('Belle');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Irene Belle was updated.', {}, { timeout: 15_000 })).toBeTruthy();
    expect(sent).toEqual([expect.objectContaining({ updated_at: read }), expect.objectContaining({ updated_at: now })]);
  },
);

test('another admin can be shut out, which is asked first', async () => {
  await open(OF_ADMINS, aMember({ is_admin: true }));

  await userEvent.click(screen.getByRole('switch', { name: 'Active' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));

  await screen.findByRole('heading', { level: 1, name: 'Manage Users' }, { timeout: 15_000 });
  expect(sent).toEqual([expect.objectContaining({ is_active: false })]);
  expect(sent).toEqual([expect.not.objectContaining({ is_manager: expect.anything() })]);
});

test.each([OF_MANAGERS, OF_ADMINS])('through $calls nobody shuts out oneself or takes away the own second factor', async (road) => {
  await open(road, aMember({ id: aUser().id, is_admin: road === OF_ADMINS, has_second_factor: true }));

  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
});

test('a manager is told that the second factor of another manager is not theirs to reset', async () => {
  await open(
    OF_MANAGERS,
    aMember({ has_second_factor: true, membership: { is_manager: true, is_restricted: false, perm_reimbursements: false } }),
  );

  expect(screen.getByText(/Only we can reset that of a manager/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
});

test('who has no second factor has none to be reset, for admins too', async () => {
  await open(OF_ADMINS, aMember());

  expect(screen.getByText('Has no second factor.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
});
