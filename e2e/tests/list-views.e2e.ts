import { expect, expectSound, needsChromium, test } from '../fixtures.ts';
import { choice } from '../inquiries.ts';
import { pick, picked, rows, search } from '../list.ts';

test('filters are kept as a view under a name, without the search, and a deleted view comes back', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(rows(page).first()).toBeVisible();
  await search(page).fill('Brantwood');
  await pick(page, 'Coverage', 'At risk');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog).toContainText('What you searched for is not.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lapsed');
  const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/inquiry-views'));
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const request = await saved;
  await expect(picked(page, 'View')).toHaveText('Lapsed');
  await expectSound(page);

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lapsed patients');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(picked(page, 'View')).toHaveText('Lapsed patients');

  await pick(page, 'View', 'All checks');
  await expect(picked(page, 'Coverage')).toHaveText('Any coverage');
  await expect(search(page)).toHaveValue('Brantwood');
  await pick(page, 'View', 'Lapsed patients');
  await expect(picked(page, 'Coverage')).toHaveText('At risk');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('View "Lapsed patients" deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(picked(page, 'View')).toHaveText('Lapsed patients');
  needsChromium('The body of a request is not told of.');
  expect(request.postData()).not.toMatch(/brantwood/i);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the filters open behind a button that counts them', async ({ page }) => {
    await page.goto('/inquiries');
    await expect(rows(page).first()).toBeVisible();
    await expect(choice(page, 'Coverage')).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    await pick(page, 'Coverage', 'Inactive');
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
