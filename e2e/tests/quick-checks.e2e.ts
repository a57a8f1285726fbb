import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer, choice, choosePayer, field, sendButton } from '../inquiries.ts';

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
  await expect(choice(page, 'Payer')).toHaveValue('SABLE BEHAVIORAL PARTNERS');
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
