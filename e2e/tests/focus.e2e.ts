import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer, fillInquiry, openNewInquiry, sendButton } from '../inquiries.ts';
import { aMember, NEW_PASSWORD, password, typeLogin } from '../people.ts';

/** Once what moves the focus has had its time, it is on something, and stays there: what takes it away again does so within a moment. */
async function expectFocusHeld(page: Page): Promise<void> {
  const place = async () => await page.evaluate(() => document.activeElement?.tagName ?? 'none');
  const places = async () => {
    const first = await place();
    await page.waitForTimeout(300);
    return [first, await place()].join(' ');
  };
  await expect.poll(places, 'the focus is not lost').not.toMatch(/\b(BODY|HTML|none)\b/);
}

test('a refusal that names no field leaves the focus at its words', async ({ page }) => {
  await openNewInquiry(page);
  await fillInquiry(page, aPatient('XQZ'));
  await page.route('**/api/v1/inquiries', async (route) =>
    route.request().method() === 'POST' ? await route.fulfill({ status: 500, json: { errors: {} } }) : await route.continue(),
  );
  await sendButton(page).press('Enter');
  await expect(page.getByText('There seems to be an issue. Please try again later.')).toBeVisible();
  await expectFocusHeld(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('There seems to be an issue.');
});

test('Esc in a dialog gives the focus back', async ({ page }) => {
  const patient = aPatient('XQZ');
  await askPayer(page.request, patient);
  await openNewInquiry(page);
  await fillInquiry(page, patient);
  await sendButton(page).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocusHeld(page);

  await page.getByRole('link', { name: 'Inquiries', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocusHeld(page);
});

test('Back and Forward leave the focus on the screen that they lead to', async ({ page }) => {
  const id = await askPayer(page.request, aPatient('XQZ'));
  await page.goto('/inquiries');
  await page.getByRole('link', { name: 'Create New Inquiry' }).press('Enter');
  await expect(page).toHaveURL('/inquiries/new');
  await expectFocusHeld(page);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Inquiries' })).toBeVisible();
  await expectFocusHeld(page);
  await page.locator(`a[href="/inquiries/${id}"]`).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Benefits check' })).toBeVisible();
  await expectFocusHeld(page);
  for (const way of ['goBack', 'goForward', 'goBack', 'goForward'] as const) {
    await page[way]();
    await expectFocusHeld(page);
  }
});

test('what is dismissed or removed takes no focus with it', async ({ page }) => {
  for (const scenario of ['NOTFOUND', 'NOTFOUND']) await askPayer(page.request, aPatient(scenario));
  await page.goto('/inquiries');
  await page.getByRole('button', { name: /needs? attention$/ }).press('Enter');
  await page
    .getByRole('button', { name: /^Dismiss/ })
    .first()
    .press('Enter');
  await expectFocusHeld(page);
  await page.getByRole('searchbox').fill('Nobodyhasthisname');
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expectFocusHeld(page);
});

test.describe('signing in anew', () => {
  test.use({ as: 'nobody' });
  test('leaves the focus on the screen that was wanted', async ({ page }) => {
    const member = await aMember();
    await typeLogin(page, member.email);
    await expect(page).toHaveURL('/inquiries');
    await expectFocusHeld(page);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    // A late call of this screen would notice the end before the press, and lead to the login by itself: from here on calls wait for the press.
    let letGo = (): void => undefined;
    const pressed = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/v1/**', async (route) => {
      await pressed;
      await route.continue();
    });
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Inquiries', exact: true }).press('Enter');
    letGo();
    await expect(page).toHaveURL(/^[^?]*\/login/);
    await expectFocusHeld(page);
    await page.getByLabel('Email').fill(member.email);
    await password(page).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/\/login/);
    await expectFocusHeld(page);
  });
});
