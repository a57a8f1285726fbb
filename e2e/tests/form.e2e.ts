import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOBODY } from '../product.ts';
import {
  aPatient,
  choice,
  choosePayer,
  chooseProvider,
  chooseServices,
  field,
  makeDraft,
  openNewInquiry,
  PAYER,
  PAYER_OF_TWO_COMBOS,
  PROVIDER,
  sendButton,
  typePatient,
} from '../inquiries.ts';
import { aPractice, logIn } from '../people.ts';

const asOfToday = (page: Page) => page.getByRole('checkbox', { name: 'As Of Today' });

test('only the fields of the chosen way of searching are shown, and the usual one is remembered for the payer', async ({ page }) => {
  await openNewInquiry(page);
  await choosePayer(page, PAYER_OF_TWO_COMBOS);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(field(page, 'Patient Date of Birth')).toBeVisible();
  await expect(field(page, 'Patient Last Name')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Member ID, patient last name and patient first name' }).check();
  await expect(field(page, 'Patient Date of Birth')).toHaveCount(0);
  await expect(field(page, 'Patient Last Name')).toBeVisible();
  // This tab would give the form back as it was.
  const other = await page.context().newPage();
  await openNewInquiry(other);
  await choosePayer(other, PAYER_OF_TWO_COMBOS);
  await expect(other.getByRole('radio', { name: 'Member ID, patient last name and patient first name' })).toBeChecked();
});

test('an empty form names what is missing under each field and puts the focus on the first', async ({ page }) => {
  await openNewInquiry(page);
  await sendButton(page).click();
  await expect(choice(page, 'Provider')).toHaveAccessibleDescription(/Please choose a provider\./);
  await expect(choice(page, 'Provider')).toBeFocused();
  await expect(choice(page, 'Payer')).toHaveAccessibleDescription(/Please choose a payer\./);
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER);
  await sendButton(page).click();
  await expect(page.getByText('Please select one or more service types.')).toBeVisible();
  await expect(field(page, 'Member ID')).toBeFocused();
});

test('a birth date may be pasted in common forms, must be whole, and not in the future or a hundred years ago', async ({ page }) => {
  await openNewInquiry(page);
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER);
  const box = field(page, 'Patient Date of Birth');
  const paste = async (text: string) => {
    await box.fill('');
    const copied = field(page, 'Member ID');
    await copied.fill(text);
    for (const key of ['A', 'C']) await copied.press(`ControlOrMeta+${key}`);
    await box.press('ControlOrMeta+V');
  };
  await paste('1980-02-29');
  await expect(box).toHaveValue('02/29/1980');
  await paste('2/9/1980');
  await expect(box).toHaveValue('02/09/1980');
  for (const wrong of ['0229', '02301980', '01012090', '01011900']) {
    await box.fill('');
    await box.pressSequentially(wrong);
    await sendButton(page).click();
    await expect(box, `${wrong} is refused`).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toHaveAccessibleDescription(/.+/);
  }
});

test('as of today is preset and clears the date; a date typed lifts it', async ({ page }) => {
  await openNewInquiry(page);
  await choosePayer(page, PAYER);
  await expect(asOfToday(page)).toBeChecked();
  await field(page, 'As of Date').pressSequentially('01152026');
  await expect(asOfToday(page)).not.toBeChecked();
  await asOfToday(page).check();
  await expect(field(page, 'As of Date')).toHaveValue('');
});

test('a group of payers asks for the plan, and the start of the member ID chooses it', async ({ page }) => {
  await openNewInquiry(page);
  await choosePayer(page, 'Blue Cross Blue Shield of Meridian');
  await expect(choice(page, 'Plan')).toHaveValue('');
  await field(page, 'Member ID').fill('MRH4471902');
  await expect(choice(page, 'Plan')).toHaveValue(/\(MRH\)$/);
  await expect(field(page, 'Member ID')).toHaveValue('MRH4471902');
});

test('the payer is found by any part of its name', async ({ page }) => {
  await openNewInquiry(page);
  await choice(page, 'Payer').fill('comm sunfl');
  await expect(page.getByRole('option')).toHaveText([PAYER]);
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Payer')).toHaveValue(PAYER);
  await choice(page, 'Payer').fill('zzz');
  await expect(page.getByText('No payer has this name')).toBeVisible();
});

test('a draft is saved, edited and sent, and stays one inquiry', async ({ page }) => {
  const patient = aPatient('DRAFT', { first: 'Cosima', last: 'Threadgold' });
  await openNewInquiry(page);
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER);
  await field(page, 'Member ID').fill(patient.memberId);
  await field(page, 'Patient Last Name').fill('  Threadgold ');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page).toHaveURL('/inquiries');
  await page
    .getByRole('row', { name: /Threadgold/ })
    .getByRole('link', { name: /^Edit the draft/ })
    .click();
  await expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}\/draft$/);
  const id = page.url().split('/').at(-2) ?? '';
  await expect(field(page, 'Patient Last Name')).toHaveValue('Threadgold');
  await typePatient(page, patient);
  await chooseServices(page, 'Mental Health');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL('/inquiries');
  await page.getByRole('link', { name: 'Edit the draft for Cosima Threadgold' }).click();
  await expect(field(page, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
  await sendButton(page).click();
  await expect(page).toHaveURL(`/inquiries/${id}`);
});

test('what is wrong in a draft is said under its field, and nothing is required', async ({ page }) => {
  await openNewInquiry(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(choice(page, 'Provider')).toHaveAccessibleDescription(/Please choose a provider\./);
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER);
  await field(page, 'Patient Date of Birth').pressSequentially('0417');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(field(page, 'Patient Date of Birth')).toHaveAccessibleDescription(/whole date/);
  await expect(page).toHaveURL('/inquiries/new');
});

test('leaving with changes asks once, staying keeps everything, and leaving loses it', async ({ page }) => {
  await openNewInquiry(page);
  await choosePayer(page, PAYER);
  await field(page, 'Member ID').fill('STAY1');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inquiries' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Member ID')).toHaveValue('STAY1');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inquiries' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/inquiries');
});

test('an untouched form may be left at once', async ({ page }) => {
  await openNewInquiry(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inquiries' }).click();
  await expect(page).toHaveURL('/inquiries');
});

test('the draft screen of a sent inquiry is not found', async ({ page }) => {
  await page.goto('/inquiries');
  const link = page.getByRole('link', { name: /^Check again for/ }).first();
  await page.goto(((await link.getAttribute('href')) ?? '').replace('/copy', '/draft'));
  await expect(page).toHaveURL('/404');
});

test('a copy of an inquiry that is not there is not found', async ({ page }) => {
  await page.goto('/inquiries/00000000000000000000000000/copy');
  await expect(page).toHaveURL('/404');
});

test('a draft whose provider was switched off says so, and another must be chosen', async ({ page, context }) => {
  // In a practice of its own: meanwhile others would send for this provider.
  await context.clearCookies();
  await logIn(page, (await aPractice()).email);
  const created = await page.request.post('/api/v1/providers', { data: { name: 'Harbor Annex', npi: '1234567893', tax_id: '842201937' } });
  expect(created.status()).toBe(201);
  const { provider } = (await created.json()) as { provider: { id: string } };
  const id = await makeDraft(page.request, aPatient('ANNEX'), provider.id);
  expect((await page.request.put(`/api/v1/providers/${provider.id}`, { data: { is_active: false } })).status()).toBe(200);
  await page.goto(`/inquiries/${id}/draft`);
  await expect(page.getByRole('alert')).toHaveText('The provider used is no longer available, please select a different one.');
  await expect(choice(page, 'Provider')).toHaveValue('');
});

test.describe('a standard user', () => {
  test.use({ as: 'standard' });
  test('is told to ask the manager for a missing provider', async ({ page }) => {
    await openNewInquiry(page);
    await expect(page.getByText('Not in the list? Please ask your manager to add the provider.')).toBeVisible();
  });
});

test('a form that a session ended over stands there again after signing in', async ({ page, browser }) => {
  const context = await browser.newContext({ storageState: NOBODY });
  const login = { data: { email: 'standard@demo.test', password: 'harbor lights at night' } };
  await context.request.post('/api/v1/auth/login', login);
  const own = await context.newPage();
  const patient = aPatient('BACK');
  await openNewInquiry(own);
  await chooseProvider(own, PROVIDER);
  await choosePayer(own, PAYER);
  await typePatient(own, patient);
  await context.request.post('/api/v1/auth/logout');
  await own.getByRole('button', { name: 'Save draft' }).click();
  await expect(own).toHaveURL('/login?next=%2Finquiries%2Fnew');
  await own.getByLabel('Email').fill('standard@demo.test');
  await own.getByLabel('Password', { exact: true }).fill('harbor lights at night');
  await own.keyboard.press('Enter');
  await expect(field(own, 'Member ID')).toHaveValue(patient.memberId);
  await expect(field(own, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
  await context.close();
  await page.close();
});
