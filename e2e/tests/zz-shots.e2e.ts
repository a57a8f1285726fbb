import { test, expect } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

test('shots', async ({ page }) => {
  const shot = async (name: string) => {
    for (const [w, h] of [[1280, 800], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(600);
      await page.screenshot({ path: `/tmp/cw-shots/${name}-${w}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const id = await askPayer(page.request, aPatient('CARVE'));
  const providers = (await (await page.request.get('/api/v1/providers/compact')).json()) as { providers: { id: string }[] };
  const made = await page.request.post('/api/v1/cases', { data: { inquiry_id: id, provider_id: providers.providers[0]?.id, levels: ['rtc', 'op'], payment: 'self-pay' } });
  const caseId = ((await made.json()) as { case: { id: string } }).case.id;
  await page.goto(`/inquiries/${id}`);
  await expect(page.getByText(/^In case/)).toBeVisible();
  await shot('answer');
  await page.goto(`/cases/${caseId}`);
  await expect(page.getByRole('button', { name: /^Check SABLE/ })).toBeVisible();
  await shot('case-before');
  await page.getByRole('button', { name: /^Check SABLE/ }).click();
  await expect(page.getByText('its answer has joined the case')).toBeVisible({ timeout: 60_000 });
  await page.waitForTimeout(3000);
  await shot('case-after');
  await page.getByRole('button', { name: /^Call for/ }).click();
  await expect(page.getByRole('button', { name: 'Start the call' })).toBeVisible();
  await shot('call-before');
  await page.getByRole('button', { name: 'Start the call' }).click();
  await expect(page.getByText(/^Question 1 of/)).toBeVisible();
  await page.keyboard.press('n');
  await page.waitForTimeout(500);
  await shot('call-run');
  await page.getByRole('button', { name: 'End the call' }).click();
  await shot('call-end');
  await page.getByLabel('Name of the representative').fill('Alexis P.');
  await page.getByLabel('Reference number of the call').fill('REF-4711');
  await page.getByRole('button', { name: 'Save what was told' }).click();
  await expect(page.getByText('Alexis P., reference REF-4711')).toBeVisible();
  await shot('call-done');
  await page.goto('/cases');
  await page.waitForTimeout(1500);
  await shot('list');
  await page.goto(`/cases/${caseId}/estimates/new?kind=gfe`);
  await page.waitForTimeout(2000);
  await shot('gfe');
  await page.goto('/network-rules/new');
  await page.waitForTimeout(1500);
  await shot('rule');
  await page.goto('/reports/verification');
  await page.waitForTimeout(2000);
  await shot('report');
});
