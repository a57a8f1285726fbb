import type { Page } from '@playwright/test';
import { expect, expectSound, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** An answer whose plan was active in the one before. */
const askTurned = async (page: Page) => {
  const patient = aPatient('TURNS');
  await askPayer(page.request, patient);
  await page.goto(`/inquiries/${await askPayer(page.request, patient)}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: /^Since .*now inactive/ })).toBeVisible({ timeout: 5000 });
  }).toPass();
};

interface State {
  name: string;
  axeAt?: 'narrow';
  open: (page: Page) => Promise<void>;
}

const STATES: State[] = [
  {
    name: 'an answer with what changed open',
    open: async (page) => {
      await askTurned(page);
      await page.getByRole('button', { name: /^Since / }).click();
      const lines = page.getByRole('button', { name: 'Show the payer’s lines' });
      await lines.first().click();
      await expect(page.getByText('Ask the patient for other insurance').first()).toBeVisible();
    },
  },
  {
    name: 'a patient with two answers side by side',
    axeAt: 'narrow',
    open: async (page) => {
      await askTurned(page);
      await page.getByRole('link', { name: 'All checks' }).click();
      await heading(page, 'Patient');
      await page.getByRole('button', { name: 'Compare two answers' }).click();
      await expect(page.getByRole('region', { name: 'Levels of care, Right answer' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Levels of care, Left answer' })).toBeVisible();
    },
  },
  {
    name: 'a patient whose checks are being parted',
    open: async (page) => {
      await askTurned(page);
      await page.getByRole('link', { name: 'All checks' }).click();
      await page.getByRole('button', { name: 'Some checks are of another person' }).click();
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Give them a person of their own' }).click();
      await expect(page.getByRole('dialog', { name: 'Part these checks?' })).toBeVisible();
    },
  },
  {
    name: 'the patients',
    open: async (page) => {
      await askPayer(page.request, aPatient());
      await page.goto('/persons');
      await heading(page, 'Patients');
      await expect(page.getByRole('link', { name: 'Marigold Fenwick' }).first()).toBeVisible();
    },
  },
  {
    name: 'what changed',
    open: async (page) => {
      await askTurned(page);
      await page.goto('/inbox');
      await expect(page.getByRole('list', { name: 'What changed' }).getByRole('listitem').first()).toBeVisible();
      await page.keyboard.press('j');
    },
  },
  {
    name: 'the question until when a change may rest',
    open: async (page) => {
      await askTurned(page);
      await page.goto('/inbox');
      await page
        .getByRole('button', { name: /^Snooze: / })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Snooze until' })).toBeVisible();
    },
  },
  {
    name: 'the settings of what changed',
    open: async (page) => {
      await page.goto('/inbox/settings');
      await heading(page, 'What changed: settings');
      await page.waitForLoadState('networkidle');
    },
  },
];

for (const { name, axeAt, open } of STATES) {
  test(`${name} is free of axe's findings and no wider than a phone`, async ({ page }) => {
    await open(page);
    await expectSound(page, axeAt);
  });
}
