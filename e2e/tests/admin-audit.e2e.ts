import { readFileSync } from 'node:fs';
import { downloadFrom, expect, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';
import { aPractice, logIn } from '../people.ts';
import { NOBODY, sessionFile } from '../product.ts';

test.use({ as: 'admin' });

test('an admin finds who did what in any organization, by organization, person, action and period, and takes it along as CSV', async ({
  page,
  browser,
}) => {
  const practice = await aPractice('Yarrow Family Therapy');
  const theirs = await browser.newContext({ storageState: NOBODY });
  await logIn(await theirs.newPage(), practice.email);
  await theirs.close();
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit Log' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log of all organizations');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Case 2017');
  await page.getByRole('button', { name: 'Continue' }).click();
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4}, \d+:\d\d\s[AP]M/);

  const organization = page.getByRole('combobox', { name: 'Organization' });
  await organization.fill('Yarrow');
  await page.getByRole('option', { name: 'Yarrow Family Therapy' }).click();
  // The headings alone are of no organization.
  await expect(table.getByRole('row').filter({ hasNotText: 'Yarrow Family Therapy' })).toHaveCount(1);
  await expect(table.getByRole('row', { name: /Login/ })).toContainText('Isolde Quarry');

  await page.getByRole('combobox', { name: 'User' }).fill(practice.email);
  await page.getByRole('option', { name: `Isolde Quarry (${practice.email})` }).click();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Signed in: all' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);

  const file = await downloadFrom(page.getByRole('button', { name: 'Export CSV' }));
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"Yarrow Family Therapy"');
  expect(new URL(page.url()).pathname).toBe('/admin/audit');

  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'From … to …' }).click();
  await page.getByRole('textbox', { name: 'To' }).pressSequentially('01022020');
  await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table.getByRole('row').nth(2)).toBeVisible();
});

test('the own looks of an admin stand in the log with the reason given', async ({ browser, page }) => {
  const practice = await browser.newContext({ storageState: sessionFile('manager') });
  const id = await askPayer(practice.request, aPatient('LOGGED'));
  await practice.close();
  await page.goto(`/admin/inquiries/${id}`);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Case 2018');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404 Not Found');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit Log' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Case 2019');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('row').filter({ hasText: id }).filter({ hasText: 'Viewed' })).toContainText('Case 2018');
});
