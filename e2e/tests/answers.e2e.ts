import type { Locator, Page } from '@playwright/test';
import { downloadFrom, expect, test } from '../fixtures.ts';
import { aPatient, askPayer, field, findInquiry, PAYER, type Patient } from '../inquiries.ts';
import { NOBODY } from '../product.ts';

/** Asks about a patient whose member id names the sandbox's scenario, and opens the answer. */
async function openAnswer(page: Page, patient: Patient): Promise<void> {
  const id = await askPayer(page.request, patient);
  await page.goto(`/inquiries/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benefits check');
}
const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });
/** What is folded below the first screen, by its title. */
const unfold = async (page: Page, title: string) => await page.getByRole('heading', { level: 2, name: title, exact: true }).click();
async function openFilters(page: Page): Promise<Locator> {
  await unfold(page, 'All services');
  await page.getByRole('button', { name: 'Filters' }).click();
  return page.getByRole('complementary', { name: 'Filters' });
}
const warnings = (page: Page) => page.getByRole('region', { name: /to know first/ });

test('an ordinary answer tells whom, the sentence, when, for which date, through whom, and the benefits in pairs', async ({ page }) => {
  await openAnswer(page, aPatient('PAIRS'));
  const answer = answerOf(page);
  await expect(
    answer.getByText(/^Active: SUNFLOWER COMMUNITY HEALTH .* covered from \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}\.$/),
  ).toBeVisible();
  await expect(answer).toContainText(/Checked \d\d\/\d\d\/\d{4}, .+for \d\d\/\d\d\/\d{4} \(day of asking\).+ through Availity/);
  await unfold(page, 'People and payer');
  for (const label of ['Asked for', 'Provider', 'Asked by']) await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(page.getByText('Health Benefit Plan Coverage (30), Mental Health (MH)').first()).toBeVisible();
  await unfold(page, 'Deductible and out-of-pocket limit');
  const limits = page.getByRole('table', { name: /Deductible and out-of-pocket limit/ });
  await expect(limits.getByRole('columnheader', { name: 'In network', exact: true })).toBeVisible();
  await expect(limits.getByRole('columnheader', { name: 'Out of network', exact: true })).toBeVisible();
  await unfold(page, 'All services');
  await expect(page.getByRole('heading', { level: 3 }).getByRole('button', { name: 'Health Benefit Plan Coverage' })).toBeVisible();
  await expect(page.getByText('This is what the payer said. It is no guarantee of payment')).toBeVisible();
});

test('every amount opens the line of the payer that it came from, and Escape returns to it', async ({ page }) => {
  await openAnswer(page, aPatient('SOURCE'));
  const amount = page.getByRole('button', { name: /where this comes from$/ }).first();
  await amount.focus();
  await page.keyboard.press('Enter');
  const source = page.getByRole('dialog', { name: 'Where this comes from' });
  await expect(source).toContainText('plan as a whole');
  await page.keyboard.press('Escape');
  await expect(source).toBeHidden();
  await expect(amount).toBeFocused();
});

test('the filters leave away what does not apply, say how much, and can be cleared', async ({ page }) => {
  await openAnswer(page, aPatient('FILTER'));
  const filters = await openFilters(page);
  await expect(filters.getByRole('radio')).toHaveCount(3);
  await filters.getByRole('checkbox', { name: 'Deductible' }).check();
  await filters.getByRole('radio', { name: 'Family' }).check();
  await expect(page.getByText(/lines? .*filter/i).first()).toBeVisible();
  const section = page.getByRole('heading', { level: 3, name: 'Health Benefit Plan Coverage' }).locator('xpath=ancestor::section[1]');
  await expect(section.getByRole('row', { name: /^Deductible Family/ })).toBeVisible();
  await expect(section.getByRole('row', { name: /^Deductible Individual/ })).toHaveCount(0);
  await expect(section.getByRole('row', { name: /^Out-of-pocket limit/ })).toHaveCount(0);
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(section.getByRole('row', { name: /^Deductible Individual/ })).toBeVisible();
  await expect(section.getByRole('row', { name: /^Out-of-pocket limit Family/ })).toBeVisible();
});

test('what the filters hide is gone from the overview, too, where nothing hidden reads as if it was not stated', async ({ page }) => {
  await openAnswer(page, aPatient('OVERVIEW'));
  const limits = page.getByRole('table', { name: /^Deductible and out-of-pocket limit of the plan/ });
  const levels = page.getByRole('table', { name: /by level of care and network/ });
  await unfold(page, 'Deductible and out-of-pocket limit');
  await expect(limits.getByRole('columnheader', { name: 'Out of network' })).toBeVisible();
  const filters = await openFilters(page);
  await filters.getByRole('checkbox', { name: 'In network', exact: true }).check();
  await filters.getByRole('checkbox', { name: 'Deductible' }).check();
  for (const table of [limits, levels]) await expect(table.getByRole('columnheader', { name: 'Out of network' })).toHaveCount(0);
  const row = limits.getByRole('row', { name: /^Out-of-pocket limit/ });
  await expect(row).toContainText('filtered away');
  await expect(row).not.toContainText('not stated');
});

test('the answers of the demo practice come with an estimate of what is paid out of network', async ({ page }) => {
  await page.goto(`/inquiries/${await findInquiry(page.request, 'Brantwood')}`);
  const estimate = page.getByRole('heading', { name: 'Reimbursement estimate' }).locator('xpath=ancestor::section[1]');
  await expect(estimate.getByRole('term')).toHaveText(['Average', 'Detox', 'Residential', 'Partial Hosp.', 'Intensive OP', 'Outpatient']);
  await expect(estimate.getByRole('definition').first()).toHaveText(/^\d\d\.\d\d %$/);
});

test('the PDF follows the filters, and neither its name nor its address tells of the patient', async ({ page }) => {
  const patient = aPatient('PAPER');
  await openAnswer(page, patient);
  await openFilters(page);
  await page.getByRole('checkbox', { name: 'Deductible' }).check();
  await page.getByRole('checkbox', { name: 'In network', exact: true }).check();
  const [asked, file] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/pdf')),
    downloadFrom(page.getByRole('button', { name: 'Download PDF' })),
  ]);
  const query = new URL(asked.url()).searchParams;
  expect(query.get('payments')).toBe('deductibles');
  expect(query.get('networks')).toBe('inNetwork');
  expect(query.get('zone')).toBe('America/New_York');
  const name = file.suggestedFilename();
  expect(name).toMatch(/\.pdf$/);
  expect(name.toLowerCase()).not.toContain(patient.last.toLowerCase());
  expect(name.toLowerCase()).not.toContain(patient.memberId.toLowerCase());
});

test('an inactive plan says so first', async ({ page }) => {
  await openAnswer(page, aPatient('INACTIVE'));
  await expect(
    answerOf(page)
      .getByText(/^Inactive/)
      .first(),
  ).toBeVisible();
  await unfold(page, 'Plan and dates');
  await expect(page.getByText('COVERAGE TERMINATED').first()).toBeVisible();
});

test('a plan in its grace period is active with a warning in the words of the payer', async ({ page }) => {
  await openAnswer(page, aPatient('GRACE'));
  await expect(
    answerOf(page)
      .getByText(/^Active/)
      .first(),
  ).toBeVisible();
  await expect(warnings(page)).toContainText(/GRACE PERIOD MONTH 2/);
});

test('an answer without any plan names both things that are missing and never reads inactive', async ({ page }) => {
  await openAnswer(page, aPatient('EMPTY'));
  await expect(page.getByText('No active status returned from the payer', { exact: true })).toBeVisible();
  await expect(page.getByText('No benefit details returned from the payer', { exact: true })).toBeVisible();
  await expect(answerOf(page)).not.toContainText(/inactive/i);
});

test('a payer that is silent about behavioral health reads not stated, never zero', async ({ page }) => {
  // What a sandbox payer says follows from the number: some tell of a stay in a hospital, which holds for detox.
  await openAnswer(page, aPatient('SILENT', { memberId: 'SILENT1' }));
  await expect(warnings(page)).toContainText('Active; the payer gave no cost for behavioral health');
  const levels = page.getByRole('table', { name: /by level of care/ });
  const detox = levels.getByRole('row', { name: /^Detox/ });
  await expect(detox).toContainText('not stated');
  await expect(detox).not.toContainText('$0');
});

test('another company for behavioral health stands first, with its phone number and the member id there', async ({ page }) => {
  const patient = aPatient('CARVE');
  await openAnswer(page, patient);
  const warning = warnings(page).getByRole('listitem').first();
  await expect(warning.getByRole('heading')).toHaveText('Behavioral health is handled by SABLE BEHAVIORAL PARTNERS');
  const phone = warning.getByRole('link', { name: '800-555-0177' });
  await expect(phone).toHaveAttribute('href', 'tel:8005550177');
  await warning.getByRole('button').click();
  await expect(phone).toHaveCount(2);
  await expect(warning).toContainText(`SBP${patient.memberId.slice(-6)}`);
});

test('another payer that pays first is named with its order', async ({ page }) => {
  await openAnswer(page, aPatient('COB'));
  const warning = warnings(page).getByRole('listitem').filter({ hasText: 'KESTREL MUTUAL HEALTH' }).first();
  await expect(warning).toContainText(/primary|first/i);
});

test('records that differ are set side by side', async ({ page }) => {
  const patient = aPatient('MISMATCH');
  await openAnswer(page, patient);
  await expect(warnings(page).getByRole('heading', { level: 3 }).first()).toHaveText('This answer may be about somebody else');
  await expect(answerOf(page)).toContainText('May be about somebody else');
  await warnings(page).getByRole('button', { name: 'This answer may be about somebody else' }).click();
  const table = page.getByRole('table', { name: 'Where your record differs from the payer’s' });
  await expect(table.getByRole('row', { name: /^Member ID/ })).toContainText(`X${patient.memberId}`);
  await expect(table.getByRole('row', { name: /^Date of birth/ })).toContainText('03/09/1971');
  await expect(table.getByRole('row', { name: /^Last name/ })).toContainText('QUENNELL');

  await page.getByRole('button', { name: 'It is this patient' }).click();
  await page.getByRole('button', { name: 'Yes, it is the same person' }).click();
  // It may be one of those that are counted behind the third.
  await expect(page.getByRole('heading', { name: 'Update your records', includeHidden: true })).toBeAttached();
  await expect(answerOf(page)).not.toContainText('May be about somebody else');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(answerOf(page)).toContainText('May be about somebody else');
});

test('of two plans the one in force leads, and the other is one line with a switch', async ({ page }) => {
  await openAnswer(page, aPatient('TWOPLANS'));
  const plans = page.getByRole('region', { name: '2 plans' });
  await expect(plans).toContainText(/Lodestar Supplemental.*Deductible in network/);
  await plans.getByRole('button', { name: 'Show plan 2' }).click();
  await expect(plans).toContainText('Plan 2 of 2: Lodestar Supplemental');
  await expect(plans.getByRole('button', { name: 'Show plan 1' })).toBeVisible();
  await unfold(page, 'Plan and dates');
  await expect(page.getByText('SERVICES ARE CAPITATED TO THE MEDICAL GROUP.').first()).toBeVisible();
});

test('an out-of-pocket limit of 999,999.99 reads no limit', async ({ page }) => {
  await openAnswer(page, aPatient('NOLIMIT'));
  await expect(page.getByText(/no limit/i).first()).toBeVisible();
});

test('five hundred lines are there, and the first sentence is not kept waiting by them', async ({ page }) => {
  await openAnswer(page, aPatient('HUGE'));
  await expect(
    answerOf(page)
      .getByText(/^Active/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/^\d+ services, \d{3} lines$/)).toBeVisible();
});

test('an expired answer of the demo data says so in place of the fresh date', async ({ page }) => {
  await page.goto(`/inquiries/${await findInquiry(page.request, 'Moss')}`);
  await expect(page.getByRole('main')).toContainText(
    /This inquiry was last verified on \d\d\/\d\d\/\d{4} and is out of date\. Please resubmit for the most current data\./,
  );
  await expect(answerOf(page)).toContainText(/Last verified \d\d\/\d\d\/\d{4}/);
  await expect(answerOf(page)).not.toContainText('Checked');
  await expect(
    answerOf(page)
      .getByText(/^Was .* on \d\d\/\d\d\/\d{4}$/)
      .first(),
  ).toBeVisible();
  await expect(answerOf(page).getByText(/^Active/)).toHaveCount(0);
});

test('a check that has no answer yet is not found', async ({ page }) => {
  await page.goto(`/inquiries/${await findInquiry(page.request, 'Quill')}`);
  await expect(page).toHaveURL('/404');
});

test('another practice cannot open the answer', async ({ page, browser }) => {
  const id = await askPayer(page.request, aPatient());
  const stranger = await browser.newContext({ storageState: NOBODY });
  await stranger.request.post('/api/v1/auth/login', { data: { email: 'manager@other.test', password: 'harbor lights at night' } });
  const other = await stranger.newPage();
  await other.goto(`/inquiries/${id}`);
  await expect(other).toHaveURL('/404');
  await stranger.close();
});

test('checking again starts from what was asked', async ({ page }) => {
  const patient = aPatient('AGAIN');
  await openAnswer(page, patient);
  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copy inquiry');
  await expect(page.getByRole('combobox', { name: 'Payer' })).toHaveValue(PAYER);
  await expect(field(page, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
});

const FIRST_SCREEN = ['Money left', 'Levels of care', 'What is still unknown'];

for (const scenario of ['ORDINARY', 'INACTIVE', 'GRACE', 'SILENT', 'CARVE', 'COB', 'MISMATCH', 'TWOPLANS', 'NOLIMIT', 'HUGE']) {
  test(`what is needed of ${scenario} stands on the first screen, and on the first two of a phone`, async ({ page }) => {
    for (const { width, height, screens } of [
      { width: 1280, height: 800, screens: 1 },
      { width: 390, height: 844, screens: 2 },
    ]) {
      await page.setViewportSize({ width, height });
      // The answer follows from the member id: one of its own would make each run another page.
      if (screens === 1) await openAnswer(page, aPatient(scenario, { memberId: `${scenario}10000000000` }));
      for (const name of FIRST_SCREEN) {
        const box = await page.getByRole('region', { name, exact: true }).boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0), name).toBeLessThanOrEqual(height * screens);
      }
    }
  });
}

test('at most ten stops of the keyboard stand before the first amount', async ({ page }) => {
  await openAnswer(page, aPatient('CARVE'));
  const first = page.getByRole('region', { name: 'Money left' }).getByRole('button').first();
  // As whoever has no mouse goes: past the navigation by the first link of the page.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  let stops = 1;
  for (; stops < 12 && !(await first.evaluate((button) => button === document.activeElement)); stops += 1) await page.keyboard.press('Tab');
  expect(stops - 1).toBeLessThanOrEqual(10);
});

test('the person stays in sight while the answer is scrolled', async ({ page }) => {
  await openAnswer(page, aPatient('HUGE'));
  await unfold(page, 'All services');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.mouse.wheel(0, 2000);
    await expect(answerOf(page).locator('strong').first()).toBeInViewport();
  }
});
