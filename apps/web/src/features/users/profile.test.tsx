import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls } from '../../api-answers.test-kit.ts';
import { aMember, aUser } from '../../samples.test-kit.ts';

// The screens are loaded when first visited, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** The profile, whose own details come when they are told to. */
async function openProfile(): Promise<() => void> {
  let come = (_details: Response): void => {};
  const details = new Promise<Response>((resolve) => {
    come = resolve;
  });
  answerCalls({
    'GET /auth/refresh': () => ({ body: { user: aUser() } }),
    'GET /auth/sessions': () => ({ body: { sessions: [] } }),
    'GET /auth/second-factors': () => ({ body: { second_factors: [], recovery_codes_left: 0 } }),
    'GET /inbox': () => ({ body: { items: [] }, headers: { 'x-total-count': '0' } }),
  });
  const others = fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input.includes(`/users/${aUser().id}`) ? await details : await others(input, init),
  );
  render(
    <Providers>
      <RouterProvider router={createAppRouter(createMemoryHistory({ initialEntries: ['/settings'] }))} />
    </Providers>,
  );
  await screen.findByRole('button', { name: 'Sign out everywhere' }, { timeout: 15_000 });
  return () => come(Response.json({ user: aMember({ id: aUser().id }) }));
}

test('the first field takes the cursor once the details are there', async () => {
  const come = await openProfile();

  come();

  const field = await screen.findByRole('textbox', { name: 'First name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('details that come late take the cursor from nobody', async () => {
  const come = await openProfile();
  const used = screen.getByRole('button', { name: 'Sign out everywhere' });
  used.focus();

  come();

  await screen.findByRole('textbox', { name: 'First name' });
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Sign out everywhere?' })).toBeTruthy();
});
