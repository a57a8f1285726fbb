import { textRow, workbookOf } from '../../apps/server/test/workbooks.ts';
import { accept, aHeading, csvOf, drop, listed, openNewList, openReview, results, sendChecks, takeFile } from '../batches.ts';
import { expect, expectSound, test } from '../fixtures.ts';
import { sessionFile } from '../product.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const rowsOf = (csv: string): string =>
  csv
    .split('\r\n')
    .map((line) => textRow(...line.split(',')))
    .join('');

test('of a workbook with several sheets one is chosen by keys, and another afterwards', async ({ page }) => {
  const heading = aHeading();
  const january = csvOf([listed('ORD', { first: 'Ottoline' })], heading);
  const february = csvOf([listed('ORD', { first: 'Wilhelmina' }), listed('ORD', { first: 'Philippa' })], heading);
  const sheets = { Notes: textRow('Ask Ada about it'), January: rowsOf(january), February: rowsOf(february), '.Old': rowsOf(january) };
  await openNewList(page);
  await takeFile(page, { name: 'patients.xlsx', mimeType: XLSX, buffer: workbookOf({ sheets }) });

  await expect(page.getByRole('heading', { name: 'Which sheet?' })).toBeVisible();
  const choices = page.getByRole('region', { name: 'Sheets' }).getByRole('button');
  await expect(choices).toHaveText(['Notes', 'January', 'February']);
  await expect(choices.first()).toBeFocused();
  await expectSound(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(accept(page)).toBeFocused();
  await expect(page.getByText('Ottoline')).toBeVisible();
  await page.getByRole('button', { name: /other sheet/i }).press('Enter');
  await choices.filter({ hasText: 'February' }).press('Enter');
  await expect(page.getByText('Wilhelmina')).toBeVisible();
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('button', { name: 'Send 2 checks' })).toBeFocused();
});

test.describe('of a restricted user', () => {
  test.use({ as: 'restricted' });

  test('a list is its own: it is sent and answered, and a colleague’s is nowhere', async ({ page, browser }) => {
    const colleague = await browser.newPage({ storageState: sessionFile('manager') });
    await openReview(colleague, [listed('ORD', { first: 'Hermione' })]);
    const foreign = new URL(colleague.url()).pathname;
    await colleague.close();

    await openReview(page, [listed('ORD', { first: 'Rosalind' })]);
    const own = new URL(page.url()).pathname;
    await sendChecks(page).press('Enter');
    await expect(results(page).getByText('Active').first()).toBeVisible({ timeout: 60_000 });
    await expectSound(page);

    await page.goto('/batches');
    const links = page.getByRole('table', { name: 'Lists' }).locator('a[href^="/batches/"]');
    await expect(links.first()).toBeVisible();
    const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(paths).toContain(own);
    expect(paths).not.toContain(foreign);
    await expectSound(page);
    await page.goto(foreign);
    await expect(page.getByText('Hermione')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: /not/i })).toBeVisible();
    // What it brought in itself is still there.
    await page.goto('/batches/new');
    await drop(page, csvOf([listed()], aHeading()));
    await expect(accept(page)).toBeVisible();
  });
});
