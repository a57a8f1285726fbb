import type { Page } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer, field, type Patient } from '../inquiries.ts';
import { rows, search } from '../list.ts';

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** Two checks of one patient, whose plan is inactive by the second; the ids of both. */
async function askTwice(page: Page, patient: Patient): Promise<{ first: string; second: string }> {
  const first = await askPayer(page.request, patient);
  const second = await askPayer(page.request, patient);
  // What changed is found out after the answer is stored.
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/v1/inquiries/${second}/changes`);
      return ((await reply.json()) as { changes: unknown[] }).changes.length;
    })
    .toBeGreaterThan(0);
  return { first, second };
}
async function openPerson(page: Page, inquiryId: string): Promise<void> {
  await page.goto(`/inquiries/${inquiryId}`);
  await page.getByRole('link', { name: 'All checks' }).click();
  await heading(page, 'Patient');
}

test('a search that finds one patient leads to all checks, where the newest answer is the status', async ({ page }) => {
  const patient = aPatient('TURNS', { last: 'Tarnwell' });
  await askTwice(page, patient);
  await page.goto('/inquiries');
  await search(page).fill(patient.memberId);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Changed: now inactive');
  await page.getByRole('link', { name: 'All 2 checks of this member' }).click();

  await heading(page, 'Patient');
  await expect(page).toHaveTitle('Patient · Coverlight');
  await expect(page.getByRole('region', { name: 'Insurance' })).toContainText('Inactive');
  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline.getByRole('listitem')).toHaveCount(3);
  await expect(timeline).toContainText('The plan is not active any more');
});

test('a patient is checked again in two keys', async ({ page }) => {
  const patient = aPatient('AGAIN2');
  const id = await askPayer(page.request, patient);
  // Of the last day it would be offered in place of asking.
  await sql(`UPDATE inquiries SET created_at = created_at - interval '3 days' WHERE id = $1`, [id]);
  await openPerson(page, id);
  await expect(page.getByRole('link', { name: /^Check again with/ })).toBeVisible();
  await page.keyboard.press('r');
  await expect(field(page, 'Member ID')).toHaveValue(patient.memberId);
  await page.keyboard.press('Control+Enter');

  await heading(page, 'Benefits check');
  await expect(page).not.toHaveURL(new RegExp(id));
  await page.getByRole('link', { name: 'All checks' }).click();
  await expect(page.getByRole('region', { name: 'Who it is' })).toContainText('2 checks');
});

test('two who may be one are put together after a question, and undone from the timeline', async ({ page }) => {
  const patient = aPatient('MERGE');
  const id = await askPayer(page.request, patient);
  await askPayer(page.request, { ...patient, first: 'Mary' });
  await openPerson(page, id);
  const same = page.getByRole('button', { name: 'Same person as Mary Fenwick', exact: true });
  // Others of the name may be there from other tests: of one member id there is one.
  const line = page.getByRole('region', { name: 'May be the same person' }).getByRole('listitem').filter({ hasText: patient.memberId });
  await expect(line).toContainText('member ID and birth date');
  await line.getByRole('button', { name: 'Same person as Mary Fenwick', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, the same person' }).click();
  await expect(page.getByRole('region', { name: 'Who it is' })).toContainText('2 checks');
  await page.getByRole('list', { name: 'What happened, newest first' }).getByRole('button', { name: 'Undo' }).click();

  await expect(page.getByRole('region', { name: 'Who it is' })).toContainText('1 check');
  await expect(same.first()).toBeVisible();
});

test('what changed is dealt with by keyboard alone, and done can be undone', async ({ page }) => {
  const patient = aPatient('TURNS', { first: 'Quillon', last: `Keyes${Date.now() % 10_000}` });
  await askTwice(page, patient);
  await page.goto('/inbox');
  const list = page.getByRole('list', { name: 'What changed' });
  const item = list.getByRole('listitem').filter({ hasText: patient.last });
  await expect(item).toBeVisible();
  const current = list.locator('[data-current="true"]');
  for (let step = 0; step < 25 && !(await item.evaluate((row) => row.dataset.current === 'true')); step += 1)
    await page.keyboard.press('j');
  await expect(current).toContainText(patient.last);
  await page.keyboard.press('Enter');
  await heading(page, 'Benefits check');
  await expect(page.getByRole('button', { name: /^Since .*now inactive/ })).toBeVisible();

  await page.goBack();
  await expect(item).toBeVisible();
  for (let step = 0; step < 25 && !(await item.evaluate((row) => row.dataset.current === 'true')); step += 1)
    await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(item).toBeVisible();
});

test('what changed leaves what must be seen on the first screen, and on the first two of a phone', async ({ page }) => {
  const { second } = await askTwice(page, aPatient('TURNS'));
  for (const { width, height, screens } of [
    { width: 1280, height: 800, screens: 1 },
    { width: 390, height: 844, screens: 2 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/inquiries/${second}`);
    await expect(page.getByRole('region', { name: 'What changed' })).toBeVisible();
    for (const name of ['Money left', 'Levels of care', 'What is still unknown']) {
      const box = await page.getByRole('region', { name, exact: true }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), name).toBeLessThanOrEqual(height * screens);
    }
  }
});
