import { expect, expectSound, test } from '../fixtures.ts';
import { NOBODY, PASSWORD } from '../product.ts';
import type { Page } from '@playwright/test';

test.use({ as: 'admin' });

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

async function giveReason(page: Page, words = 'Support case 12'): Promise<void> {
  await page.getByRole('textbox', { name: 'Reason' }).fill(words);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A practice that no other test knows. Returns its id. */
async function registerPractice(page: Page, name: string): Promise<string> {
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@example.test`;
  const registered = await page.request.fetch('/api/v1/auth/register', {
    method: 'POST',
    data: {
      organization_name: name,
      first_name: 'Nora',
      last_name: 'Vance',
      email,
      phone: '5550142000',
      password: PASSWORD,
      provider_name: `${name} Main`,
      provider_npi: '1234567893',
      provider_tax_id: '123456789',
      agree: true,
    },
  });
  expect(registered.status()).toBe(201);
  const { user } = (await registered.json()) as { user: { organization: { id: string } } };
  return user.organization.id;
}

test('an organization is overridden, left by its people and taken back, by keyboard', async ({ page, browser, baseURL }) => {
  const stranger = await browser.newContext({ baseURL: baseURL ?? '', storageState: NOBODY });
  const id = await registerPractice(await stranger.newPage(), 'Quarry Lane Clinic');
  // Firefox gives the focus to the page of the window in front only.
  await page.bringToFront();
  await page.goto(`/admin/organizations/${id}`);
  const override = page.getByRole('switch', { name: 'Reimbursement override' });
  await override.focus();
  await page.keyboard.press('Space');
  await expect(override).toBeChecked();
  await expect(override).toBeEnabled();
  await expect(override).toBeFocused();

  await page.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(messages(page)).toContainText('Quarry Lane Clinic was deactivated.');
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeFocused();
  expect((await stranger.request.get('/api/v1/auth/refresh')).status()).toBe(401);

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('link', { name: 'Harbor Recovery Center' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quarry Lane Clinic' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show Deactivated' }).press('Space');
  await page.getByRole('link', { name: 'Quarry Lane Clinic' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(messages(page)).toContainText('Quarry Lane Clinic was reactivated.');
  await stranger.close();
});

test('an invitation is sent, sent again and revoked, and the focus is never lost', async ({ page, browser, baseURL }) => {
  const stranger = await browser.newContext({ baseURL: baseURL ?? '', storageState: NOBODY });
  const id = await registerPractice(await stranger.newPage(), 'Thornfield Practice');
  await stranger.close();
  await page.goto(`/admin/organizations/${id}/invite`);
  await page.getByRole('textbox', { name: 'Email' }).fill('invited.person@example.test');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(messages(page)).toContainText('An invitation email has been sent.');
  await expect(page).toHaveURL(new RegExp(`/admin/organizations/${id}$`));

  const resend = page.getByRole('button', { name: 'Resend the invitation to invited.person@example.test' });
  await resend.press('Enter');
  await expect(messages(page)).toContainText('Invitation sent!');
  await expect(resend).toBeFocused();
  await page.getByRole('button', { name: 'Revoke the invitation to invited.person@example.test' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(messages(page)).toContainText('Invitation revoked!');
  await expect(resend).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Invites' }).locator(':focus')).toHaveCount(1);
});

test('a double click sends an invitation again only once, and flips a switch only once', async ({ page, browser, baseURL }) => {
  const stranger = await browser.newContext({ baseURL: baseURL ?? '', storageState: NOBODY });
  const id = await registerPractice(await stranger.newPage(), 'Willow Bend Practice');
  await stranger.close();
  await page.request.post('/api/v1/admin/invites', { data: { email: 'twice.asked@example.test', organization_id: id } });
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') changes.push(new URL(request.url()).pathname);
  });
  await page.goto(`/admin/organizations/${id}`);
  await page.getByRole('button', { name: 'Resend the invitation to twice.asked@example.test' }).dblclick();
  await expect(messages(page)).toContainText('Invitation sent!');
  const override = page.getByRole('switch', { name: 'Reimbursement override' });
  await override.dblclick();
  await expect(override).toBeEnabled();
  await expect(override).toBeChecked();
  expect(changes).toEqual([expect.stringContaining('/admin/invites/'), `/api/v1/admin/organizations/${id}`]);
});

test('the question for a reason takes the cursor, says what is missing and then leads to the list', async ({ page }) => {
  await page.goto('/admin/inquiries');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(reason).toBeFocused();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await reason.fill('Support case 20');
  await reason.press('Enter');
  await expect(page.getByRole('table', { name: 'Inquiries' })).toBeVisible();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('no column of the inquiries is cut off on an ordinary screen', async ({ page }) => {
  // The letters of the tests are narrow ones.
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto('/admin/inquiries');
  await giveReason(page);
  const table = page.getByRole('table', { name: 'Inquiries' });
  await expect(table.getByRole('link').first()).toBeVisible();
  const [needed, given] = await table.evaluate((element) => [element.scrollWidth, element.parentElement?.clientWidth ?? 0]);
  expect(needed).toBeLessThanOrEqual(given ?? 0);
});

test('reloading a list keeps what was chosen, and no patient ever stands in the address', async ({ page }) => {
  await page.goto('/admin/organizations');
  await expect(page.getByRole('link', { name: 'Harbor Recovery Center' })).toBeVisible();
  await page.getByRole('switch', { name: 'Show Deactivated' }).press('Space');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('lakeside');
  await expect(page.getByRole('link', { name: 'Harbor Recovery Center' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('lakeside');
  await expect(page.getByRole('switch', { name: 'Show Deactivated' })).toBeChecked();
  await expect(page.getByRole('link', { name: 'Lakeside Counseling' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Harbor Recovery Center' })).toHaveCount(0);

  await page.goto('/admin/inquiries');
  await giveReason(page);
  await page.getByRole('checkbox', { name: 'Draft', exact: true }).uncheck();
  await page.getByRole('searchbox', { name: 'Search' }).fill('brantwood');
  await expect(page.getByRole('table', { name: 'Inquiries' }).getByRole('link', { name: /^Open the inquiry/ })).toHaveCount(1);
  expect(page.url()).toMatch(/\/admin\/inquiries\?statuses=[a-z%2C-]+$/);
  await page.reload();
  await giveReason(page);
  await expect(page.getByRole('checkbox', { name: 'Draft', exact: true })).not.toBeChecked();
});

test('one status has to stay chosen, and the list says so', async ({ page }) => {
  await page.goto('/admin/inquiries');
  await giveReason(page);
  for (const name of ['Asking', 'Still asking', 'No answer', 'Out of date', 'Stopped', 'Draft'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck();
  const last = page.getByRole('checkbox', { name: 'Complete', exact: true });
  await last.press('Space');
  await expect(last).toBeChecked();
  await expect(page.getByText('One status has to stay chosen. Show All Inquiries shows every one.')).toBeVisible();
});

test('an organization that cannot be read is not said to be missing', async ({ page }) => {
  const { organizations } = (await (await page.request.get('/api/v1/admin/organizations')).json()) as { organizations: { id: string }[] };
  const id = organizations[1]?.id ?? '';
  for (const path of [`/admin/organizations/${id}`, `/admin/organizations/${id}/invite`]) {
    await page.route(`**/api/v1/admin/organizations/${id}`, async (route) => await route.fulfill({ status: 500, json: { errors: {} } }));
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('An error occurred. Please try again later.');
    expect(new URL(page.url()).pathname).toBe(path);
    await page.unroute(`**/api/v1/admin/organizations/${id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('the inquiries of all are asked for with a reason, open where there is an answer, and can all be looked into', async ({ page }) => {
  await page.goto('/admin/inquiries');
  await giveReason(page);
  const table = page.getByRole('table', { name: 'Inquiries' });
  await expect(table.getByRole('columnheader')).toHaveText(
    ['Details', 'Patient', 'Organization', 'User', 'Provider', 'Payer', 'Date', 'Status', 'Visibility', 'EIV', 'Source', 'Actions'],
    { useInnerText: true },
  );
  const draft = table.getByRole('row').filter({ hasText: 'Draft' }).first();
  await expect(draft.getByRole('link', { name: /^Open the inquiry for/ })).toBeVisible();
  await expect(draft.getByRole('cell').nth(1).getByRole('link')).toHaveCount(0);
  const complete = table.getByRole('row').filter({ hasText: 'Complete' }).first();
  // As the clearinghouse calls itself, wherever it is named.
  await expect(complete.getByRole('cell').nth(10)).toHaveText('Availity', { useInnerText: true });
  await complete.getByRole('cell').nth(1).getByRole('link').click();
  await giveReason(page, 'Support case 13');
  await expect(page.getByText('Raw coverage response')).toBeVisible();
  await page.getByText('Raw coverage response').press('Enter');
  await expect(page.getByLabel('Raw coverage response')).toContainText('"patient"');
});

test('a list of inquiries that cannot be read says so for 5 seconds and offers to try again', async ({ page }) => {
  await page.goto('/admin/inquiries');
  await page.route('**/api/v1/admin/inquiries?*', async (route) => await route.fulfill({ status: 500, json: { errors: {} } }));
  await giveReason(page);
  const words = messages(page).getByText('An error occurred while fetching inquiries.');
  await expect(words).toBeVisible();
  const shownAt = Date.now();
  await expect(words).toBeHidden();
  expect(Date.now() - shownAt).toBeGreaterThan(3_500);
  await page.unroute('**/api/v1/admin/inquiries?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Inquiries' }).getByRole('link').first()).toBeVisible();
});

test('a schema that nothing can be asked with is refused in words, and one that is not saved is not lost silently', async ({ page }) => {
  const created = await page.request.post('/api/v1/admin/payers', { data: { name: 'Wicklow Mutual', code: 'WICK1' } });
  const { payer } = (await created.json()) as { payer: { id: string } };
  await page.goto(`/admin/payers/${payer.id}/update`);
  await page.getByRole('checkbox', { name: 'Last name', exact: true }).check();
  await page.getByRole('link', { name: 'Back to the payer' }).click();
  await expect(page.getByRole('dialog')).toContainText('What you entered has not been saved.');
  await page.getByRole('dialog').getByRole('button').first().click();

  await page.getByRole('textbox', { name: 'memberId: Pattern' }).fill('[');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('The field "memberId": the pattern is no regular expression');
  await page.getByRole('textbox', { name: 'memberId: Pattern' }).fill('^W[0-9]+$');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(messages(page)).toContainText('Wicklow Mutual was updated successfully.');
  await expect(page.getByText('From: edited here')).toBeVisible();
});

test('no word of a table is broken, and every field of the schema editor can be read', async ({ page }) => {
  await page.goto('/admin/users');
  const lines = async (text: string) =>
    await page
      .getByText(text, { exact: true })
      .last()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
  await expect(page.getByRole('cell', { name: 'restricted@demo.test' })).toBeVisible();
  expect(await lines('restricted@demo.test')).toBe(1);

  const { payers } = (await (await page.request.get('/api/v1/admin/payers?q=Aldergate&limit=1')).json()) as { payers: { id: string }[] };
  await page.goto(`/admin/payers/${payers[0]?.id ?? ''}/update`);
  const label = page.getByRole('textbox', { name: 'memberId: Label' });
  await expect(label).toHaveValue('Member ID');
  expect((await label.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(130);
  await expectSound(page, 'narrow');
});

test('an error of the front end leaves the menu, and reloading brings the screen back', async ({ page, complaints }) => {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Front-end error' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on this page');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expectSound(page);
  // React tells the console of what a boundary caught: that is the error asked for.
  expect(complaints.splice(0).join(' ')).toContain('Asked for in the danger zone.');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Users');
});
