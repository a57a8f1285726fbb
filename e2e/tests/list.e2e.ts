import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { aPatient, makeDraft } from '../inquiries.ts';
import { pick, picked, rows, search } from '../list.ts';

/** Addresses of the list calls made from now on. */
function listCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/inquiries' && request.method() === 'GET') calls.push(url);
  });
  return calls;
}

test('the list has the columns, fifteen rows a page, and links of patients only where there is an answer', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(rows(page)).toHaveCount(15);
  const headers = page.getByRole('columnheader');
  for (const name of ['Patient', 'User', 'Payer', 'Date', 'Status', 'Actions'])
    await expect(headers.filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^16–\d+ of \d+$/)).toBeVisible();
  await pick(page, 'Search in', 'Patient last name');
  await search(page).fill('Blythe');
  const open = rows(page).filter({ hasText: 'Horatio Blythe' });
  await expect(open).toHaveCount(1);
  await expect(open.getByRole('link', { name: 'Horatio Blythe', exact: true })).toHaveCount(0);
  await expect(open).toContainText('Still asking');
});

test('typing asks once, a second after the last key, under the name of the chosen field', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(rows(page).first()).toBeVisible();
  await pick(page, 'Search in', 'Patient last name');
  await page.clock.install();
  // However long the typing takes: the page's time passes only where it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  const calls = listCalls(page);
  await search(page).pressSequentially('Brantw');
  await page.clock.runFor(900);
  expect(calls.filter((url) => url.searchParams.has('patient_last_name'))).toHaveLength(0);
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Odalys Brantwood');
  const searches = calls.filter((url) => url.searchParams.has('patient_last_name'));
  expect(searches.map((url) => url.searchParams.get('patient_last_name'))).toEqual(['Brantw']);
  expect(searches[0]?.searchParams.get('status')).toBe('pending,complete,max-retry,unknown,expired,cancel,draft');
  expect(searches[0]?.searchParams.get('limit')).toBe('15');
});

test('nothing about a patient reaches the address bar, the title or the stored memory of the browser', async ({ page }) => {
  await page.goto('/inquiries');
  await search(page).fill('Brantwood');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL('/inquiries');
  await page.getByRole('link', { name: 'Odalys Brantwood', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benefits check');
  await expect(page).toHaveTitle('Benefits check · Coverlight');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href, document.title]),
  );
  expect(kept).not.toMatch(/brantwood|odalys|WQA204418731/i);
});

test('the filters and the page survive leaving and coming back', async ({ page }) => {
  await page.goto('/inquiries');
  await pick(page, 'User', 'Stellan Reyes');
  await search(page).fill('Ferncliff');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Thaddeus Ferncliff', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benefits check');
  await page.goBack();
  await expect(picked(page, 'User')).toHaveText('Stellan Reyes');
  await expect(search(page)).toHaveValue('Ferncliff');
  await expect(rows(page)).toHaveCount(1);
});

const SEARCHES = [
  { field: 'Patient first name', text: 'Xime', found: 'Ximena Calloway' },
  { field: 'Member ID', text: 'hrb-3301', found: 'Barnaby Stokesley' },
  { field: 'Patient date of birth', text: '09082001', found: 'Imogen Harrowgate' },
] as const;
for (const { field, text, found } of SEARCHES) {
  test(`the search in "${field}" finds the patient`, async ({ page }) => {
    await page.goto('/inquiries');
    await pick(page, 'Search in', field);
    const box = field === 'Patient date of birth' ? page.getByRole('textbox', { name: 'Search' }) : search(page);
    await box.pressSequentially(text);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(found);
  });
}

test('one box finds a patient by member id, by birth date however it is written, and with the payer beside', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(picked(page, 'Search in')).toHaveText('All fields');
  for (const [typed, found] of [
    ['hrb-3301', 'Barnaby Stokesley'],
    ['9/8/2001', 'Imogen Harrowgate'],
    ['Sept 8, 2001', 'Imogen Harrowgate'],
    ['imogen harrow', 'Imogen Harrowgate'],
  ] as const) {
    await search(page).fill(typed);
    await search(page).press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(found);
  }
  await expect(page).toHaveURL('/inquiries');
});

test('an answer shows what it says of the plan, and coverage, check and period narrow the list', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(rows(page)).toHaveCount(15);
  await expect(rows(page).filter({ hasText: 'Complete' })).toHaveCount(0);
  await pick(page, 'Coverage', 'Out of date');
  await expect(rows(page).filter({ hasNotText: /Was .* on \d\d\/\d\d\/\d{4}/ })).toHaveCount(0);
  await pick(page, 'Coverage', 'Inactive');
  await expect(rows(page).filter({ hasNotText: 'Inactive' })).toHaveCount(0);
  await pick(page, 'Coverage', 'Any coverage');
  await pick(page, 'Check', 'Draft');
  await expect(rows(page).filter({ hasNotText: 'Draft' })).toHaveCount(0);
  const calls = listCalls(page);
  await pick(page, 'Created', 'Today');
  await expect.poll(() => calls.at(-1)?.searchParams.get('created_from')).toMatch(/T\d\d:00:00\.000Z$/);
  await pick(page, 'Created', 'From … to …');
  await page.getByRole('textbox', { name: 'To' }).fill('01022020');
  await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(15);
});

test('a patient found is checked again with the keys alone', async ({ page }) => {
  await page.goto('/inquiries');
  await search(page).fill('Brantwood');
  await search(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await search(page).press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Check again for Odalys Brantwood' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/copy$/);
  await expect(page.getByRole('textbox', { name: 'Member ID' })).toHaveValue('WQA204418731');
});

test('a check of long ago is sent once more in three keys', async ({ page }) => {
  await page.goto('/inquiries');
  await search(page).fill('Evangeline Moss');
  await search(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Member ID' })).not.toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}$/);
});

test('the filters begin with All Users and All Providers, and a provider leaves only its inquiries', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(picked(page, 'User')).toHaveText('All Users');
  await expect(picked(page, 'Provider')).toHaveText('All Providers');
  const calls = listCalls(page);
  await pick(page, 'Provider', 'Harbor Outpatient Pavilion');
  await expect.poll(() => calls.at(-1)?.searchParams.get('provider_id')).toMatch(/^[0-9A-Z]{26}$/);
  await expect(rows(page).first()).toBeVisible();
});

test('where nothing matches the list says so and clears its filters', async ({ page }) => {
  await page.goto('/inquiries');
  await search(page).fill('Nobodyhasthisname');
  await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(15);
});

test('the date sorts both ways', async ({ page }) => {
  await page.goto('/inquiries');
  const header = page.getByRole('columnheader', { name: 'Date' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Evangeline Moss');
});

test('a manager removes checked rows, takes it back within ten seconds, and restores removed ones later', async ({ page }) => {
  const names = ['Perpetua Vane', 'Peregrine Vane'];
  for (const first of ['Perpetua', 'Peregrine']) await makeDraft(page.request, aPatient('HIDE', { first, last: 'Vane' }));
  await page.goto('/inquiries');
  await search(page).fill('Vane');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByText('2 inquiries selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('2 inquiries removed.')).toBeVisible();
  await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.clock.install();
  await page.getByRole('checkbox', { name: `Select the inquiry for ${names[0]}` }).check();
  await page.getByRole('button', { name: 'Remove' }).click();
  const toast = page.getByText('1 inquiry removed.');
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(6000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(4500);
  await expect(toast).toBeHidden();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('switch', { name: 'Show removed' }).check();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Perpetua Vane');
  await page.getByRole('checkbox', { name: 'Select the inquiry for Perpetua Vane' }).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('1 inquiry restored.')).toBeVisible();
  await page.getByRole('switch', { name: 'Show removed' }).uncheck();
  await expect(rows(page)).toHaveCount(2);
});

test('the attention line counts refused and failed checks, explains each, and offers to correct or dismiss it', async ({ page }) => {
  await page.goto('/inquiries');
  const line = page.getByRole('region', { name: 'Checks that need attention' });
  const opener = line.getByRole('button', { name: /^\d+ checks need attention$/ });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(line).toContainText('An unexpected error occurred for patientBirthDate: Patient Birth Date Does Not Match');
  await expect(line).toContainText('Front desk: ');
  await expect(line.getByText("could not be asked. This says nothing about the patient's coverage.")).toBeVisible();
  await expect(line.getByText('Nobody is asking any more. Send it again later.')).toBeVisible();
  await line.getByRole('button', { name: 'Dismiss for Beatrix Lowell' }).click();
  await expect(line.getByText('Beatrix Lowell')).toHaveCount(0);
  await line.getByRole('link', { name: 'Correct and send again for Clementine Rooke' }).click();
  await expect(page).toHaveURL(/\/copy$/);
  await expect(page.getByRole('textbox', { name: 'Member ID' })).toHaveValue('BADDOB81733');
});

test.describe('a restricted user', () => {
  test.use({ as: 'restricted' });
  test('sees only own inquiries, and nothing to remove', async ({ page }) => {
    await page.goto('/inquiries');
    await expect(rows(page).first()).toBeVisible();
    await expect(rows(page).filter({ hasNotText: 'Romy Tran' })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
  });
});

test.describe('another practice', () => {
  test.use({ as: 'otherManager' });
  test('sees only its own inquiries', async ({ page }) => {
    await page.goto('/inquiries');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Araminta Voss');
  });
});
