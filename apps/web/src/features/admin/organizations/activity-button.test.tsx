import type { AdminSubscription } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { type Answer, answerCalls } from '../../../api-answers.test-kit.ts';
import { anId } from '../../../samples.test-kit.ts';
import { anOrganization } from '../admin-samples.test-kit.ts';
import { ActivityButton } from './activity-button.tsx';

const AT = '2026-03-02T20:04:00.000Z';
const organization = anOrganization();

const aSubscription = (over: Partial<AdminSubscription> = {}): AdminSubscription => ({
  id: anId(3),
  remote_id: 'sub_1',
  plan_id: anId(4),
  plan_name: 'Group',
  monthly_cost: '599.00',
  status: 'active',
  is_active: true,
  current_period_ends_at: '2026-12-24T20:00:00.000Z',
  has_feature_reimbursement: false,
  has_cancelled: false,
  owed: null,
  organization: { id: organization.id, name: organization.name },
  created_at: AT,
  ...over,
});

/** Asks to deactivate; the answer of the subscription's call decides what stands in the question. */
async function askToDeactivate(subscription: () => Answer) {
  const sent: unknown[] = [];
  answerCalls({
    'GET /admin/organizations/*/current-subscription': subscription,
    'PUT /admin/organizations/*': (body) => {
      sent.push(body);
      return { body: { organization: { ...organization, is_active: false } } };
    },
  });
  render(
    <Providers>
      <ActivityButton organization={organization} />
    </Providers>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Harbor?' }));
  return { sent, dialog, confirm: () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Deactivate' }) };
}

test('deactivating shows when the subscription renews and for how much, and cancels it where that is chosen', async () => {
  const { sent, dialog, confirm } = await askToDeactivate(() => ({ body: { subscription: aSubscription() } }));

  expect(await dialog.findByText('The Group plan renews on 12/24/2026 for $599.00, before discounts and extra inquiries.')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'It goes on and is billed' }).checked).toBe(true);
  await userEvent.click(dialog.getByRole('radio', { name: 'It is canceled and ends on 12/24/2026' }));
  await userEvent.click(confirm());

  expect(await screen.findByText('Harbor was deactivated.')).toBeTruthy();
  expect(sent).toEqual([{ is_active: false, subscription: 'cancel_at_period_end' }]);
});

test.each([
  ['none', null, 'It has no subscription that is billed.'],
  ['one that is canceled already', aSubscription({ has_cancelled: true }), 'Its Group plan is canceled already and ends on 12/24/2026.'],
])('of %s nothing is asked, and nothing is canceled', async (_which, subscription, words) => {
  const { sent, dialog, confirm } = await askToDeactivate(() => ({ body: { subscription } }));

  expect(await dialog.findByText(words)).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
  await userEvent.click(confirm());

  await waitFor(() => expect(sent).toEqual([{ is_active: false, subscription: 'keep' }]));
});

test('nobody is deactivated before it is known what is billed, and a failure to learn it can be tried again', async () => {
  let times = 0;
  const { dialog, confirm } = await askToDeactivate(() => {
    times += 1;
    return times < 2 ? { status: 422, body: { errors: {} } } : { body: { subscription: null } };
  });

  await userEvent.click(await dialog.findByRole('button', { name: 'Try again' }));

  expect(await dialog.findByText('It has no subscription that is billed.')).toBeTruthy();
  expect(confirm().disabled).toBe(false);
});
