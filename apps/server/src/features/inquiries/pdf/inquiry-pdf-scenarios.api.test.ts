/** The first page of whatever the vendors' stand-in answers. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, type Provider, type User } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';

let t: TestApp;
let owner: Client;
let user: User;
let provider: Provider;
let token: string;

beforeAll(async () => {
  t = await startTestApp({ env: { INQUIRY_WAIT_SECONDS: '5' } });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  await syncPayers(t.deps, 'pVerify');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(user);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const COPPERLEAF = `lower(s.clearinghouse) = 'availity' AND s.code = 'COPPR'`;
const MEDICARE = `p.name ILIKE '%medicare part a%' AND s.is_electronic AND s.is_available`;

const payerId = async (condition: string) =>
  (
    await owner.query<{ id: string }>(
      `SELECT p.id FROM payers p JOIN payer_sources s ON s.payer_id = p.id WHERE ${condition} ORDER BY p.name LIMIT 1`,
    )
  ).rows[0]?.id;

async function ask(memberId: string, condition: string): Promise<string> {
  const reply = await t.call(token, {
    method: 'POST',
    url: '/api/v1/inquiries',
    payload: {
      provider_id: provider.id,
      payer_id: await payerId(condition),
      memberId,
      patientFirstName: 'Quenby',
      patientLastName: 'Testperson',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
    },
  });
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(201);
  const { inquiry } = reply.json<{ inquiry: { id: string; status: string } }>();
  expect(inquiry.status, reply.body.slice(0, 300)).toBe('complete');
  return inquiry.id;
}

const print = async (id: string, query = '') => {
  const { rawPayload } = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}/pdf${query}` });
  return await readPdf(rawPayload);
};

test.each([
  ['ORDINARY1', COPPERLEAF],
  ['CARVE1', COPPERLEAF],
  ['TWOPLANS1', COPPERLEAF],
  ['HUGE1', COPPERLEAF],
  ['NOLIMIT1', COPPERLEAF],
  ['INACTIVE1', COPPERLEAF],
  ['GRACE1', COPPERLEAF],
  ['SILENT1', COPPERLEAF],
  ['COB1', COPPERLEAF],
  ['MISMATCH1', COPPERLEAF],
  ['EMPTY1', COPPERLEAF],
  ['1EG4TE5MK73', MEDICARE],
])('the summary of %s is one page, and the same page begins the whole answer', async (memberId, condition) => {
  const id = await ask(memberId, condition);

  const summary = await print(id, '?summary=true');
  const whole = await print(id);

  expect(summary.pages).toHaveLength(1);
  expect(whole.pages.length).toBeGreaterThan(1);
  const [page = ''] = summary.pages;
  expect(page).toMatch(/^Eligibility and benefits .+ · born \d\d\/\d\d\/\d{4} · member ID /);
  for (const words of ['Status: ', 'Checked', 'through ', 'no guarantee of payment']) expect(page).toContain(words);
  const bare = (text: string | undefined) => text?.replaceAll(/in the full answer|on the next pages|Page 1 of \d+/g, '');
  expect(bare(whole.pages[0])).toBe(bare(page));
  expect(whole.pages[1]).toContain('The answer in detail');

  await owner.query(`UPDATE inquiries SET created_at = created_at - interval '61 days' WHERE id = $1`, [id]);
  const expired = await print(id, '?summary=true');
  expect(expired.pages).toHaveLength(1);
  expect(expired.text).toContain('is out of date');
  expect(expired.text).not.toMatch(/Status: (?:Active|Inactive)/);
});
