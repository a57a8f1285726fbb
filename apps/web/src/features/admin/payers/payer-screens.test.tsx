import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { answerCalls, type Answers, page } from '../../../api-answers.test-kit.ts';
import { anId, aUser } from '../../../samples.test-kit.ts';
import { anAdminPayer, aPayerSource } from '../admin-samples.test-kit.ts';

// The screens are loaded when first visited, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const clearinghouses = [
  { id: 'availity', name: 'Availity', lists_payers: true, sort: 'code' },
  { id: 'core:north', name: 'Northgate', lists_payers: false, sort: null },
];
let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /auth/refresh': () => ({ body: { user: aUser({ is_admin: true }) } }),
    'GET /admin/clearinghouses': () => ({ body: { clearinghouses } }),
    'GET /admin/jobs': () => ({ body: { jobs: [] } }),
    'GET /admin/payers': () => page({ payers: [] }),
    'GET /admin/payers/merge-proposals': () => ({ body: { proposals: [] } }),
  };
});

async function open(path: string, title: string) {
  answerCalls(answers);
  render(
    <Providers>
      <RouterProvider router={createAppRouter(createMemoryHistory({ initialEntries: [path] }))} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: title }, { timeout: 15_000 });
}

test('each clearinghouse that is configured has its switch in the list, and a sync where it lists its payers', async () => {
  answers['GET /admin/payers'] = () =>
    page({
      payers: [anAdminPayer({ sources: [aPayerSource(), aPayerSource({ clearinghouse: 'core:north', clearinghouse_name: 'Northgate' })] })],
    });
  await open('/admin/payers', 'Payers');

  expect(await screen.findByRole('switch', { name: 'Northgate for Summit Mutual' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync Availity' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync Northgate' })).toBeNull();
});

test('a switch that is refused because somebody else changed the payer shows afterwards what holds', async () => {
  const source = aPayerSource({ code: 'SUMMIT', is_available: true });
  let is_active = true;
  answers['GET /admin/payers'] = () => page({ payers: [anAdminPayer({ sources: [{ ...source, is_active }] })] });
  answers['PUT /admin/payers/*'] = () => {
    is_active = false;
    return { status: 409, body: { errors: { NOFIELD: ['Changed by someone else meanwhile.'] } } };
  };
  await open('/admin/payers', 'Payers');

  const shown = await screen.findByRole<HTMLInputElement>('switch', { name: 'Availity for Summit Mutual' });
  expect(shown.checked).toBe(true);
  await userEvent.click(shown);

  expect(await screen.findByText('Changed by someone else meanwhile.')).toBeTruthy();
  await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Availity for Summit Mutual' }).checked).toBe(false));
});

test('a removed payer says so and cannot be edited', async () => {
  answers['GET /admin/payers/*'] = () => ({ body: { payer: anAdminPayer({ deleted_at: '2026-03-02T20:04:00Z' }) } });
  await open(`/admin/payers/${anId(72)}`, 'Summit Mutual');

  expect(await screen.findByText('This payer was removed')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('payers of one name are proposed for merging, and a proposal is taken over whole', async () => {
  const sent: unknown[] = [];
  const proposal = [
    { id: anId(1), name: 'Cedar Mutual', known_at: ['availity'] },
    { id: anId(2), name: 'CEDAR MUTUAL INS', known_at: ['core:north'] },
  ];
  answers['GET /admin/payers/merge-proposals'] = () => ({ body: { proposals: [proposal] } });
  answers['POST /admin/payers/merge'] = (body) => {
    sent.push(body);
    return { status: 201, body: { payer: anAdminPayer({ name: 'Cedar Mutual' }) } };
  };
  answers['GET /admin/payers/*'] = () => ({ body: { payer: anAdminPayer({ name: 'Cedar Mutual' }) } });
  await open('/admin/payers/merge', 'Merge payers');

  expect(await screen.findByText('Cedar Mutual (Availity) and CEDAR MUTUAL INS (Northgate)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Choose Cedar Mutual' }));
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));

  await vi.waitFor(() => expect(sent).toEqual([{ payer_ids: [anId(1), anId(2)], name: 'Cedar Mutual' }]));
});
