import { accept, aHeading, csvOf, drop, listed, openNewList, openReview, results, sendChecks } from '../batches.ts';
import { expect, test } from '../fixtures.ts';
import { PAYER } from '../inquiries.ts';
const shot = async (page: import('@playwright/test').Page, name: string) => {
  for (const [w, h] of [[1280, 800], [390, 844]] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots/${name}-${w}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};
test('shots', async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto('/inquiries'); await expect(page.getByRole('searchbox')).toBeVisible(); await shot(page, '0-inquiries');
  await page.goto('/batches'); await shot(page, '1-empty');
  await openNewList(page); await shot(page, '2-new');
  await page.getByRole('button', { name: 'Type a list instead' }).click(); await shot(page, '3-grid');
  await page.getByRole('button', { name: 'Empty the list' }).click();
  await drop(page, csvOf([listed()], aHeading())); await expect(accept(page)).toBeVisible(); await shot(page, '4-columns');
  const people = [listed('ORD'), listed('INACTIVE', { first: 'Ines' }), listed('CARVE', { first: 'Cara' }), listed('BADNAME', { first: 'Bea' }), listed('HUGE', { first: 'Hugo' }), listed('ORD', { birthDate: '31/31/1980', first: 'Wilhelmina' }), listed('ORD', { payer: 'Sunflowr Comunity Helth', first: 'Ottoline' }), listed('ORD', { payer: 'Nobodyknows', first: 'Nell' }), listed('ORD', { memberId: '', first: 'Emp' })];
  people.push({ ...people[0]! });
  await openReview(page, people); await expect(page.getByRole('region', { name: 'Payer names' })).toBeVisible(); await page.waitForTimeout(1000); await shot(page, '5-review');
  await page.getByRole('button', { name: /^All/ }).click(); await page.waitForTimeout(800); await shot(page, '6-review-all');
  await sendChecks(page).click(); await page.waitForTimeout(1200); await shot(page, '7-sending');
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible({ timeout: 120_000 }); await page.waitForTimeout(1500); await shot(page, '8-results');
  await page.keyboard.press('j'); await page.keyboard.press('e'); await page.waitForTimeout(500); await shot(page, '9-edit');
  await page.goto('/batches'); await page.waitForTimeout(800); await shot(page, 'a-list');
  await page.goto('/plans/new'); await page.waitForTimeout(800); await shot(page, 'b-rule');
  await page.getByRole('textbox', { name: 'Name' }).fill('Watch all'); await page.getByText('Every month', { exact: true }).click(); await page.getByRole('button', { name: 'Save' }).click(); await expect(page.getByRole('region', { name: 'The next 30 days' })).toBeVisible(); await page.waitForTimeout(1500); await shot(page, 'c-plans');
  await page.getByRole('button', { name: 'Delete Watch all' }).click(); await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(); await page.waitForTimeout(800);
  await page.goto('/appointments'); await page.waitForTimeout(800); await shot(page, 'd-appointments');
  void results; void PAYER;
});
