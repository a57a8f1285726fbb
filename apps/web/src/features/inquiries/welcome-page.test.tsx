import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createAppRouter } from '../../app/router.tsx';
import { answerCalls, page } from '../../api-answers.test-kit.ts';
import { aUser } from '../../samples.test-kit.ts';
import { anInquiry } from './coverage/coverage-fixtures.ts';

const WAIT = { timeout: 15_000 };
const START = { has_facility: true, has_colleagues: false, has_first_check: false, has_plan: false, is_dismissed: false };
let user = aUser();
let onboarding = START;

beforeEach(() => {
  onboarding = START;
  answerCalls({
    'GET /auth/refresh': () => ({ body: { user } }),
    'GET /onboarding': () => ({ body: { onboarding } }),
    'POST /onboarding/sample': () => {
      onboarding = { ...onboarding, has_first_check: true };
      return { body: { inquiry: anInquiry({ source_name: 'Sample' }) } };
    },
    'POST /onboarding/dismiss': () => {
      onboarding = { ...onboarding, is_dismissed: true };
      return { status: 204 };
    },
    'GET /inquiries/attention': () => page({ inquiries: [] }),
    'GET /inquiries': () => page({ inquiries: [] }),
    'GET /users': () => page({ users: [] }),
    'GET /providers': () => page({ providers: [] }),
  });
});

function open(path: string): void {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
}

test('a manager without a plan sees a sample answer, called a sample, before any price', async () => {
  user = aUser({ is_organization_manager: true, has_active_subscription: false });
  open('/welcome');

  await userEvent.click(await screen.findByRole('button', { name: 'Run the sample check' }, WAIT));

  await screen.findByText('This is a sample', {}, WAIT);
  expect(await screen.findByRole('region', { name: 'Answer' }, WAIT)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go on to the plans' }).getAttribute('href')).toBe('/organization/settings/plan');
});

test('what can be pressed comes once nothing above it can move it any more, and also where the steps are not told', async () => {
  user = aUser({ is_organization_manager: true, has_active_subscription: false });
  const answer = globalThis.fetch;
  let tell: (status: number) => void = () => undefined;
  const told = new Promise<number>((resolve) => (tell = resolve));
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('/onboarding') ? Response.json({ errors: {} }, { status: await told }) : await answer(url, init),
  );
  open('/welcome');
  await screen.findByRole('heading', { name: 'Welcome' }, WAIT);
  expect(screen.queryByRole('button', { name: 'Run the sample check' })).toBeNull();

  tell(500);

  await screen.findByRole('button', { name: 'Run the sample check' });
});

test('the first steps stand above the list until they are dismissed', async () => {
  user = aUser({ is_organization_manager: true });
  onboarding = { ...START, has_plan: true };
  open('/inquiries');

  const steps = await screen.findByRole('region', { name: 'First steps' }, WAIT);
  expect(within(steps).getByRole('link', { name: 'Invite somebody' })).toBeTruthy();
  await userEvent.click(within(steps).getByRole('button', { name: 'Dismiss' }));

  await expect.poll(() => screen.queryByRole('region', { name: 'First steps' }), WAIT).toBeNull();
});
