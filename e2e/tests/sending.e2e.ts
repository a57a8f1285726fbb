import { expect, needsChromium, test } from '../fixtures.ts';
import {
  aPatient,
  choice,
  choosePayer,
  chooseProvider,
  chooseServices,
  field,
  fillInquiry,
  openNewInquiry,
  PAYER,
  PAYER_OF_TWO_COMBOS,
  PROVIDER,
  sendButton,
  sendNew,
} from '../inquiries.ts';

const DETAIL = /\/inquiries\/[0-9A-Z]{26}$/;
const MAX_RETRY = 'The payer is taking a long time to respond. Please try again later. You need not send it again: we keep asking until';

test('an ordinary check opens its answer, which begins with one sentence', async ({ page }) => {
  const patient = aPatient();
  await sendNew(page, patient);
  await expect(page).toHaveURL(DETAIL);
  await expect(page).toHaveTitle('Benefits check · Coverlight');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByText(/^Active: .*\.$/)).toBeVisible();
  await expect(answer).toContainText(/marigold fenwick/i);
  await expect(answer).toContainText('born 04/17/1984');
  await expect(answer).toContainText(patient.memberId);
  await expect(answer).toContainText('through Availity');
});

test('sending twice in one moment asks the payer once', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/inquiries')) sent.push(request.url());
  });
  await openNewInquiry(page);
  await fillInquiry(page, aPatient());
  await sendButton(page).dblclick();
  await expect(page).toHaveURL(DETAIL);
  expect(sent).toHaveLength(1);
});

test('a slow payer shows the time so far, the person may leave, and the list tells of the answer', async ({ page }) => {
  const patient = aPatient('SLOW', { first: 'Tobias', last: `Wexcombe` });
  await sendNew(page, patient);
  const status = page.getByRole('status').filter({ hasText: `Asking ${PAYER}…` });
  await expect(status).toBeVisible();
  await expect(status).toContainText('You need not wait: the list will show the answer.');
  await expect(page.getByText(/^[345] s so far$/)).toBeVisible();
  await page.getByRole('button', { name: 'Leave and let it go on' }).click();
  await expect(page).toHaveURL('/inquiries');
  const row = page.getByRole('row', { name: /Tobias Wexcombe/ });
  await expect(row).toContainText('for ');
  await expect(page.getByText(`${PAYER} has answered for Tobias Wexcombe.`)).toBeVisible({ timeout: 30_000 });
  await row.getByRole('link', { name: 'Tobias Wexcombe', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Answer' }).getByText(/^Active: /)).toBeVisible({ timeout: 20_000 });
});

test('a payer that does not answer: a warning for twenty seconds, the list shows the check, and it can be stopped', async ({ page }) => {
  const patient = aPatient('NEVER', { first: 'Ottilie', last: 'Brackwater' });
  await page.clock.install();
  await sendNew(page, patient);
  const toast = page.getByText(MAX_RETRY);
  await expect(toast).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL('/inquiries');
  await page.mouse.move(0, 0);
  await page.clock.runFor(15_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(toast).toBeHidden();
  const row = page.getByRole('row', { name: /Ottilie Brackwater/ });
  await row.getByRole('button', { name: 'Stop asking for Ottilie Brackwater' }).click();
  const dialog = page.getByRole('dialog', { name: `Stop asking ${PAYER}?` });
  await expect(dialog.getByRole('button', { name: 'Keep asking' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stop asking' }).click();
  await expect(row).toContainText(/stopped|cancel/i);
  await expect(row.getByRole('button', { name: /Stop asking/ })).toHaveCount(0);
});

test('a payer whose connection is down keeps the check and never says that the patient is not covered', async ({ page }) => {
  await sendNew(page, aPatient('DOWN', { first: 'Leander', last: 'Mossgrave' }));
  await expect(page.getByText(MAX_RETRY)).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL('/inquiries');
  const row = page.getByRole('row', { name: /Leander Mossgrave/ });
  await expect(row).toContainText('for ');
  await expect(row).not.toContainText(/inactive|not covered/i);
});

test('a patient the payer does not know: the sentence and what to do, everything stays typed, and the correction is sent as such', async ({
  page,
}) => {
  const patient = aPatient('NOTFOUND');
  await sendNew(page, patient);
  const banner = page.getByRole('alert').first();
  await expect(banner).toContainText(/An unexpected error occurred for \w+: Subscriber\/Insured Not Found/);
  const memberId = field(page, 'Member ID');
  await expect(memberId).toHaveAccessibleDescription(/Try fewer fields, another way to identify the patient, or another payer\./);
  await expect(memberId).toBeFocused();
  await expect(page).toHaveURL('/inquiries/new');
  await expect(field(page, 'Member ID')).toHaveValue(patient.memberId);
  await expect(choice(page, 'Provider')).toHaveValue(/Harbor/);
  const corrected = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/inquiries'));
  await field(page, 'Member ID').fill(aPatient().memberId);
  await sendButton(page).click();
  await expect(page).toHaveURL(DETAIL);
  needsChromium('The body of a request is not told of.');
  expect(((await corrected).postDataJSON() as { parentId: string }).parentId).toMatch(/^[0-9A-Z]{26}$/);
});

test('a refused field that the chosen way of searching does not have joins it with help and the focus', async ({ page }) => {
  const patient = aPatient('BADDOB');
  await openNewInquiry(page);
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER_OF_TWO_COMBOS);
  await page.getByRole('radio', { name: 'Member ID, patient last name and patient first name' }).check();
  await field(page, 'Member ID').fill(patient.memberId);
  await field(page, 'Patient Last Name').fill(patient.last);
  await field(page, 'Patient First Name').fill(patient.first);
  await expect(field(page, 'Patient Date of Birth')).toHaveCount(0);
  await chooseServices(page, 'Mental Health');
  await sendButton(page).click();
  await expect(page.getByRole('alert').first()).toContainText('An unexpected error occurred for patientBirthDate');
  await expect(field(page, 'Patient Date of Birth')).toBeFocused();
  await expect(field(page, 'Patient Date of Birth')).toHaveAccessibleDescription(/Compare the birth date with the card/);
});

test('a wrong birth date is marked at its field, which has the focus', async ({ page }) => {
  await sendNew(page, aPatient('BADDOB'));
  await expect(page.getByRole('alert').first()).toContainText('An unexpected error occurred for patientBirthDate');
  await expect(field(page, 'Patient Date of Birth')).toHaveAccessibleDescription(/Compare the birth date/);
  await expect(field(page, 'Patient Date of Birth')).toBeFocused();
});

test('a provider that is not on file is named as such', async ({ page }) => {
  await sendNew(page, aPatient('NPI'));
  await expect(page.getByText('There seems to be a problem with your configured provider information. (51)')).toBeVisible();
});

test('a request that the clearinghouse refuses shows its own sentence above and its words at the fields', async ({ page }) => {
  await sendNew(page, aPatient('INVALID'));
  await expect(page.getByRole('alert').first()).not.toBeEmpty();
  await expect(page).toHaveURL('/inquiries/new');
  const invalid = page.locator('[aria-invalid="true"]');
  await expect(invalid.first()).toBeVisible();
});

test('an answer of the last day for the same question is offered, and sending anyway is one key', async ({ page }) => {
  const patient = aPatient();
  await sendNew(page, patient);
  await expect(page).toHaveURL(DETAIL);
  const first = page.url();
  await sendNew(page, patient);
  const dialog = page.getByRole('dialog', { name: 'This was answered within the last 24 hours' });
  await expect(dialog).toContainText('Maren Holt asked this payer the same on');
  await dialog.getByRole('button', { name: 'Open that answer' }).click();
  await expect(page).toHaveURL(first);
  await sendNew(page, patient);
  await expect(dialog.getByRole('button', { name: 'Send anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(DETAIL);
  expect(page.url()).not.toBe(first);
});
