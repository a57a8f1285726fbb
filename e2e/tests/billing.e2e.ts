import type { Page } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, expectAccessible, expectSound, test } from '../fixtures.ts';
import { aPatient, choosePayer, chooseServices, field, PAYER, typePatient } from '../inquiries.ts';

test.use({ as: 'nobody' });

let count = 0;

/** Registers a practice of its own, whose manager is then signed in. */
async function register(page: Page): Promise<{ email: string; organizationId: string }> {
  count += 1;
  const tail = `${Date.now()}${test.info().workerIndex}${count}`;
  const email = `imke.${tail}@bayview.test`;
  const reply = await page.request.post('/api/v1/auth/register', {
    data: {
      organization_name: `Bayview Practice ${tail}`,
      first_name: 'Imke',
      last_name: 'Sorrel',
      email,
      phone: '5550142000',
      password: 'quiet water under the pier',
      provider_name: 'Bayview Main',
      provider_npi: '1847025313',
      provider_tax_id: '84-2201937',
      agree: true,
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  const { user } = (await reply.json()) as { user: { organization: { id: string } } };
  return { email, organizationId: user.organization.id };
}

/** Waits for the last event of the purchase: one that is late would undo what a test sets by hand. */
async function expectPurchaseSettled(organizationId: string): Promise<void> {
  const eventsOfPurchase = async () => {
    const events = await sql<{ type: string; is_open: boolean }>(
      `SELECT e.type, e.processed_at IS NULL AS is_open FROM billing_events e
       JOIN billing_accounts a ON a.remote_customer_id = e.remote_customer_id WHERE a.organization_id = $1`,
      [organizationId],
    );
    return {
      hasLast: events.some(({ type }) => type === 'checkout.session.completed'),
      open: events.filter((event) => event.is_open).length,
    };
  };
  await expect.poll(eventsOfPurchase).toEqual({ hasLast: true, open: 0 });
}

/** As the payment provider's events would leave it. */
async function setStatus(organizationId: string, status: string): Promise<void> {
  await expectPurchaseSettled(organizationId);
  await sql('UPDATE subscriptions SET status = $2 WHERE organization_id = $1', [organizationId, status]);
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
  // The page's own look at the payment: late, it would undo what a test sets by hand.
  const looked = page.waitForResponse((response) => response.url().endsWith('/subscriptions/checkout-return'));
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 20_000 });
  await (await looked).finished();
}

const yourPlan = (page: Page) => page.getByRole('region', { name: 'Your subscription' });

test('a new practice lands on the plans, buys one on the payment page and may work at once', async ({ page }) => {
  await register(page);

  await page.goto('/inquiries');
  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
  await expect(page.getByRole('button', { name: 'Choose the Group plan' })).toBeVisible();
  await expectAccessible(page);
  await buy(page, 'Starter');

  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
  await expect(yourPlan(page)).toContainText('Starter plan');
  await expect(yourPlan(page)).toContainText('0 of 50 included inquiries used in the period from');
  await page.goto('/inquiries');
  await expect(page.getByRole('link', { name: 'Create New Inquiry' }).first()).toBeVisible();
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

test('the payment page can be left without paying, and what was chosen is kept', async ({ page }) => {
  await register(page);
  await page.goto('/inquiries');
  await page.getByRole('switch', { name: /^Add Reimbursement Estimates/ }).click({ force: true });
  await page.getByRole('button', { name: 'Choose the Practice plan' }).click();
  await page.waitForURL(/\/checkout\//);

  await page.getByRole('link', { name: /Back/ }).click();

  await expect(page.getByText('You left the payment page. Nothing is bought until you pay there.')).toBeVisible();
  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
  await expect(page.getByRole('switch', { name: /^Add Reimbursement Estimates/ })).toBeChecked();
  await expectSound(page);
});

test('the plans are one step from the settings of the organization', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');
  await page.goto('/organization/settings');

  await page.getByRole('link', { name: 'Subscription Plan' }).click();

  await expect(yourPlan(page)).toContainText('Starter plan');
});

test('by keyboard alone: a change of plan is looked at, left and made, and the focus is never lost', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');
  const open = page.getByRole('button', { name: 'Change to the Group plan' });
  const dialog = page.getByRole('dialog');

  await open.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('table')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('table')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Change plan' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are on the Group plan now.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const addon = page.getByRole('switch', { name: /^Add Reimbursement Estimates/ });
  await addon.focus();
  await page.keyboard.press('Space');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(addon).toBeFocused();
  await expect(addon).not.toBeChecked();
});

test('a subscription that ends while a check is typed: the form says what to do, and nothing is lost', async ({ page }) => {
  const { organizationId } = await register(page);
  await buy(page, 'Starter');
  await page.goto('/inquiries/new');
  const patient = aPatient('LATE');
  await choosePayer(page, PAYER);
  await typePatient(page, patient);
  await chooseServices(page, 'Mental Health');
  await setStatus(organizationId, 'unpaid');

  await page.getByRole('button', { name: 'Send inquiry' }).click();

  const words =
    'Your organization has no active subscription. Save what you entered as a draft; it can be sent once a manager has renewed the subscription.';
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  // The shell knows by now, too.
  await expect(page.getByText('Your subscription is past due. Please Update Payment Method.')).toBeVisible();
  await expect(field(page, 'Member ID')).toHaveValue(patient.memberId);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page).toHaveURL(/\/organization\/settings\/plan$/);
});

test('a manager gets from the past-due banner of any screen straight to the card', async ({ page }) => {
  const { organizationId } = await register(page);
  await buy(page, 'Starter');
  await setStatus(organizationId, 'past_due');
  await page.goto('/inquiries');
  await expect(page.getByText('Your subscription is past due. Please Update Payment Method.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Update Payment Method' }).click();

  await page.waitForURL(/\/portal\//);
  await expect(page.getByRole('button', { name: 'Save payment method' })).toBeVisible();
});

test('the plans follow what happens to the subscription elsewhere', async ({ page }) => {
  const { organizationId } = await register(page);
  await buy(page, 'Starter');
  await setStatus(organizationId, 'unpaid');

  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

  await expect(page.getByText('Your subscription is past due. Please Update Payment Method.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose the Group plan' })).toBeDisabled();
  await setStatus(organizationId, 'active');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: 'Change to the Group plan' })).toBeEnabled();
  await expect(page.getByText(/is past due/)).toBeHidden();
});

test('a plan that is no longer offered is kept, and leaving it is warned about before it is too late', async ({ page }) => {
  const { organizationId } = await register(page);
  await buy(page, 'Starter');
  // One of its own, so that no other test finds a plan missing.
  await sql(
    `INSERT INTO plans (id, name, base_cost, base_inquiries, addl_cost, tier, is_enabled, created_at, updated_at)
     SELECT '01E2ETESTGRANDFATHERED0001', 'Pioneer', 49, 20, 3, 0, false, now(), now() ON CONFLICT DO NOTHING`,
  );
  await expectPurchaseSettled(organizationId);
  await sql(`UPDATE subscriptions SET plan_id = '01E2ETESTGRANDFATHERED0001' WHERE organization_id = $1`, [organizationId]);
  await page.reload();

  await expect(yourPlan(page)).toContainText('Pioneer plan');
  await expect(yourPlan(page)).toContainText('No longer offered');
  await expect(page.getByText('Once you change to another plan, you cannot come back to it.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Change to the Practice plan' }).click();
  await expect(page.getByRole('dialog')).toContainText('you cannot come back to it');
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await expectAccessible(page);
});

test('the next invoice can be looked at before it comes', async ({ page }) => {
  await register(page);
  await buy(page, 'Starter');

  await page.getByRole('button', { name: 'Next invoice' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your next invoice' });
  await expect(dialog.getByRole('table')).toContainText('$99.00');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Next invoice' })).toBeFocused();
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
