import type { Page } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, test } from '../fixtures.ts';
import { linkTo, mailTo } from '../mails.ts';
import { aMember, anAddress, aPractice, logIn, NEW_PASSWORD, password, typeLogin } from '../people.ts';
import { sessionFile } from '../product.ts';
import { addPasskeyDevice, totpCode } from '../second-factors.ts';

test.use({ as: 'nobody' });

const logOut = async (page: Page) => {
  await page.request.post('/api/v1/auth/logout');
  await page.goto('/login');
};

/** In the setup that is open; answers the secret and the recovery codes. */
async function enrolApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'Square to scan with the authenticator app' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/incorrect/);
  await page.getByLabel('Code').fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, codes };
}

test('an authenticator app is added, asked for at login, replaced by a recovery code once, and removed', async ({ page }) => {
  const member = await aMember();
  await logIn(page, member.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a second factor' }).click();
  await expect(page.getByRole('button', { name: 'Authenticator app' })).toBeFocused();
  const { secret, codes } = await enrolApp(page);
  const factors = page.getByRole('table', { name: 'Second factors' });
  await expect(factors.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Add a second factor' })).toBeFocused();

  await logOut(page);
  await typeLogin(page, member.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second step');
  await expect(page.getByLabel('Code')).toBeFocused();
  expect((await page.request.get('/api/v1/auth/refresh')).status()).toBe(401);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/incorrect or was used before/);
  await page.getByLabel('Code').fill(totpCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inquiries');

  for (const isFirst of [true, false]) {
    await logOut(page);
    await typeLogin(page, member.email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type(codes[0] ?? '');
    await page.keyboard.press('Enter');
    if (isFirst) await expect(page).toHaveURL('/inquiries');
    else await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/was used before/);
  }
  await page.getByLabel('Recovery code').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inquiries');
  await page.goto('/settings');
  await expect(page.getByText('Recovery codes left: 8.')).toBeVisible();
  await factors.getByRole('button', { name: /^Remove/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(password(page, 'Your password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(factors.getByRole('button', { name: /^Remove/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(password(page, 'Your password')).toBeFocused();
  await page.keyboard.type('not the right one');
  await page.keyboard.press('Enter');
  await expect(password(page, 'Your password')).toHaveAccessibleDescription('This password is incorrect.');
  await password(page, 'Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have none yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a second factor' })).toBeFocused();
  await mailTo(member.email, /second factor .* removed/);
});

test('a passkey is made and signs in by itself beside the password', async ({ page }) => {
  const member = await aMember();
  await addPasskeyDevice(page);
  await logIn(page, member.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a second factor' }).click();
  await page.getByRole('button', { name: 'Passkey' }).click();
  await expect(page.getByLabel('Name of the passkey')).toBeFocused();
  await page.getByLabel('Name of the passkey').fill('Front desk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('row', { name: /Front desk/ })).toContainText('Passkey');

  await logOut(page);
  await typeLogin(page, member.email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/inquiries');
});

test('a short password beside a second factor has to grow when the last factor goes', async ({ page }) => {
  const member = await aMember();
  await logIn(page, member.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a second factor' }).click();
  await enrolApp(page);
  await page.goto('/settings/password-change');
  await password(page, 'Old password').fill(NEW_PASSWORD);
  await password(page, 'New password').fill('tern&cove9');
  await password(page, 'New password again').fill('tern&cove9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been updated.')).toBeVisible();

  await page.getByRole('button', { name: /^Remove/ }).click();
  await password(page, 'Your password').fill('tern&cove9');
  await page.keyboard.press('Enter');
  await expect(password(page, 'New password')).toBeVisible();
  await password(page, 'New password').fill('terns above the cove');
  await password(page, 'New password again').fill('terns above the cove');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have none yet.')).toBeVisible();
  await logOut(page);
  await logIn(page, member.email, 'terns above the cove');
});

test('a manager resets the second factor of a member, who is told', async ({ page, browser, baseURL }) => {
  const member = await aMember('standard', 'Lark', 'Penrose');
  await logIn(page, member.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a second factor' }).click();
  await enrolApp(page);

  const office = await browser.newContext({ baseURL, storageState: sessionFile('manager') });
  const manager = await office.newPage();
  await manager.goto(`/organization/users/${member.id}/update`);
  await manager.getByRole('button', { name: 'Reset second factor' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(manager.getByText('The second factor of Lark Penrose was reset.')).toBeVisible();
  await expect(manager.getByText('Has no second factor.')).toBeFocused();
  await office.close();
  await mailTo(member.email, /second factor .* removed/);
  await logOut(page);
  await logIn(page, member.email);
});

test('of whom a second factor is demanded sets one up before anything else, the manager who demands it at once', async ({ page }) => {
  const practice = await aPractice();
  await logIn(page, practice.email);
  await page.goto('/organization/settings');
  await page.getByRole('switch', { name: 'Require a second factor of everybody' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
  await expect(page).toHaveURL(/\/login/);

  await typeLogin(page, practice.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await enrolApp(page);
  await expect(page).toHaveURL('/inquiries');
  await page.goto('/settings');
  await expect(page.getByText('Your organization asks for one')).toBeVisible();
});

test('somebody who registers by invite where a second factor is demanded sets one up and is in', async ({ page }) => {
  const practice = await aPractice('Bracken House');
  const email = anAddress('newcomer');
  await logIn(page, practice.email);
  expect((await page.request.post('/api/v1/invites', { data: { email } })).status()).toBe(201);
  await sql('UPDATE organizations SET require_second_factor = true WHERE id = $1', [practice.organizationId]);
  await logOut(page);

  await page.goto(await linkTo(email, /invited/));
  await page.getByLabel('First name').fill('Wren');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Phone').fill('5550103344');
  await password(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await enrolApp(page);
  await expect(page).toHaveURL('/inquiries');
  await expect(page.getByText("You've registered and been logged in!")).toBeVisible();
});
