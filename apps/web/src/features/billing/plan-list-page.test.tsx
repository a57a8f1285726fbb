import type { Plan, Preview, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { currentUser, setCurrentUser } from '#lib/session.ts';
import { shownToasts } from '#ui/toast.ts';
import { answerCalls, type Answers } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { PlanListPage } from './plan-list-page.tsx';

const manager = aUser({ is_organization_manager: true });

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
  owed: null,
  ...over,
});
const PREVIEW: Preview = {
  token: 'sealed',
  lines: [{ description: 'Group plan', amount: '599.00', is_proration: false, starts_at: null, ends_at: null }],
  proration: '-12.34',
  total: '586.66',
  credit: '0.00',
  amount_due: '586.66',
  is_made: false,
  coupon: null,
  billed_at: '2026-12-24T12:00:00.000Z',
};

function show(subscription: Subscription | null, answers: Answers = {}, plans: Plan[] = [OWN, OTHER]) {
  const usage =
    subscription === null
      ? null
      : {
          period_starts_at: '2026-11-24T12:00:00.000Z',
          period_ends_at: '2026-12-24T12:00:00.000Z',
          used: 203,
          included: 200,
          extra: 3,
          extra_cost: '3.75',
        };
  answerCalls({
    'GET /plans': () => ({ body: { plans } }),
    'GET /subscriptions/current': () => ({ body: { subscription, usage } }),
    'GET /auth/refresh': () => ({ body: { user: currentUser() } }),
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

test('who sees estimates without the add-on is told so before paying for it', async () => {
  setCurrentUser(aUser({ is_organization_manager: true, has_override_reimbursement: true }));
  show(aSubscription());

  expect(await screen.findByText(/switched estimates on for your organization/)).toBeTruthy();
});

test('a manager sees what was used, what goes beyond it and what that costs', async () => {
  setCurrentUser(manager);

  show(aSubscription());

  expect(await screen.findByText('203 of 200 included inquiries used in the period from 11/24/2026 to 12/24/2026.')).toBeTruthy();
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

const OWED = { amount: '99.00', currency: 'usd', due_at: '2026-11-24T12:00:00.000Z', access_ends_at: '2026-12-08T12:00:00.000Z' };

test('what is owed, since when and until when one may work stands in the banner, beside ways to pay it, to the card and to all else', async () => {
  setCurrentUser(manager);

  show(aSubscription({ status: 'past_due', owed: OWED }));

  const words = '$99.00 is owed since 11/24/2026. Unless it is paid, access ends on 12/08/2026.';
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  for (const name of ['Pay $99.00', 'Update payment method', 'Payment and invoices']) {
    expect(screen.getByRole('button', { name })).toBeTruthy();
  }
});

test.each([
  [true, 'You are on the Group plan now.'],
  [false, 'The change was not made. You can try again.'],
])('after a lost answer the dialog looks what became of the change (made: %s) and says so', async (isMade, words) => {
  setCurrentUser(manager);
  let asked = 0;
  const change = () => {
    asked += 1;
    const lost = { status: 502, body: { errors: { NOFIELD: ['The payment provider cannot be reached. Please try again later.'] } } };
    return asked === 1 ? lost : { body: { subscription: aSubscription({ plan_id: OTHER.id }) } };
  };
  show(aSubscription(), {
    ...previews(() => ({ body: { preview: { ...PREVIEW, is_made: isMade && asked > 0 } } })),
    'POST /subscriptions/change': change,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  const confirm = await screen.findByRole('button', { name: 'Change plan' });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));

  await userEvent.click(confirm);

  expect(await screen.findByText(/The change may have been made; we are looking/)).toBeTruthy();
  // A try of the server may still arrive for a while.
  const later = Date.now() + 41_000;
  if (!isMade) onTestFinished(vi.spyOn(Date, 'now').mockReturnValue(later).mockRestore);
  const said = () => [document.body.textContent, ...shownToasts().map(({ message }) => message)].join(' ');
  await waitFor(() => expect([asked, said().includes(words)]).toEqual([isMade ? 2 : 1, true]), { timeout: 12_000 });
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

const openAddonDialog = async () => {
  await userEvent.click(await screen.findByRole('switch'));
  return await screen.findByRole('dialog');
};
/** Each test says what the preview answers for a body. */
const previews = (answer: (body: { promotion?: string }) => { status?: number; body: unknown }) => ({
  'POST /subscriptions/preview': (body: unknown) => answer(body as { promotion?: string }),
});

test('a coupon that was typed but not applied is applied first, and nothing is bought without it', async () => {
  setCurrentUser(manager);
  const bought: unknown[] = [];
  const change = (body: unknown) => {
    bought.push(body);
    return { body: { subscription: aSubscription({ has_feature_reimbursement: true }) } };
  };
  const total = ({ promotion }: { promotion?: string }) => (promotion === 'SPRING' ? '350.00' : '599.00');
  show(aSubscription(), {
    ...previews((body) => ({ body: { preview: { ...PREVIEW, total: total(body) } } })),
    'POST /subscriptions/change': change,
  });
  const dialog = await openAddonDialog();
  await within(dialog).findByRole('table');

  await userEvent.type(within(dialog).getByLabelText('Coupon code (optional)'), 'SPRING');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }));

  expect(await within(dialog).findByText('$350.00')).toBeTruthy();
  expect(bought).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(bought).toEqual([{ has_feature_reimbursement: true, promotion: 'SPRING', preview: 'sealed' }]));
});

test('emptying the coupon field takes a refused code back', async () => {
  setCurrentUser(manager);
  const refused = { status: 422, body: { errors: { promotion: ['This coupon code is not valid.'] } } };
  show(
    aSubscription(),
    previews(({ promotion }) => (promotion === undefined ? { body: { preview: PREVIEW } } : refused)),
  );
  const dialog = await openAddonDialog();
  const code = within(dialog).getByLabelText('Coupon code (optional)');
  await userEvent.type(code, 'WRONG{Enter}');
  await within(dialog).findByText('This coupon code is not valid.');

  await userEvent.clear(code);

  expect(await within(dialog).findByRole('table')).toBeTruthy();
  expect(within(dialog).queryByText('This coupon code is not valid.')).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Turn on' })).toHaveProperty('disabled', false);
});

test('amounts that could not be had can be asked for again in the dialog', async () => {
  setCurrentUser(manager);
  let asked = 0;
  const away = { status: 502, body: { errors: { NOFIELD: ['The payment provider cannot be reached. Please try again later.'] } } };
  show(
    aSubscription(),
    // The page asks for the next invoice as it comes, too.
    previews((body) => {
      if (!('new_plan_id' in body)) return { body: { preview: PREVIEW } };
      asked += 1;
      return asked === 1 ? away : { body: { preview: PREVIEW } };
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));

  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a change that is under way cannot be left as if it were cancelled', async () => {
  setCurrentUser(manager);
  show(aSubscription());
  const answered = globalThis.fetch;
  let finish = () => {};
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/subscriptions/change')) return await answered(url, init);
    await new Promise<void>((resolve) => (finish = resolve));
    return new Response(JSON.stringify({ subscription: aSubscription({ plan_id: OTHER.id }) }), { status: 200 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('table');

  await userEvent.click(within(dialog).getByRole('button', { name: 'Change plan' }));
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).not.toBeNull();
  finish();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a change that was made is never called a failure because the session could not be read again', async () => {
  setCurrentUser(manager);
  show(aSubscription(), {
    'POST /subscriptions/change': () => ({ body: { subscription: aSubscription({ plan_id: OTHER.id }) } }),
    'GET /auth/refresh': () => ({ status: 503, body: null }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('table');

  await userEvent.click(within(dialog).getByRole('button', { name: 'Change plan' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a dialog that is left shows the page as the server has it by then', async () => {
  setCurrentUser(manager);
  let now = aSubscription();
  show(now, {
    'GET /subscriptions/current': () => ({ body: { subscription: now, usage: null } }),
    ...previews(() => ({ status: 422, body: { errors: { NOFIELD: ['Your organization has no subscription that can be changed.'] } } })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));
  await screen.findByRole('alert');
  now = aSubscription({ status: 'canceled', is_active: false });

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(await screen.findByText('This subscription has ended.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose the Group plan' })).toBeTruthy();
});

test('a plan that cannot be bought any more, as after buying it in another tab, shows what is there now and why', async () => {
  setCurrentUser(manager);
  let now: Subscription | null = null;
  show(null, {
    'GET /subscriptions/current': () => ({ body: { subscription: now, usage: null } }),
    'POST /subscriptions/checkout-session': () => {
      now = aSubscription();
      return { status: 422, body: { errors: { NOFIELD: ['Your organization already has a subscription.'] } } };
    },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Choose the Practice plan' }));

  expect(await screen.findByText('Your plan')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Your organization already has a subscription.');
});

test('the buttons that led to the payment pages work again when the browser brings the page back', async () => {
  setCurrentUser(manager);
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign, search: '' });
  show(aSubscription(), { 'POST /subscriptions/portal-session': () => ({ body: { redirect_url: 'https://pay.test/portal' } }) });
  const button = await screen.findByRole('button', { name: 'Payment and invoices' });
  await userEvent.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/portal'));
  expect(button).toHaveProperty('disabled', true);

  act(() => void fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true })));

  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('what ends soon says so before anything is added to it', async () => {
  setCurrentUser(manager);
  show(aSubscription({ has_cancelled: true }));

  const dialog = await openAddonDialog();

  expect(within(dialog).getByText(/Your subscription still ends on 12\/24\/2026/)).toBeTruthy();
});

test('a subscription that is past due says until when it can be used', async () => {
  setCurrentUser(manager);

  show(aSubscription({ status: 'past_due', owed: OWED }));

  expect(await screen.findByText('$99.00 is owed since 11/24/2026. Unless it is paid, access ends on 12/08/2026.')).toBeTruthy();
  expect(screen.queryByText(/The next invoice is due/)).toBeNull();
});

test('a payment page that was left without paying is told about, and what was chosen is still chosen', async () => {
  setCurrentUser(manager);
  window.history.replaceState(null, '', '/organization/settings/plan?left=checkout-with-estimates');

  show(null);

  expect(await screen.findByText('You left the payment page. Nothing is bought until you pay there.')).toBeTruthy();
  expect(screen.getByRole('switch')).toHaveProperty('checked', true);
  window.history.replaceState(null, '', '/');
});

test('whoever has just paid is not asked to choose a plan while the payment is waited for', async () => {
  setCurrentUser(manager);
  window.history.replaceState(null, '', '/organization/settings/plan?checkout=cs_1');

  show(null);

  expect(await screen.findByText('Thank you. Your subscription is being activated.')).toBeTruthy();
  expect(screen.queryByText('Choose a plan to begin.')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Choose the/ })).toBeNull();
  window.history.replaceState(null, '', '/');
});

test('the next invoice is shown as it comes without any change', async () => {
  setCurrentUser(manager);
  const asked: unknown[] = [];
  show(
    aSubscription({ has_feature_reimbursement: true }),
    previews((body) => {
      asked.push(body);
      return { body: { preview: { ...PREVIEW, proration: '0.00' } } };
    }),
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Next invoice' }));

  const dialog = await screen.findByRole('dialog', { name: 'Your next invoice' });
  expect(await within(dialog).findByText('$586.66')).toBeTruthy();
  expect(within(dialog).queryByText(/rest of the current period/)).toBeNull();
  // What is so already changes nothing.
  expect(new Set(asked.map((body) => JSON.stringify(body)))).toEqual(new Set(['{"has_feature_reimbursement":true}']));
});

test('while the amounts are asked for, the dialog says so', async () => {
  setCurrentUser(manager);
  show(aSubscription());
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('/subscriptions/preview') ? await new Promise<Response>(() => {}) : await answered(url, init),
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Change to the Group plan' }));

  expect((await screen.findByRole('status')).textContent).toBe('Asking the payment provider what this costs.');
});

test('a user who is no manager is not told of a notice that did not leave', async () => {
  setCurrentUser(aUser({ has_active_subscription: false }));

  show(null, { 'POST /subscriptions/notify': () => ({ status: 503, body: null }) });

  expect(await screen.findByText('Please ask your manager to choose a plan.')).toBeTruthy();
  expect(screen.queryByText(/has been notified/)).toBeNull();
});

test('a user who is no manager reads whom to ask about a payment that is due', async () => {
  setCurrentUser(aUser({ has_past_due_subscription: true }));

  show(aSubscription({ status: 'past_due' }));

  expect(await screen.findByText('A payment is due. Please ask your manager to update the payment method.')).toBeTruthy();
});
