import { sql } from '../database.ts';
import { expect, expectSound, test } from '../fixtures.ts';
import { aMember, aPractice, logIn, NEW_PASSWORD, typeLogin } from '../people.ts';

test.use({ as: 'nobody' });

test('the terms stand before every screen until they are accepted, and who accepted which version when is kept', async ({ page }) => {
  const member = await aMember();
  await sql('UPDATE users SET tos_version = NULL, tos_accepted_at = NULL WHERE id = $1', [member.id]);
  await page.goto('/settings');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/terms/accept?next=%2Fsettings');
  expect((await page.request.get('/api/v1/inquiries')).status()).toBe(403);
  for (const part of ['Subscription Agreement', 'Terms and Conditions', 'Data Collection and Privacy Statement'])
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();

  const agree = page.getByRole('checkbox', { name: 'I agree to the Terms and Conditions' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await agree.check();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Submit' }).click();
  await loaded;
  await expect(page).toHaveURL('/settings');
  const [kept] = await sql<{ tos_version: string; tos_accepted_at: Date | null }>(
    'SELECT tos_version, tos_accepted_at FROM users WHERE id = $1',
    [member.id],
  );
  expect(kept?.tos_version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(kept?.tos_accepted_at).not.toBeNull();
});

test('a refused acceptance marks the box, and one without words says the general sentence', async ({ page }) => {
  const member = await aMember();
  await logIn(page, member.email);
  await page.goto('/terms/accept');
  const refusals = [{ agree: ['Please read them first.'] }, {}];
  await page.route('**/terms', async (route) => {
    if (route.request().method() === 'PUT') await route.fulfill({ status: 422, json: { errors: refusals.shift() } });
    else await route.continue();
  });
  const agree = page.getByRole('checkbox');
  await agree.check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please read them first.')).toBeVisible();
  await expectSound(page);
  await agree.uncheck();
  await agree.check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('An unknown error occured. Please try again.');
});

test('somebody whose organization has no subscription any more is told whom to ask', async ({ page }) => {
  const practice = await aPractice('Yarrow House');
  await sql('UPDATE users SET is_manager = false WHERE organization_id = $1', [practice.organizationId]);
  await sql("UPDATE subscriptions SET status = 'canceled' WHERE organization_id = $1", [practice.organizationId]);
  await typeLogin(page, practice.email);
  await expect(page).toHaveURL('/unsubscribed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have no active subscription');
  await expect(
    page.getByText('Your subscription has expired. Please contact your account admin to renew your subscription.'),
  ).toBeVisible();
  await page.goto('/organization/settings');
  await expect(page).toHaveURL('/404');
});

test('whose organization is subscribed does not read that it has expired', async ({ page }) => {
  const practice = await aPractice('Sorrel House');
  await logIn(page, practice.email);
  await page.goto('/unsubscribed');
  await expect(page.getByText('This has changed: your organization has an active subscription.')).toBeVisible();
  await expect(page.getByText(/expired|past due/)).toHaveCount(0);
});
