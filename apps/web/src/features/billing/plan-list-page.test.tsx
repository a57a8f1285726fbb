import type { Plan, Preview, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { setCurrentUser } from '#lib/session.ts';
import { answerCalls, type Answers } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { PlanListPage } from './plan-list-page.tsx';

const manager = aUser({ is_organization_manager: true });

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setCurrentUser(null);
});

const aPlan = (over: Partial<Plan> & { id: string; name: string }): Plan => ({
  base_cost: '249.00',
  base_inquiries: 200,
  addl_cost: '1.25',
  tier: 1,
  is_enabled: true,
  ...over,
});
const OWN = aPlan({ id: anId(1), name: 'Practice' });
const OTHER = aPlan({ id: anId(2), name: 'Group', base_cost: '599.00' });

const aSubscription = (over: Partial<Subscription> = {}): Subscription => ({
  id: anId(3),
  remote_id: 'sub_1',
  plan_id: OWN.id,
  status: 'active',
  is_active: true,
  current_period_ends_at: '2026-12-24T12:00:00.000Z',
  has_feature_reimbursement: false,
  has_cancelled: false,
  ...over,
});
const PREVIEW: Preview = {
  token: 'sealed',
  lines: [{ description: 'Group', amount: '599.00', is_proration: false }],
  proration: '-12.34',
  total: '586.66',
  amount_due: '586.66',
  billed_at: '2026-12-24T12:00:00.000Z',
};

function show(subscription: Subscription | null, answers: Answers = {}, plans: Plan[] = [OWN, OTHER]) {
  const usage = subscription === null ? null : { used: 203, included: 200, extra: 3, extra_cost: '3.75' };
  answerCalls({
    'GET /plans': () => ({ body: { plans } }),
    'GET /subscriptions/current': () => ({ body: { subscription, usage } }),
    'GET /auth/refresh': () => ({ body: { user: manager } }),
    'POST /subscriptions/preview': () => ({ body: { preview: PREVIEW } }),
    ...answers,
  });
  const root = createRootRoute();
  const path = '/organization/settings/plan';
  const routes = [createRoute({ getParentRoute: () => root, path, component: PlanListPage })];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a manager sees what was used, what goes beyond it and what that costs', async () => {
  setCurrentUser(manager);

  show(aSubscription());

  expect(await screen.findByText('203 of 200 included inquiries used in this period.')).toBeTruthy();
  expect(screen.getByText('3 extra so far: $3.75.')).toBeTruthy();
});

test('a change is confirmed with the token of the invoice that was shown', async () => {
  setCurrentUser(manager);
  const sent: unknown[] = [];
  const change = (body: unknown) => {
    sent.push(body);
    return { body: { subscription: aSubscription({ plan_id: OTHER.id }) } };
  };
  show(aSubscription(), { 'POST /subscriptions/change': change });

  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('$12.34 for the rest of the current period is credited with your next invoice.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change plan' }));

  await waitFor(() => expect(sent).toEqual([{ new_plan_id: OTHER.id, preview: 'sealed' }]));
});

test('a refused change says why in a red notice and leaves the dialog open', async () => {
  setCurrentUser(manager);
  const refuse = () => ({ status: 422, body: { errors: { NOFIELD: ['This plan is no longer available.'] } } });
  show(aSubscription(), { 'POST /subscriptions/change': refuse });

  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  const confirm = await screen.findByRole('button', { name: 'Change plan' });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  await userEvent.click(confirm);

  expect((await screen.findByRole('alert')).textContent).toContain('This plan is no longer available.');
});

test('cancelling the question resets the switch to what the server says', async () => {
  setCurrentUser(manager);
  show(aSubscription());
  const isOn = () => (screen.getByRole('switch', { hidden: true }) as HTMLInputElement).checked;

  await userEvent.click(await screen.findByRole('switch'));
  const asked = isOn();
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));

  expect(asked).toBe(true);
  await waitFor(() => expect(isOn()).toBe(false));
});

test('leaving a grandfathered plan is warned about', async () => {
  setCurrentUser(manager);

  show(aSubscription(), {}, [{ ...OWN, is_enabled: false }, OTHER]);

  expect(await screen.findByText('The Practice plan is no longer offered')).toBeTruthy();
  expect(screen.getByText(/you cannot come back to it/)).toBeTruthy();
});

test('an unpaid subscription asks for a payment method and sells nothing', async () => {
  setCurrentUser(manager);

  show(aSubscription({ status: 'unpaid', is_active: false }));

  expect((await screen.findByRole('alert')).textContent).toBe('Your subscription is past due. Please Update Payment Method.');
  for (const button of screen.getAllByRole('button', { name: /^Choose the/ })) expect(button).toHaveProperty('disabled', true);
});

test('a user who is no manager reads that the manager was told, and the manager is', async () => {
  setCurrentUser(aUser({ has_active_subscription: false }));
  let told = 0;
  const notify = () => {
    told += 1;
    return { status: 204 };
  };

  show(null, { 'POST /subscriptions/notify': notify });

  expect(await screen.findByText('Your organization has no subscription')).toBeTruthy();
  expect(screen.getByText(/Your manager has been notified/)).toBeTruthy();
  expect(told).toBe(1);
});
