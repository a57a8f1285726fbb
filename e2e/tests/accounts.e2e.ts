import { expect, test } from '../fixtures.ts';
import { linkTo, mailsTo, mailTo } from '../mails.ts';
import { sessionFile } from '../product.ts';
import { aMember, anAddress, invite, logIn, NEW_PASSWORD, password, typeLogin } from '../people.ts';

const REGISTERED = "You've registered and been logged in!";
const DEAD_INVITE = 'This invitation is invalid or has expired.';

test.use({ as: 'nobody' });

test('a practice registers, is signed in and gets a welcome', async ({ page }) => {
  const email = anAddress('practice');
  await page.goto('/register');
  await expect(page.getByLabel('Organization name')).toBeFocused();
  await page.keyboard.type('  Thistle Behavioral  ');
  for (const [label, value] of [
    ['First name', 'Ottoline'],
    ['Last name', 'Marsh'],
    ['Email', email],
    ['Facility name', 'Thistle East'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Phone').pressSequentially('call 5550107788 or 9');
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-7788');
  await expect(page.getByLabel('Phone')).toHaveAttribute('maxlength', '14');
  await password(page).fill('short');
  await page.getByLabel('NPI').pressSequentially('1234567890');
  await page.getByLabel('Tax ID').pressSequentially('123456789');
  await expect(page.getByLabel('Tax ID')).toHaveValue('12-3456789');

  const send = page.getByRole('main').getByRole('button', { name: 'Register' });
  await send.click();
  await expect(page.getByText('Please enter a valid 10-digit NPI.')).toBeVisible();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expect(page.getByLabel('NPI')).toBeFocused();
  await page.getByLabel('NPI').fill('1234567893');
  await page.getByRole('checkbox', { name: 'I agree to the Terms and Conditions' }).check();
  await send.click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription(/15 characters/);
  await password(page).fill(NEW_PASSWORD);
  await send.click();

  await expect(page.getByText(REGISTERED)).toBeVisible();
  await expect(page).toHaveURL('/welcome');
  await page.getByRole('button', { name: 'Run the sample check' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This is a sample' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('QUACKENBUSH');
  await page.getByRole('link', { name: 'Go on to the plans' }).click();
  await expect(page).toHaveURL('/organization/settings/plan');
  await expect(page.getByRole('button', { name: email })).toBeVisible();
  expect((await mailTo(email, /Welcome/)).text).not.toContain('Thistle East');
});

test('saved information fills the registration in; a link that is not known leaves it empty', async ({ page, playwright, baseURL }) => {
  const admin = await playwright.request.newContext({ baseURL, storageState: sessionFile('admin') });
  const reply = await admin.post('/api/v1/admin/auth/register/info', {
    data: {
      first_name: 'Ottoline',
      last_name: 'Marsh',
      email: anAddress('prepared'),
      phone: '5550107788',
      organization_name: 'Sedge Behavioral',
      provider_name: 'Sedge East',
      provider_npi: '1234567893',
      provider_tax_id: '123456789',
    },
  });
  const { register_url: url } = (await reply.json()) as { register_url: string };
  await admin.dispose();
  await page.goto(url);
  await expect(page.getByLabel('Organization name')).toHaveValue('Sedge Behavioral');
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-7788');
  await expect(page.getByLabel('Tax ID')).toHaveValue('12-3456789');
  await password(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await expect(page.getByText(REGISTERED)).toBeVisible();

  await page.context().clearCookies();
  await page.goto(url);
  await expect(page.getByLabel('Organization name')).toBeFocused();
  await expect(page.getByLabel('Organization name')).toHaveValue('');
});

test('an address that has an account is refused under its field', async ({ page }) => {
  const member = await aMember();
  await page.goto('/register');
  for (const [label, value] of [
    ['Organization name', 'Thistle'],
    ['First name', 'Ottoline'],
    ['Last name', 'Marsh'],
    ['Email', member.email.toUpperCase()],
    ['Phone', '5550107788'],
    ['Facility name', 'Thistle East'],
    ['NPI', '1234567893'],
    ['Tax ID', '123456789'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await password(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already has an account/);
  await expect(page.getByLabel('Organization name')).toHaveValue('Thistle');
});

test('typed work is not left without a question', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Organization name').fill('Thistle');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Organization name')).toHaveValue('Thistle');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/login');
});

test('somebody invited registers with the address that was invited, and the link works once', async ({ page }) => {
  const email = anAddress('invited');
  const link = await invite(email);
  await page.goto(link);
  await expect(page.getByText('Maren Holt invited you to Coverlight.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Wren');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Phone').fill('5550103344');
  await password(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');

  await expect(page.getByText(REGISTERED)).toBeVisible();
  await expect(page).toHaveURL('/inquiries');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(DEAD_INVITE);
});

test('an invitation revoked while its form is being filled in says so in place of the form', async ({ page, playwright, baseURL }) => {
  const email = anAddress('revoked');
  await page.goto(await invite(email));
  for (const [label, value] of [
    ['First name', 'Wren'],
    ['Last name', 'Okafor'],
    ['Phone', '5550103344'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await password(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox').check();
  const manager = await playwright.request.newContext({ baseURL, storageState: sessionFile('manager') });
  const { invites } = (await (await manager.get('/api/v1/invites')).json()) as { invites: Array<{ id: string; email: string }> };
  const id = invites.find((one) => one.email === email)?.id ?? '';
  expect((await manager.put(`/api/v1/invites/${id}`, { data: { revoke: true } })).status()).toBe(200);
  await manager.dispose();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(DEAD_INVITE);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('an invitation that never was shows the sentence and no form', async ({ page }) => {
  await page.goto('/register/ABCDEFGHJKMNPQRSTVWXYZ0123');
  await expect(page.getByRole('alert')).toHaveText(DEAD_INVITE);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a forgotten password is set anew through the mailed link, which works once', async ({ page }) => {
  const member = await aMember();
  await page.goto('/login');
  await page.getByRole('link', { name: "Can't remember?" }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(` ${member.email} `);
  await page.keyboard.press('Enter');
  await expect(page.getByText('If that address has an account, an email with a link is on its way.')).toBeVisible();
  await expect(page).toHaveURL('/login');

  const link = await linkTo(member.email, /new password/);
  await page.goto(link);
  await password(page, 'New password').fill('a quiet harbor at dawn');
  await password(page, 'New password again').fill('a quiet harbor at dusk');
  await page.keyboard.press('Enter');
  await expect(password(page, 'New password again')).toHaveAccessibleDescription('The two passwords do not match.');
  await password(page, 'New password again').fill('a quiet harbor at dawn');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been reset.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await mailTo(member.email, /has been reset/);

  await page.goto(link);
  await password(page, 'New password').fill('another harbor entirely');
  await password(page, 'New password again').fill('another harbor entirely');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('invalid or has expired');
  await typeLogin(page, member.email);
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
  await logIn(page, member.email, 'a quiet harbor at dawn');
});

test('a reset for an unknown address says the same and sends nothing; the message stays ten seconds', async ({ page }) => {
  const email = anAddress('nobody');
  await page.clock.install();
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const toast = page.getByText('If that address has an account, an email with a link is on its way.');
  await expect(toast).toBeVisible();
  await page.clock.fastForward(6_000);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(4_500);
  await expect(toast).toBeHidden();
  expect(await mailsTo(email)).toEqual([]);
});
