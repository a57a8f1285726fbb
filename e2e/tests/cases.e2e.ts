import type { Locator, Page } from '@playwright/test';
import { downloadFrom, expect, expectSound, test } from '../fixtures.ts';
import { aPatient, askPayer, type Patient } from '../inquiries.ts';

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** From the answer, as people do; the case is open when it ends. */
async function startCase(page: Page, patient: Patient, ...levels: string[]): Promise<string> {
  const inquiry = `/inquiries/${await askPayer(page.request, patient)}`;
  await page.goto(inquiry);
  await page.getByRole('button', { name: 'Start a case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a case' });
  for (const level of levels) await dialog.getByRole('checkbox', { name: level }).check();
  await dialog.getByRole('button', { name: 'Start the case' }).click();
  await expect(page).toHaveURL(/\/cases\/[0-9A-Z]{26}$/);
  await heading(page, 'Case');
  return inquiry;
}

const grid = (page: Page, level: RegExp) => page.getByRole('table', { name: level });

test('a carve-out is one case: one key to the second answer, a call by keyboard, and the paper of all of it', async ({ page }) => {
  // Of five levels something is always left to ask.
  const inquiry = await startCase(page, aPatient('CARVE'), 'Detox', 'Residential', 'Partial Hosp.', 'Intensive OP', 'Outpatient');
  const url = page.url();
  await expect(grid(page, /^Outpatient/)).toContainText('SABLE BEHAVIORAL PARTNERS has the say');
  await expect(page.getByRole('button', { name: 'Check SABLE BEHAVIORAL PARTNERS now' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText('its answer has joined the case')).toBeVisible({ timeout: 60_000 });
  await expect(
    grid(page, /^Outpatient/)
      .getByText(/^said, SABLE BEHAVIORAL PARTNERS$/)
      .first(),
  ).toBeVisible();
  await expectSound(page);

  const source = grid(page, /^Outpatient/)
    .getByRole('button', { name: /where this comes from$/ })
    .first();
  await source.press('Enter');
  await expect(
    page.getByRole('dialog', { name: 'Where this comes from' }).getByRole('link', { name: 'Open the whole answer' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Call for \d+ values?$/ }).press('Enter');
  await heading(page, 'Call sheet');
  await expectSound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Start the call' }).press('Enter');
  await expect(page.getByText(/^Question 1 of \d+/)).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('n');
  await expect(page.getByText(/^Question 2 of \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'End the call' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the representative' })).toBeFocused();
  await page.keyboard.type('Alexis P.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('REF-4711');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alexis P., reference REF-4711')).toBeVisible();
  await expectSound(page);

  await page.getByRole('link', { name: 'Back to the case' }).click();
  await expect(page).toHaveURL(url);
  const told = page
    .getByRole('region', { name: 'What is known' })
    .getByRole('cell')
    .filter({ hasText: /by phone \d\d\/\d\d\/\d{4}, / });
  await told.getByRole('button').click();
  const facts = page.getByRole('dialog', { name: 'Where this comes from' });
  await expect(facts.getByText('REF-4711')).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  const file = await downloadFrom(page.getByRole('button', { name: 'Download PDF' }));
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);

  await page.goto(inquiry);
  await expect(page.getByText(/^In case /)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See SABLE BEHAVIORAL PARTNERS in the case' })).toBeVisible();
});

test('a case is given to somebody, noted on and ended, and its lists tell so', async ({ page }) => {
  const patient = aPatient('SILENT', { last: 'Thistlewood' });
  await startCase(page, patient, 'Residential');
  const me = page.getByRole('combobox', { name: 'Assigned to' });
  await me.selectOption({ index: 1 });
  await expect(page.getByText('The assignment was changed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'New note' }).fill('The mother brings the card.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('The mother brings the card.', { exact: true })).toBeVisible();
  await page.goto('/cases');
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(page.getByRole('table', { name: 'Cases' }).getByText(patient.memberId)).toBeVisible();
  await page
    .getByRole('table', { name: 'Cases' })
    .getByRole('row', { name: new RegExp(patient.memberId) })
    .getByRole('link')
    .click();
  // The list has a choice of that name, too.
  await heading(page, 'Case');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Declined');
  await expect(page.getByText('This case has ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This case has ended.')).toBeHidden();
});

test('a network rule is tried out before it is saved, and decides which column leads', async ({ page }) => {
  await startCase(page, aPatient('ORDINARY'), 'Outpatient');
  const url = page.url();
  await page.goto('/network-rules/new');
  await page.getByRole('combobox', { name: 'What it says' }).click();
  await page.getByRole('option', { name: 'Out of network' }).click();
  await page.getByRole('combobox', { name: 'Known from' }).click();
  await page.getByRole('option', { name: 'Contract' }).click();
  await page.getByRole('textbox', { name: 'Until' }).pressSequentially('06302097');
  await page.getByRole('button', { name: 'Add the rule' }).click();
  const question = page.getByRole('dialog', { name: 'Add this rule?' });
  await expect(
    question.getByText(/^It would have decided \d+ of \d+ answers? of the last 90 days, \d+ differently from now\.$/),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Add' }).click();
  await expect(page).toHaveURL('/network-rules');
  await expectSound(page);
  const rule = page.getByRole('row', { name: /until 06\/30\/2097/ });
  await page.goto(url);
  await expect(page.getByText(/Out of network by your rule \d+ \(contract, until 06\/30\/2097\)/)).toBeVisible();
  await expect(
    grid(page, /^Outpatient/)
      .getByRole('columnheader')
      .nth(1),
  ).toHaveText('Out of network');
  await page.goto('/network-rules');
  await rule.getByRole('button', { name: /^Delete rule/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rule).toHaveCount(0);
});

/** Of one hour at 200.00 that was handed over on paper; its card. */
async function makeEstimate(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'New estimate', exact: true }).click();
  await heading(page, 'New estimate');
  const fill = async (label: string, text: string) => await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  for (const [label, text] of [
    ['Fee of one session', '200'],
    ['Sessions', '10'],
    ['Allowed, lowest', '120'],
    ['Allowed, highest', '150'],
    ['Patient’s share in percent', '20'],
    ['Left of the deductible', '300'],
    ['Service', 'Individual therapy'],
    ['How many', '10'],
    ['Charge of one', '200'],
  ] as const)
    await fill(label, text);
  await expectSound(page);
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await heading(page, 'Case');
  const card = page.getByRole('article', { name: /^Estimate of/ });
  await expect(card.getByText(/Payments begin after about/)).toBeVisible();
  await card.getByText('Arithmetic, step by step').click();
  await expect(card.getByText(/is the base\.$/).first()).toBeVisible();
  await expectSound(page);
  await downloadFrom(card.getByRole('button', { name: 'PDF in Spanish' }));
  await card.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('radio', { name: 'On paper' }).check();
  await page.getByRole('button', { name: 'Handed over' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return card;
}

test('an estimate is worked out step by step, handed over and held against the bill', async ({ page }) => {
  await startCase(page, aPatient('ORDINARY'), 'Outpatient');
  const card = await makeEstimate(page);
  await card.getByRole('button', { name: 'Compare with the bill' }).click();
  await page.getByRole('textbox', { name: 'Billed', exact: true }).fill('2500');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText('$500.00 above');
});

/** A payment of 192.00 for two claims of one hour: this patient's, and somebody else's. More of this patient's are beyond what it pays. */
function aRemittance({ first, last, memberId }: Patient, ...more: string[]): string {
  const claimOf = (number: string, name: string, id: string) => [
    `CLP*PCN${number}*1*200*96*24*12*ICN${number}${memberId}`,
    `NM1*QC*1*${name}****MI*${id}`,
    'SVC*HC:90834*200*96**1',
    'DTM*472*20260303',
    'CAS*CO*45*80',
    'CAS*PR*2*24',
    'AMT*B6*120',
  ];
  const body = [
    'BPR*I*192*C*ACH*CCP*01*999999992*DA*1*1512345678**01*999988880*DA*2*20260315',
    'N1*PR*TIDEWATER HEALTH',
    'N1*PE*HARBOR RECOVERY CENTER',
    'LX*1',
    ...['1', ...more].flatMap((number) => claimOf(number, `${last}*${first}`.toUpperCase(), memberId)),
    ...claimOf('2', 'STRANGEWAYS*BARNABY', 'ABC999888777'),
  ];
  const segments = [
    `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*HARBORSENDER   *ZZ*TIDEWATER      *261122*1200*^*00501*000000907*0*T*:`,
    'GS*HP*HARBORSENDER*TIDEWATER*20261122*1200*907*X*005010X221A1',
    'ST*835*0001',
    ...body,
    `SE*${body.length + 2}*0001`,
    'GE*1*907',
    'IEA*1*000000907',
  ];
  return segments.map((segment) => `${segment}~`).join('');
}

test('a remittance is shown before it is stored, by keyboard, and a claim of it is taken away again', async ({ page }) => {
  const patient = aPatient('ORDINARY');
  await startCase(page, patient, 'Outpatient');
  const card = await makeEstimate(page);
  await card.getByRole('button', { name: 'Upload a remittance' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upload a remittance' });
  await dialog.getByRole('button', { name: 'Read' }).press('Enter');
  await expect(dialog.getByText('Please choose a file.')).toBeVisible();
  const choose = async (text: string) =>
    await dialog.locator('input[type=file]').setInputFiles({ name: 'remittance.835', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('hello');
  await dialog.getByRole('button', { name: 'Read' }).press('Enter');
  await expect(dialog.getByText('This is no X12 file. A remittance (835) begins with ISA.')).toBeVisible();
  await choose(aRemittance(patient, '3'));
  await page.route('**/remittance/preview', async (route) => await route.abort());
  await dialog.getByRole('button', { name: 'Read' }).press('Enter');
  await expect(dialog.getByText('The server did not answer. Please check your connection and try again.')).toBeVisible();
  await page.unroute('**/remittance/preview');
  await dialog.getByRole('button', { name: 'Read' }).press('Enter');
  await expect(dialog.getByRole('status')).toBeFocused();
  await expect(dialog.getByRole('checkbox', { name: 'Claim of 03/03/2026' })).toHaveCount(2);
  await expect(dialog.getByRole('alert')).toContainText('is $192.00, and its claims come to $288.00');
  await expectSound(page);
  await choose(aRemittance(patient));
  await dialog.getByRole('button', { name: 'Read' }).press('Enter');
  const claim = dialog.getByRole('checkbox', { name: 'Claim of 03/03/2026' });
  await expect(claim).toBeChecked();
  await expect(dialog.getByText('1 claim of other patients was passed over.')).toBeVisible();
  await expectSound(page);
  await claim.press('Space');
  await dialog.getByRole('button', { name: 'Store' }).press('Enter');
  await expect(dialog.getByText('Please choose at least one claim.')).toBeVisible();
  await claim.press('Space');
  await dialog.getByRole('button', { name: 'Store' }).press('Enter');
  await expect(card.getByRole('table').getByRole('row', { name: /^Paid by the plan/ })).toContainText('$96.00');
  await card.getByText('From 1 claim').click();
  await expectSound(page);
  await card.getByRole('button', { name: 'Remove the claim of 03/03/2026' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(card.getByRole('table')).toHaveCount(0);
});

test('what nobody asked is asked from the case, for its levels, and the answer joins it', async ({ page }) => {
  await startCase(page, aPatient('SILENT'), 'Detox', 'Outpatient');
  const url = page.url();
  await page.goto(`${url}/ask`);
  await heading(page, 'Ask for the case');
  await expect(page.getByRole('checkbox', { name: 'Detox' })).toBeChecked();
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  // The same payer answered for this patient a moment ago, and not for these levels.
  await page.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click();
  await expect(page).toHaveURL(url);
  await expect(page.getByRole('region', { name: 'Checks' }).getByText('Asked again')).toBeVisible();
});
