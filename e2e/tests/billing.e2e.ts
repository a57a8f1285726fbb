import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';

test.use({ as: 'nobody' });

let count = 0;

/** Registers a practice of its own, whose manager is then signed in. */
async function register(page: Page): Promise<void> {
  count += 1;
  const tail = `${Date.now()}${test.info().workerIndex}${count}`;
  const reply = await page.request.post('/api/v1/auth/register', {
    data: {
      organization_name: `Bayview Practice ${tail}`,
      first_name: 'Imke',
      last_name: 'Sorrel',
      email: `imke.${tail}@bayview.test`,
      phone: '5550142000',
      password: 'quiet water under the pier',
      provider_name: 'Bayview Main',
      provider_npi: '1847025313',
      provider_tax_id: '84-2201937',
      agree: true,
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/^Expiry/).fill('12/40');
  await page.getByLabel(/^Security code/).fill('123');
  await page.getByLabel('Name on card').fill('Imke Sorrel');
}

/** Chooses a plan and pays on the payment provider's page. */
async function buy(page: Page, plan: string): Promise<void> {
  await page.goto('/inquiries');
  await page.getByRole('button', { name: `Choose the ${plan} plan` }).click();
  await page.waitForURL(/\/checkout\//);
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 20_000 });
}

const yourPlan = (page: Page) => page.getByRole('region', { name: 'Your subscription' });

test('a new practice lands on the plans, buys one on the payment page and may work at once', async ({ page }) => {
  await register(page);

  await page.goto('/inquiries');
  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
  await expectAccessible(page);
  await buy(page, 'Starter');

  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
  await expect(yourPlan(page)).toContainText('Starter plan');
  await expect(yourPlan(page)).toContainText('0 of 50 included inquiries used in this period.');
  await page.goto('/inquiries');
  await expect(page.getByRole('link', { name: 'Create New Inquiry' })).toBeVisible();
});

test('a change of plan shows the next invoice first, and leaving the dialog changes nothing', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');

  await page.getByRole('button', { name: 'Change to the Group plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to the Group plan?' });
  await expect(dialog.getByRole('table')).toContainText('Total');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(yourPlan(page)).toContainText('Starter plan');

  await page.getByRole('button', { name: 'Change to the Group plan' }).click();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText('You are on the Group plan now.')).toBeVisible();
  await expect(yourPlan(page)).toContainText('Group plan');
});

test('the add-on asks first, refuses a wrong coupon, and cancelling resets its switch', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');
  const addon = page.getByRole('switch', { name: /^Add Reimbursement Estimates/ });

  await addon.click({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Turn on Reimbursement Estimates?' });
  await expect(dialog).toContainText('200k+ data points');
  await dialog.getByLabel('Coupon code (optional)').fill('NO-SUCH-CODE');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('This coupon code is not valid.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(addon).not.toBeChecked();

  await addon.click({ force: true });
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Reimbursement Estimates is on.')).toBeVisible();
  await expect(addon).toBeChecked();
});

test('payment and invoices open at the payment provider, which leads back', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');

  await page.getByRole('button', { name: 'Payment and invoices' }).click();
  await page.waitForURL(/\/portal\//);

  await expect(page.getByText('Starter').first()).toBeVisible();
});

test.describe('for a user who is no manager', () => {
  test.use({ as: 'standard' });

  test('the plan page says that the manager changes the plan', async ({ page }) => {
    await page.goto('/organization/settings/plan');

    await expect(page.getByText('Your organization has a subscription. Your manager can change the plan.')).toBeVisible();
    await expectAccessible(page);
  });
});
