import type { Page } from '@playwright/test';
import { expect, expectSound, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** From the answer; the case is open when it ends. */
const openCase = async (page: Page, scenario: string) => {
  await page.goto(`/inquiries/${await askPayer(page.request, aPatient(scenario))}`);
  await page.getByRole('button', { name: 'Start a case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a case' });
  for (const level of ['Residential', 'Outpatient']) await dialog.getByRole('checkbox', { name: level }).check();
  await expectSound(page, 'narrow');
  await dialog.getByRole('button', { name: 'Start the case' }).click();
  await heading(page, 'Case');
  await expect(page.getByRole('table', { name: /^Outpatient/ })).toBeVisible();
};
const openSheet = async (page: Page) => {
  // Whoever the member is, this payer leaves something open.
  await openCase(page, 'SILENT');
  await page.getByRole('button', { name: /^Call for \d+ values?$/ }).click();
  await heading(page, 'Call sheet');
};

const STATES: { name: string; open: (page: Page) => Promise<void> }[] = [
  { name: 'a case', open: async (page) => await openCase(page, 'CASES') },
  { name: 'a case that a second company has the say in', open: async (page) => await openCase(page, 'CARVE') },
  {
    name: 'where a value of a case comes from',
    open: async (page) => {
      await openCase(page, 'CASES');
      await page
        .getByRole('button', { name: /where this comes from$/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Where this comes from' })).toBeVisible();
    },
  },
  { name: 'a call sheet', open: openSheet },
  {
    name: 'a question of a call',
    open: async (page) => {
      await openSheet(page);
      await page.getByRole('button', { name: 'Start the call' }).click();
      await expect(page.getByText(/^Question 1 of \d+/)).toBeVisible();
    },
  },
  {
    name: 'the end of a call with what is missing',
    open: async (page) => {
      await openSheet(page);
      await page.getByRole('button', { name: 'Start the call' }).click();
      await expect(page.getByText(/^Question 1 of \d+/)).toBeVisible();
      await page.keyboard.press('n');
      await page.getByRole('button', { name: 'End the call' }).click();
      await page.keyboard.press('Enter');
      await expect(page.getByText('This field is required.').first()).toBeVisible();
    },
  },
  {
    name: 'the form of an estimate',
    open: async (page) => {
      await openCase(page, 'COSTS');
      await page
        .getByRole('link', { name: /estimate/i })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/estimate/i);
    },
  },
  {
    name: 'the cases',
    open: async (page) => {
      await openCase(page, 'CASES');
      await page.goto('/cases');
      await heading(page, 'Cases');
      await expect(page.getByRole('link', { name: 'Marigold Fenwick' }).first()).toBeVisible();
    },
  },
  {
    name: 'the network rules',
    open: async (page) => {
      await page.goto('/network-rules');
      await heading(page, 'Network rules');
    },
  },
  {
    name: 'a new network rule',
    open: async (page) => {
      await page.goto('/network-rules/new');
      await page.getByRole('button', { name: 'Add the rule' }).waitFor();
    },
  },
  {
    name: 'the report',
    open: async (page) => {
      await page.goto('/reports/verification');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Checks per patient')).toBeVisible();
    },
  },
];

for (const { name, open } of STATES) {
  test(`${name} is free of axe's findings and no wider than a phone`, async ({ page }) => {
    await open(page);
    await expectSound(page);
  });
}
