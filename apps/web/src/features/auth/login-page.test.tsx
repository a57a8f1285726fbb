import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls, page } from '../../api-answers.test-kit.ts';
import { aUser } from '../../samples.test-kit.ts';

vi.setConfig({ testTimeout: 60_000 });

test('while the demo data are loading the login says so and tries again by itself', async () => {
  let tries = 0;
  answerCalls({
    'POST /auth/login': () => {
      tries += 1;
      return tries === 1
        ? { status: 503, headers: { 'retry-after': '5' }, body: { errors: { NOFIELD: ['Demo data are still loading.'] } } }
        : { body: { user: aUser() } };
    },
    'GET /auth/refresh': () => ({ body: { user: aUser() } }),
    'GET /inquiries': () => page({ inquiries: [] }),
    'GET /inquiries/attention': () => page({ inquiries: [] }),
    'GET /users': () => page({ users: [] }),
    'GET /providers/compact': () => page({ providers: [] }),
  });
  render(
    <Providers>
      <RouterProvider router={createAppRouter(createMemoryHistory({ initialEntries: ['/login'] }))} />
    </Providers>,
  );
  await userEvent.type(await screen.findByLabelText('Email', {}, { timeout: 15_000 }), 'manager@demo.test');
  await userEvent.type(screen.getByLabelText('Password'), 'harbor lights at night');
  await userEvent.keyboard('{Enter}');

  expect(await screen.findByText('Demo data are still loading.')).toBeTruthy();
  await screen.findByRole('heading', { level: 1, name: 'Inquiries' }, { timeout: 20_000 });
  expect(tries).toBe(2);
});
