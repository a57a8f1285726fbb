import { accept, aHeading, csvOf, drop, listed, openNewList, openReview, results, sendChecks, takeFile } from '../batches.ts';
import { downloadFrom, expect, expectSound, test } from '../fixtures.ts';
import { PAYER } from '../inquiries.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a dropped list with a known heading gives its first result in fewer than 12 keys', async ({ page }) => {
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += key.split('+').length;
  };
  const heading = aHeading();
  await openNewList(page);
  await drop(page, csvOf([listed('ORD')], heading));
  await accept(page).click();
  await expect(page.getByRole('heading', { name: 'Before sending' })).toBeVisible();

  await page.goto('/inquiries');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('button', { name: 'manager@demo.test' })).toBeVisible();
  await press('m');
  await expect(page.getByRole('textbox', { name: 'Paste from a spreadsheet' })).toBeFocused();
  await drop(page, csvOf([listed('ORD'), listed('ORD')], heading));
  await expect(page.getByText(/^A list with these headings came before/)).toBeVisible();
  await expect(accept(page)).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Send 2 checks' })).toBeFocused();
  await press('Enter');
  await expect(results(page).getByText('Active').first()).toBeVisible({ timeout: 60_000 });
  await press('j');
  await press('Enter');
  await expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Benefits check' })).toBeVisible();

  expect(keys, `${keys} keys`).toBeLessThan(12);
});

test('what a list has wrong is said at its cell, mended there, and the rest is not held up by it', async ({ page }) => {
  const wrong = listed('ORD', { birthDate: '31/31/1980', first: 'Wilhelmina' });
  await openReview(page, [listed('ORD'), wrong, listed('ORD', { payer: 'Sunflowr Comunity Helth', first: 'Ottoline' })]);
  await expect(page.getByText(/need you\./)).toBeVisible();

  const names = page.getByRole('region', { name: 'Payer names' });
  await expect(names.getByRole('combobox', { name: /^Payer for / })).toHaveValue(PAYER);
  await names.getByRole('button', { name: /^Use for 1 row of / }).click();
  const mend = page.getByRole('form', { name: /^Mend Wilhelmina/ });
  await expect(mend.getByText('In your list: 31/31/1980')).toBeVisible();
  await mend.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('04171984');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('button', { name: 'Send 3 checks' })).toBeVisible();
  await expect(page.getByText('Nothing needs you any more')).toBeVisible();
  await expectSound(page);
});

test('a refused row is corrected and sent again where it stands', async ({ page }) => {
  await openReview(page, [listed('BADNAME', { first: 'Philippa' })]);
  await sendChecks(page).click();
  const row = results(page).first();
  await expect(row.getByText('Refused')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'To correct 1' })).toBeVisible();
  await expectSound(page);

  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const member = page.getByRole('textbox', { name: 'Member ID' });
  await expect(member).toBeFocused();
  await member.fill(listed('ORD').memberId);
  await page.keyboard.press('Enter');

  await expect(row.getByText('Active')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(row.getByText('Done', { exact: true }).first()).toBeVisible();
  const file = await downloadFrom(page.getByRole('button', { name: 'PDF summary' }));
  expect(file.suggestedFilename()).toMatch(/^coverlight-batch-[0-9A-Z]{26}\.pdf$/);
});

test('a list that is typed and the columns of one that was dropped stay sound, on a desk and on a phone', async ({ page }) => {
  await openNewList(page);
  await page.getByRole('button', { name: 'Type a list instead' }).click();
  await expect(page.getByRole('textbox', { name: 'Last name, row 1' })).toBeFocused();
  await page.keyboard.type('Fenwick');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Last name, row 2' })).toBeFocused();
  await expectSound(page);
  await drop(page, csvOf([listed()], aHeading()));
  await expect(accept(page)).toBeVisible();
  await expectSound(page);
});

test('a batch is held, goes on, and is stopped after a question', async ({ page }) => {
  await openReview(page, [listed('NEVER'), listed('NEVER')]);
  await sendChecks(page).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.reload();
  await expect(page.getByText(/You can close this window/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop for good' }).click();

  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await page.getByRole('link', { name: 'All lists' }).click();
  await expect(page.getByRole('table', { name: 'Lists' }).getByText('Stopped').first()).toBeVisible();
});

test('what cannot be read is refused in words, and the page keeps what was chosen', async ({ page }) => {
  await openNewList(page);
  await takeFile(page, { name: 'old.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('D0CF11E0A1B11AE1', 'hex') });

  await expect(page.getByText('Please save it as XLSX or CSV.')).toBeVisible();
  await expectSound(page);
});

test('a rule is planned, shown with the next 30 days, and all of them are stopped by one switch', async ({ page }) => {
  await page.goto('/plans/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Each month');
  await page.getByText('Every month', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('region', { name: 'The next 30 days' }).getByText(/will be asked/)).toBeVisible();
  await expectSound(page);
  const stop = page.getByRole('switch', { name: /^Stop everything that is planned/ });
  await stop.press('Space');
  await expect(stop).toBeChecked();
  await expect(page.getByRole('region', { name: 'The next 30 days' })).toBeHidden();
  await stop.press('Space');
  await expect(stop).not.toBeChecked();
  await page.getByRole('button', { name: 'Delete Each month' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^Nothing is planned yet/)).toBeVisible();
});
