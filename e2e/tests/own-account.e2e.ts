/** What people change of their own account: details, password, where they are signed in. */
import type { Browser, Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { linkTo, mailTo } from '../mails.ts';
import { NOBODY, productUrl } from '../product.ts';
import { aMember, anAddress, logIn, NEW_PASSWORD, password } from '../people.ts';

test.use({ as: 'nobody' });

/** Somebody who is signed in elsewhere, too, at the details of their account here. */
async function openSettingsOfTwoSessions(page: Page, browser: Browser) {
  const member = await aMember();
  const elsewhere = await browser.newContext({ baseURL: productUrl(), storageState: NOBODY });
  await logIn(await elsewhere.newPage(), member.email);
  // Firefox gives the focus to the page of the window in front only.
  await page.bringToFront();
  await logIn(page, member.email);
  await page.goto('/settings');
  return { member, elsewhere };
}

test('the own details are changed; a new email counts once its link was confirmed, and the old address can undo it', async ({ page }) => {
  const member = await aMember();
  const changed = anAddress('changed');
  await logIn(page, member.email);
  await page.goto('/settings');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-2233');
  await page.getByLabel('First name').fill('Juno');
  await page.getByLabel('Email').fill(changed);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(password(page, 'Your current password')).toHaveAccessibleDescription(/^Please enter your current password\./);
  await password(page, 'Your current password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your information has been updated.')).toBeVisible();
  await expect(password(page, 'Your current password')).toHaveCount(0);
  await expect(page.getByText(`Your email address changes to ${changed} once you have opened the link sent there.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(member.email);

  await page.goto(await linkTo(changed, /Confirm your new email/));
  await expect(page.getByRole('button', { name: member.email })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm the new address' }).click();
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toBeFocused();
  await expect(page.getByRole('button', { name: changed })).toBeVisible();

  await page.goto(await linkTo(member.email, /is being changed/));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('The change is undone')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await logIn(page, member.email);
});

test('the password is changed with the old one, and other sessions end', async ({ page, browser }) => {
  const { member, elsewhere } = await openSettingsOfTwoSessions(page, browser);
  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(password(page, 'Old password')).toBeFocused();
  await page.keyboard.type('not this one at all');
  await password(page, 'New password').fill('lanterns over the water');
  await password(page, 'New password again').fill('lanterns over the water');
  await page.keyboard.press('Enter');
  await expect(password(page, 'Old password')).toHaveAccessibleDescription('This password is incorrect.');
  await password(page, 'Old password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been updated.')).toBeVisible();
  await expect(page).toHaveURL('/settings');
  await mailTo(member.email, /has been changed/);
  expect((await elsewhere.request.get('/api/v1/auth/refresh')).status()).toBe(401);
  await elsewhere.close();
});

test('a tab whose question was on its way while another changed the password stays signed in', async ({ page, context }) => {
  const member = await aMember();
  await logIn(page, member.email);
  const former = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const other = await context.newPage();
  const [held] = await Promise.all([
    new Promise<Route>((resolve) => void other.route('**/api/v1/auth/sessions', resolve, { times: 1 })),
    other.goto('/settings'),
  ]);
  await page.bringToFront();
  await page.goto('/settings/password-change');
  await password(page, 'Old password').fill(NEW_PASSWORD);
  await password(page, 'New password').fill('lanterns over the water');
  await password(page, 'New password again').fill('lanterns over the water');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been updated.')).toBeVisible();

  const refused = await held.fetch({ headers: { ...held.request().headers(), cookie: former } });
  expect(refused.status()).toBe(401);
  await held.fulfill({ response: refused });

  await expect(other.getByRole('table', { name: 'Your sessions' }).getByRole('row')).toHaveCount(2);
  await expect(other).toHaveURL('/settings');
});

test('a person sees where they are signed in and signs out one place or all', async ({ page, browser }) => {
  const { elsewhere } = await openSettingsOfTwoSessions(page, browser);
  const sessions = page.getByRole('table', { name: 'Your sessions' });
  await expect(sessions.getByRole('row')).toHaveCount(3);
  await expect(sessions.getByText('This session')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expect(sessions.locator('..')).toBeFocused();
  expect((await elsewhere.request.get('/api/v1/auth/refresh')).status()).toBe(401);
  await elsewhere.close();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
  expect((await page.request.get('/api/v1/auth/refresh')).status()).toBe(401);
});
