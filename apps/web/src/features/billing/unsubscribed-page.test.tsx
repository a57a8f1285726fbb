import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { setCurrentUser } from '#lib/session.ts';
import { answerCalls } from '../../api-answers.test-kit.ts';
import { aUser } from '../../samples.test-kit.ts';
import { UnsubscribedPage } from './unsubscribed-page.tsx';

const EXPIRED = 'Your subscription has expired. Please contact your account admin to renew your subscription.';

function show(user: ReturnType<typeof aUser>, later = user): void {
  setCurrentUser(user);
  answerCalls({
    'GET /auth/refresh': () => ({ body: { user: later } }),
    'GET /users/managers': () => ({ body: { managers: [{ first_name: 'Imke', last_name: 'Sorrel', email: 'imke@bayview.test' }] } }),
  });
  const router = createRouter({ routeTree: createRootRoute({ component: UnsubscribedPage }), history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('who waits for a subscription learns of it without doing anything', async () => {
  const waiting = aUser({ has_active_subscription: false });
  show(waiting, aUser());

  expect(await screen.findByText(/your organization has an active subscription/)).toBeTruthy();
  expect(screen.queryByText(EXPIRED)).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to the inquiries' })).toBeTruthy();
});

test('who waits longer is looked for again when the window is', async () => {
  const waiting = aUser({ has_active_subscription: false });
  show(waiting);
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  answerCalls({ 'GET /auth/refresh': () => ({ body: { user: aUser() } }) });

  await waitFor(() => {
    fireEvent(window, new Event('visibilitychange'));
    expect(screen.queryByText(EXPIRED)).toBeNull();
  });
});

test('who has a subscription is not told that it has expired', async () => {
  show(aUser());

  expect(await screen.findByText(/your organization has an active subscription/)).toBeTruthy();
  expect(screen.queryByText(EXPIRED)).toBeNull();
});

test('a payment that is due is named, and who can do something about it', async () => {
  show(aUser({ has_active_subscription: false, has_past_due_subscription: true }));

  const pastDue = 'Your subscription is past due. Please contact your account admin to renew your subscription.';
  expect(await screen.findByText(pastDue)).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'imke@bayview.test' })).getAttribute('href')).toBe('mailto:imke@bayview.test');
});
