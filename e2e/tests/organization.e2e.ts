import { downloadFrom, expect, expectSound, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';
import { linkTo, mailTo } from '../mails.ts';
import { aMember, anAddress, aPractice, invite, logIn, typeLogin } from '../people.ts';
import { NOBODY, PASSWORD } from '../product.ts';

const settings = '/organization/settings';

test('a manager invites, sends again, and revokes; each new link ends the one before', async ({ page }) => {
  const email = anAddress('guest');
  await page.goto(settings);
  await page.getByRole('link', { name: 'Invite a user' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Restricted user' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.keyboard.type(email);
  await page.getByRole('radio', { name: 'Standard user' }).check();
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('An invitation email has been sent.')).toBeVisible();
  await expect(page).toHaveURL(settings);

  const first = await linkTo(email, /invited/);
  const row = page.getByRole('table', { name: 'Invites' }).getByRole('row', { name: email });
  await expect(row).toContainText('Maren Holt');
  await row.getByRole('button', { name: `Resend the invitation to ${email}` }).click();
  await expect(page.getByText('Invitation sent!')).toBeVisible();
  await expect.poll(async () => (await linkTo(email, /invited/)) !== first, { timeout: 20_000 }).toBe(true);
  expect((await page.request.get(`/api/v1/invites/${first.split('/').at(-1)}`)).status()).toBe(404);

  await row.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invitation revoked!')).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Invites' }).locator('..')).toBeFocused();
  const last = await linkTo(email, /invited/);
  await page.goto(last);
  await expect(page.getByRole('alert')).toHaveText('This invitation is invalid or has expired.');
});

test('a manager gets from the organization to its plan', async ({ page }) => {
  await page.goto(settings);
  await page.getByRole('region', { name: 'Subscription' }).getByRole('link', { name: 'Subscription Plan' }).click();
  await expect(page).toHaveURL('/organization/settings/plan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription Plan');
});

test('a new address of a member is announced when it is asked for, not with every later change', async ({ page }) => {
  const member = await aMember('standard', 'Merle', 'Stokes');
  const path = `/organization/users/${member.id}/update`;
  await page.goto(path);
  const wanted = anAddress('merle');
  await page.getByLabel('Email').fill(wanted);
  await page.getByLabel('Your current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Merle Stokes was updated. They have to agree to the new email address at the present one.')).toBeVisible();
  await page.goto(path);
  await expect(page.getByText(`Changes to ${wanted} once its owner agreed through the link sent to the present address.`)).toBeVisible();
  // A manager's own browser, but the link is the owner's.
  await page.goto(await linkTo(member.email, /Do you agree/));
  await expectSound(page);
  await page.getByRole('button', { name: 'Agree to the new address' }).click();
  await expect(page.getByText('We sent a link to the new address')).toBeVisible();
  await linkTo(wanted, /Confirm your new email/);
  await page.goto(path);
  await expect(page.getByText(`Changes to ${wanted} once the link sent there was opened.`)).toBeVisible();
  await page.getByLabel('Last name').fill('Stoker');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Merle Stoker was updated.', { exact: true })).toBeVisible();
});

test('inviting somebody who has an account is refused under the address', async ({ page }) => {
  const member = await aMember();
  await page.goto('/organization/users/new');
  await page.getByLabel('Email').fill(member.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This email address already has an account.');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('tables show ten rows, and a pager only above ten', async ({ page, context }) => {
  await context.clearCookies();
  const practice = await aPractice();
  await logIn(page, practice.email);
  const call = async (index: number) =>
    await page.request.post('/api/v1/providers', {
      data: { name: `Annex ${String(index).padStart(2, '0')}`, npi: '1234567893', tax_id: '123456789' },
    });
  for (let index = 1; index <= 9; index += 1) expect((await call(index)).status()).toBe(201);
  await page.goto(settings);
  const providers = page.getByRole('region', { name: 'Providers' });
  await expect(providers.getByRole('row')).toHaveCount(11);
  await expect(providers.getByRole('button', { name: 'Page 2' })).toHaveCount(0);

  expect((await call(10)).status()).toBe(201);
  await page.reload();
  await expect(providers.getByRole('row')).toHaveCount(11);
  await providers.getByRole('button', { name: 'Page 2' }).click();
  await expect(providers.getByRole('row')).toHaveCount(2);
  await providers.getByRole('link', { name: /^Edit/ }).click();
  await page.goBack();
  await expect(providers.getByRole('row')).toHaveCount(2);
});

test('a provider is added, corrected and deactivated, and can then not be chosen any more', async ({ page, context }) => {
  await context.clearCookies();
  const practice = await aPractice();
  await logIn(page, practice.email);
  await page.goto(settings);
  await page.getByRole('link', { name: 'Add a provider' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Foxglove Annex');
  await page.getByLabel('NPI').fill('1234567893');
  await page.getByLabel('Tax ID').fill('98-7654321');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Foxglove Annex was added.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Foxglove Annex/ })).toContainText('98-7654321');

  await page.getByRole('link', { name: 'Edit Foxglove Annex' }).click();
  await expect(page.getByLabel('Tax ID')).toHaveValue('98-7654321');
  await page.getByLabel('Name').fill('Foxglove South');
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Deactivate Foxglove Annex?' }).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Foxglove South was updated.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Foxglove South/ })).toContainText('Inactive');
  await page.goto('/inquiries/new');
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await expect(page.getByRole('option')).toHaveText(['Foxglove Behavioral Main']);
});

for (const path of ['providers/01JZZZZZZZZZZZZZZZZZZZZZZZ/update', 'users/01JZZZZZZZZZZZZZZZZZZZZZZZ/update']) {
  test(`organization/${path} of nobody is not found`, async ({ page }) => {
    await page.goto(`/organization/${path}`);
    await expect(page).toHaveURL('/404');
  });
}

test('a member is made a manager, then deactivated, which ends the sessions at once', async ({ page, browser, baseURL }) => {
  const member = await aMember('restricted', 'Linnet', 'Corbin');
  const elsewhere = await browser.newContext({ baseURL, storageState: NOBODY });
  const other = await elsewhere.newPage();
  await logIn(other, member.email);
  await page.goto(`/organization/users/${member.id}/update`);
  await expect(page.getByRole('radio', { name: 'Restricted user' })).toBeChecked();
  await page.getByRole('radio', { name: 'Manager' }).check();
  await page.getByRole('switch', { name: 'Can see reimbursement estimates' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Linnet Corbin was updated.')).toBeVisible();
  await expect(page).toHaveURL(settings);
  await other.goto(settings);
  await expect(other).toHaveURL(settings);

  await page.goto(`/organization/users/${member.id}/update`);
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Linnet Corbin?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Linnet Corbin was updated.')).toBeVisible();
  expect((await elsewhere.request.get('/api/v1/auth/refresh')).status()).toBe(401);
  await typeLogin(other, member.email);
  await expect(other.getByRole('alert')).toHaveText('This account is deactivated. Please ask your manager.');
  await elsewhere.close();
});

test('the only manager keeps the own level', async ({ page, context }) => {
  await context.clearCookies();
  const practice = await aPractice();
  await logIn(page, practice.email);
  await page.goto(settings);
  await page.getByRole('link', { name: 'Edit Isolde Quarry' }).click();
  await expect(page.getByRole('radio', { name: 'Standard user' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Active' })).toBeDisabled();
  await page.getByLabel('Last name').fill('Quarrie');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Isolde Quarrie was updated.')).toBeVisible();
});

test('the audit log tells who did what, by period, user and action, and exports it', async ({ page, context }) => {
  await context.clearCookies();
  const practice = await aPractice();
  await logIn(page, practice.email);
  await page.goto(settings);
  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row').nth(1)).toContainText('Isolde Quarry');
  await expect(log.getByRole('row', { name: /Organization: register/ })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Organization: register' }).click();
  await expect(log.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Signed in: all' }).click();
  await expect(log.getByRole('row', { name: /Organization: register/ })).toHaveCount(0);
  await expect(log.getByRole('row', { name: /Login/ }).first()).toBeVisible();

  const file = await downloadFrom(page.getByRole('button', { name: 'Export CSV' }));
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'From … to …' }).click();
  await page.getByLabel('From').fill('01/01/2020');
  await page.getByLabel('To', { exact: true }).fill('01/31/2020');
  await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(log.getByRole('row').nth(1)).toBeVisible();
  await expect(log.locator('..')).toBeFocused();
});

test('the audit log names the patient and leads to the answer; what an open list refreshed is shown where it is wished', async ({
  page,
}) => {
  const id = await askPayer(page.request, aPatient('PLAIN', { first: 'Corisande', last: 'Vellum' }));
  const refresh = async () => await page.request.get('/api/v1/inquiries?patient_last_name=Vellum', { headers: { 'x-background': '1' } });
  await refresh();
  await refresh();
  await page.goto(`/inquiries/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benefits check');
  await page.goto('/organization/audit');
  const log = page.getByRole('table', { name: 'Audit log' });
  const pickAction = async (name: string) => {
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const refreshes = log.getByRole('row', { name: /Inquiry: list again/ });
  await pickAction('Viewed: all');
  await expect(log.getByRole('row', { name: /Corisande Vellum/ }).first()).toBeVisible();
  await expect(refreshes).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show refreshes of open lists' }).check();
  await expect(refreshes.filter({ hasText: 'Corisande Vellum' }).first()).toBeVisible();
  await pickAction('Inquiry: view');
  await expect(refreshes).toHaveCount(0);
  await log
    .getByRole('link', { name: 'Corisande Vellum' })
    .and(page.locator(`[href="/inquiries/${id}"]`))
    .first()
    .click();
  await expect(page).toHaveURL(`/inquiries/${id}`);
});

test('an invitation names the person who sent it and the organization', async () => {
  const email = anAddress('named');
  await invite(email);
  expect((await mailTo(email, /invited/)).text).toContain('Maren Holt invites you to join Harbor Recovery Center');
});
