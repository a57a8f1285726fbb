import { API_BASE } from '@coverlight/contract/endpoint.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { anId, aUser } from '../samples.test-kit.ts';
import { createAppRouter } from './router.tsx';

/** Where a visit to `path` ends, the session being that of `user`. */
async function endOf(path: string, user: SessionUser | null): Promise<string> {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (input) => {
      expect(input).toBe(`${API_BASE}/auth/refresh`);
      return user ? Response.json({ user }) : Response.json({ errors: {} }, { status: 401 });
    }),
  );
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router.latestLocation.href;
}
const standard = aUser();
const manager = aUser({ is_organization_manager: true });
const admin = aUser({ is_admin: true });

const MANAGER_PATHS = [
  '/organization/settings',
  '/organization/users/new',
  `/organization/users/${anId(1)}/update`,
  '/organization/providers/new',
  `/organization/providers/${anId(1)}/update`,
  '/organization/audit',
  '/inbox/settings',
];

test.each(MANAGER_PATHS)('%s opens for managers and is not found for others', async (path) => {
  expect(await endOf(path, manager)).toBe(path);
  expect(await endOf(path, standard)).toBe('/404');
  expect(await endOf(path, admin)).toBe('/404');
});

test.each([...MANAGER_PATHS, '/settings', '/settings/password-change', '/inquiries', '/persons', '/inbox'])(
  '%s leads strangers to the login and back',
  async (path) => {
    expect(await endOf(path, null)).toBe(`/login?next=${encodeURIComponent(path)}`);
  },
);

test.each(['/settings', '/settings/password-change'])('%s opens for every signed-in user', async (path) => {
  expect(await endOf(path, standard)).toBe(path);
});

test.each([
  '/register',
  `/register?id=${anId(1)}`,
  `/register/${anId(1)}`,
  '/password-reset',
  '/password-reset/abc/def',
  '/email/confirm/abc',
  '/email/approve/abc',
  '/email/undo/abc',
  '/terms',
])('%s is open to everybody', async (path) => {
  expect(await endOf(path, null)).toBe(path);
});

test.each(['/register/short', `/organization/users/${'a'.repeat(26)}/update`, '/organization/providers/1/update', '/nowhere'])(
  '%s is not found',
  async (path) => {
    expect(await endOf(path, manager)).toBe('/404');
  },
);

test('a manager whose subscription ended is led to the plans', async () => {
  expect(await endOf('/organization/settings', { ...manager, has_active_subscription: false })).toMatch(
    /^\/(organization\/settings\/plan|404)$/,
  );
});

test('somebody who has not accepted the current terms is led to them and back', async () => {
  expect(await endOf('/settings', { ...standard, has_current_tos: false })).toBe(`/terms/accept?next=${encodeURIComponent('/settings')}`);
});
