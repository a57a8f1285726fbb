import { sql } from '../database.ts';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer, choosePayer, openNewInquiry, PAYER, PAYER_OF_TWO_COMBOS } from '../inquiries.ts';

test('the form says what to expect of the chosen payer, and nothing of one that is not known', async ({ page }) => {
  const { payers } = (await (await page.request.get('/api/v1/payers')).json()) as {
    payers: { id: string; name: string; is_group: boolean }[];
  };
  const isOne = (name: string) => payers.filter((other) => other.name === name).length === 1;
  // Nobody else asks them.
  const [payer, unknown] = payers
    .filter(({ name, is_group }) => !is_group && isOne(name) && ![PAYER, PAYER_OF_TWO_COMBOS].includes(name))
    .slice(-2);
  if (!payer || !unknown) throw new Error('The demo data has too few payers.');
  const inquiry = await askPayer(page.request, aPatient('EXPECT'));
  await sql('UPDATE inquiries SET payer_id = $2 WHERE id = $1', [inquiry, payer.id]);
  await sql(
    `UPDATE inquiry_asks SET started_at = now() - interval '2 hours', ended_at = now() - interval '119 minutes' WHERE inquiry_id = $1`,
    [inquiry],
  );
  const asked = async (part: number, outcome: string, ago: string) =>
    await sql(
      `INSERT INTO inquiry_asks (organization_id, inquiry_id, part, number, route, outcome, started_at, ended_at)
       SELECT organization_id, inquiry_id, $2, 0, route, $3, now() - $4::interval, now() - $4::interval + interval '8 seconds'
       FROM inquiry_asks WHERE inquiry_id = $1 AND part = 0 AND number = 0`,
      [inquiry, part, outcome, ago],
    );
  for (const part of [1, 2, 3]) await asked(part, 'answered', `${100 - part} minutes`);
  const note = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

  await openNewInquiry(page);
  await choosePayer(page, payer.name);
  await expect(note(`${payer.name} usually answers in 8 s.`)).toBeVisible();
  await choosePayer(page, unknown.name);
  await expect(note(/usually answers/)).toBeHidden();

  for (const part of [4, 5, 6]) await asked(part, 'unreachable', `${30 - part} minutes`);
  await openNewInquiry(page);
  await choosePayer(page, payer.name);
  await expect(
    note(new RegExp(`^${payer.name} has not answered since .*\\d:\\d\\d [AP]M\\. You can send; the answer may come late\\.$`)),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send inquiry' })).toBeEnabled();
});
