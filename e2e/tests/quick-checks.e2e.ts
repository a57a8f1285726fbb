import type { Page } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, expectSound, test } from '../fixtures.ts';
import {
  aPatient,
  askPayer,
  choice,
  choosePayer,
  field,
  openNewInquiry,
  PAYER,
  type Patient,
  sendButton,
  typePatient,
} from '../inquiries.ts';

test('the other company is checked from the warning, and the two answers name each other', async ({ page }) => {
  const patient = aPatient('CARVE');
  await page.goto(`/inquiries/${await askPayer(page.request, patient)}`);
  const link = page.getByRole('link', { name: 'Check SABLE BEHAVIORAL PARTNERS now' });
  await expect(link).toBeVisible();
  const answered = page.url();
  await link.click();
  await expect(page).toHaveURL(/\/copy\?other=0$/);
  await page.reload();
  await expect(page.getByText('Behavioral health is handled by SABLE BEHAVIORAL PARTNERS')).toBeVisible();
  await expect(choice(page, 'Payer')).toBeFocused();
  await expect(choice(page, 'Payer')).toHaveValue(/^sable behavioral partners$/i);
  await choosePayer(page, 'Northwind Mutual');
  await expect(field(page, 'Member ID')).toHaveValue(`SBP${patient.memberId.slice(-6)}`);
  await expect(field(page, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}$/);
  await expect(page).not.toHaveURL(answered);
  const followUp = page.url();
  await page.getByText('Asked because of the answer of').getByRole('link').click();
  await expect(page).toHaveURL(answered);
  await page.getByText('Asked because of this answer').getByRole('link').click();
  await expect(page).toHaveURL(followUp);
});

/** Counts keys: a chord is one for each key that is held or pressed. What a patient's own data take is not counted. */
function keyboard(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    press: async (...names: string[]) => {
      for (const name of names) {
        await page.keyboard.press(name);
        keys += name.split('+').length;
      }
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      keys += text.length;
    },
    typeData: async (text: string) => await page.keyboard.type(text),
  };
}
/** The keys come with the account's menu. */
const expectKeys = async (page: Page) => await expect(page.getByRole('button', { name: 'manager@demo.test' })).toBeVisible();
async function openList(page: Page): Promise<void> {
  await page.goto('/inquiries');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expectKeys(page);
}
const answered = (page: Page) => expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}$/);

test('five checks in a row take at most 60 keys beside the patients’ own data', async ({ page }) => {
  const { count, press, type, typeData } = keyboard(page);
  const typePerson = async (patient: Patient) => {
    await typeData(patient.memberId);
    const rest: [string, string][] = [
      ['Patient Date of Birth', patient.birthDate.replace(/^0/, '')],
      ['Patient First Name', patient.first],
      ['Patient Last Name', patient.last],
    ];
    for (const [label, text] of rest) {
      await press('Tab');
      await expect(field(page, label)).toBeFocused();
      await typeData(text);
    }
  };
  await openList(page);
  await press('n');
  await expect(choice(page, 'Provider')).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  // The list sets its mark by a timer when it opens; a key before that, which only a program is quick enough for, is forgotten.
  await page.evaluate(async () => await new Promise((resolve) => void setTimeout(resolve, 1)));
  await press('ArrowDown', 'Enter', 'Tab', 'Tab');
  await expect(choice(page, 'Payer')).toBeFocused();
  await type('sunfl');
  await press('Enter');
  await expect(field(page, 'Member ID')).toBeVisible();
  await press('Tab');
  await expect(field(page, 'Member ID')).toBeFocused();
  await typePerson(aPatient('RUN'));
  const care = page.getByRole('checkbox', { name: 'Detox' });
  for (let at = 0; at < 8 && !(await care.evaluate((element) => element === document.activeElement)); at += 1) await press('Tab');
  await press('Space');
  await expect(page.getByText(/^Asks: Health Benefit Plan Coverage \(30\), /)).toBeVisible();
  await press('Control+Enter');
  await answered(page);
  for (let next = 2; next <= 5; next += 1) {
    await expect(page.getByRole('link', { name: 'Send another' })).toBeVisible();
    await press('a');
    await expect(field(page, 'Member ID')).toBeFocused();
    await expect(field(page, 'Member ID')).toHaveValue('');
    await expect(choice(page, 'Payer')).toHaveValue(PAYER);
    await expect(care).toBeChecked();
    await typePerson(aPatient('RUN'));
    await press('Control+Enter');
    await answered(page);
  }
  expect(count(), `${count()} keys`).toBeLessThanOrEqual(60);
});

test('a check of last month is repeated in three keys', async ({ page }) => {
  const patient = aPatient('MONTH');
  const id = await askPayer(page.request, patient);
  // An answer of the last day would be offered first.
  await sql(
    `UPDATE inquiries SET created_at = created_at - interval '30 days', sent_at = sent_at - interval '30 days',
    answered_at = answered_at - interval '30 days' WHERE id = $1`,
    [id],
  );
  await page.goto(`/inquiries/${id}`);
  const again = page.getByRole('link', { name: 'Check again' });
  await again.focus();
  const { count, press } = keyboard(page);
  await press('Enter');
  await expect(field(page, 'Member ID')).toHaveValue(patient.memberId);
  await press('Control+Enter');
  await expect(page).not.toHaveURL(new RegExp(id));
  await answered(page);
  expect(count()).toBeLessThanOrEqual(3);
});

test('single keys act outside fields only, until they are switched off', async ({ page }) => {
  await openList(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('n?');
  await expect(page.getByRole('searchbox')).toHaveValue('n?');
  await expect(page).toHaveURL('/inquiries');
  await openNewInquiry(page);
  await expectKeys(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page).toHaveURL('/inquiries');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/inquiries');
  await dialog.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/inquiries');
  // Without keys the list is opened by its button.
  await openNewInquiry(page);
  await page.getByRole('button', { name: 'Keys' }).click();
  await dialog.getByRole('switch').check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
});

test('a reload gives the form back, in this session alone', async ({ page }) => {
  const patient = aPatient('RELOAD', { last: 'Vandersloot' });
  page.on('dialog', (dialog) => void dialog.accept());
  await openNewInquiry(page);
  await choosePayer(page, PAYER);
  await typePatient(page, patient);
  await page.getByRole('checkbox', { name: 'Residential' }).check();
  const stored = async () => await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  await expect.poll(stored).toContain('/inquiries/new');
  await page.waitForTimeout(500);
  expect(await stored()).not.toContain(patient.memberId);
  expect(await stored()).not.toContain('Vandersloot');
  await page.reload();
  await expect(field(page, 'Patient Last Name')).toHaveValue('Vandersloot');
  await expect(field(page, 'Member ID')).toHaveValue(patient.memberId);
  await expect(field(page, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
  await expect(page.getByRole('checkbox', { name: 'Residential' })).toBeChecked();
  await expect(choice(page, 'Payer')).toHaveValue(PAYER);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inquiries' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/inquiries');
  await expect.poll(stored).not.toContain('coverlight.form');
});

test('the levels of care and the list of keys are sound at both widths', async ({ page }) => {
  await openNewInquiry(page);
  await choosePayer(page, 'Northwind Mutual');
  const levels = page.getByRole('group', { name: 'What care?' }).getByRole('checkbox');
  await expect(levels).toHaveCount(5);
  for (const box of await levels.all()) await box.check();
  await expect(page.getByText(/^Asks: /)).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectSound(page);
});
