/** Answers of a clearinghouse that say nothing about the patient: the question is looked after, never paid for twice, never given up without proof. */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, type Provider, type User } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';

let t: TestApp;
let owner: Client;
let user: User;
let provider: Provider;

beforeAll(async () => {
  t = await startTestApp({ env: { INQUIRY_WAIT_SECONDS: '3' } });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  await syncPayers(t.deps, 'pVerify');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
});
afterEach(async () => {
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await owner.query('DELETE FROM clearinghouse_circuits');
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const post = async (path: string, body: object) =>
  await fetch(`${t.sandboxUrl}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const availityPayer = async () => await idOf('availity', `s.code = 'COPPR'`);
/** Answers at once. */
const electronicPayer = async () => await idOf('pverify', `s.code = '00705'`);
/** Answers after hours. */
const backOfficePayer = async () => await idOf('pverify', 's.code IS NOT NULL AND NOT s.is_electronic AND s.is_available');
async function idOf(clearinghouse: string, condition: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT p.id FROM payers p JOIN payer_sources s ON s.payer_id = p.id
     WHERE lower(s.clearinghouse) = $1 AND ${condition} ORDER BY p.name LIMIT 1`,
    [clearinghouse],
  );
  if (rows[0] === undefined) throw new Error('no such payer');
  return rows[0].id;
}

async function submit(payer_id: string, memberId: string): Promise<Inquiry> {
  const payload = {
    provider_id: provider.id,
    payer_id,
    memberId,
    patientFirstName: 'Quenby',
    patientLastName: 'Testperson',
    patientBirthDate: '1980-02-29',
    asOfDate: t.deps.clock().toISOString().slice(0, 10),
    serviceType: ['30'],
    subscriberRelationship: '18',
  };
  const reply = await t.call(await t.signIn(user), { method: 'POST', url: '/api/v1/inquiries', payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ inquiry: Inquiry }>().inquiry;
}

/** Each turn as soon as it is due. */
async function turns(inquiryId: string, count: number): Promise<Inquiry['status']> {
  for (let turn = 0; turn < count; turn += 1) {
    await untilFree(inquiryId);
    const { rows } = await owner.query<{ next_turn_at: Date | null }>('SELECT next_turn_at FROM inquiries WHERE id = $1', [inquiryId]);
    if (rows[0]?.next_turn_at == null) break;
    t.turnClock(Math.max(0, rows[0].next_turn_at.getTime() - t.deps.clock().getTime()) + 1);
    await t.asking.runDueTurn({ organizationId: user.organization_id, inquiryId });
  }
  const { rows } = await owner.query<{ status: Inquiry['status'] }>('SELECT status FROM inquiries WHERE id = $1', [inquiryId]);
  return rows[0]?.status ?? 'draft';
}

/** The exchange of a wait that is over may still be under way. */
const untilFree = async (id: string) =>
  await expect
    .poll(
      async () =>
        (await owner.query<{ owner: string | null }>('SELECT lease_owner AS owner FROM inquiries WHERE id = $1', [id])).rows[0]?.owner,
    )
    .toBeNull();

const secondsUntilTurn = async (id: string): Promise<number> => {
  await untilFree(id);
  const { rows } = await owner.query<{ next_turn_at: Date }>('SELECT next_turn_at FROM inquiries WHERE id = $1', [id]);
  return ((rows[0]?.next_turn_at.getTime() ?? 0) - t.deps.clock().getTime()) / 1000;
};

/** What the clearinghouse would charge for. */
async function transactions(vendor: 'availity' | 'pverify', memberId: string): Promise<number> {
  const reply = await fetch(`${t.sandboxUrl}/__requests?full=1`);
  const report = (await reply.json()) as Record<string, { transactions: { member_id: string; count: number }[] }>;
  return (report[vendor]?.transactions ?? []).filter((each) => each.member_id === memberId).reduce((sum, { count }) => sum + count, 0);
}

const ASK = '/EligibilitySummary$/';
const LOOK = '/GetEligibilitySummary/';
const COVERAGE = '/coverages/';

test('a reply of pVerify that is too large is looked for and never paid for again', async () => {
  await post('/__fault', { vendor: 'pverify', kind: 'late-huge', times: 99, path: ASK, method: 'POST' });

  const { id, status } = await submit(await electronicPayer(), 'XQL101');
  const later = await turns(id, 12);

  expect([status, later]).toEqual(['max-retry', 'unknown']);
  expect(await transactions('pverify', 'XQL101')).toBe(1);
});

test('a look at a pending question of pVerify whose reply is too large changes nothing about it', async () => {
  const { id } = await submit(await backOfficePayer(), 'XQL102');
  await post('/__fault', { vendor: 'pverify', kind: 'late-huge', times: 2, path: LOOK });
  await turns(id, 2);
  await post('/__clock', { advance_seconds: 13 * 3600 });

  expect(await turns(id, 2)).toBe('complete');
  expect(await transactions('pverify', 'XQL102')).toBe(1);
});

test('a coverage of Availity that one look does not find is found by the same question', async () => {
  await post('/__fault', { vendor: 'availity', kind: '404', times: 1, path: COVERAGE, method: 'GET' });

  const { id } = await submit(await availityPayer(), 'XQL103');

  expect(await turns(id, 3)).toBe('complete');
  expect(await transactions('availity', 'XQL103')).toBe(1);
});

test('a request of pVerify that one look does not find stays on its list of pending ones, and is answered', async () => {
  const { id } = await submit(await backOfficePayer(), 'XQL104');
  await post('/__fault', { vendor: 'pverify', kind: '404', times: 1, path: LOOK });
  await turns(id, 1);
  await post('/__clock', { advance_seconds: 13 * 3600 });

  expect(await turns(id, 2)).toBe('complete');
  expect(await transactions('pverify', 'XQL104')).toBe(1);
});

test('a request that pVerify knows by no way, look after look, ends as unknown; a look that fails is no such proof', async () => {
  const { id } = await submit(await backOfficePayer(), 'XQL105');
  await post('/__fault', { vendor: 'pverify', kind: '503', times: 40, path: '/GetEligibilitySummary|GetPendingInquiries/' });
  const afterFailures = await turns(id, 8);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await post('/__fault', { vendor: 'pverify', kind: '404', times: 99, path: LOOK });
  // Answered meanwhile, so that the list does not name it.
  await post('/__clock', { advance_seconds: 13 * 3600 });
  const afterTwo = await turns(id, 2);
  const { rows } = await owner.query<{ created_at: Date }>('SELECT created_at FROM inquiries WHERE id = $1', [id]);
  const afterMore = await turns(id, 4);

  expect([afterFailures, afterTwo, afterMore]).toEqual(['max-retry', 'max-retry', 'unknown']);
  expect(t.deps.clock().getTime() - (rows[0]?.created_at.getTime() ?? 0)).toBeLessThan(3 * 3_600_000);
});

test('Availity’s error body in a reply of status 200 is a failure of the clearinghouse, to a question and to a look', async () => {
  await post('/__fault', { vendor: 'availity', kind: 'error-body', times: 99, path: '/coverages/' });
  const { id, status } = await submit(await availityPayer(), 'XQL106');
  const meanwhile = await turns(id, 2);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await post('/__fault', { vendor: 'availity', kind: 'error-body', times: 3, path: COVERAGE, method: 'GET' });
  const later = await turns(id, 1);

  expect([status, meanwhile, later]).toEqual(['max-retry', 'max-retry', 'max-retry']);
  expect(await turns(id, 2)).toBe('complete');
  expect(await transactions('availity', 'XQL106')).toBe(1);
});

test.each(['availity', 'pverify'] as const)(
  '%s is left alone for as long as it asks for, with a question and with a look',
  async (vendor) => {
    const memberId = `XQL107${vendor}`.toUpperCase();
    const payer = vendor === 'availity' ? await availityPayer() : await backOfficePayer();
    const path = vendor === 'availity' ? COVERAGE : '/EligibilitySummary/';
    await post('/__fault', { vendor, kind: '429', times: 1, path, retry_after: 1800 });
    const { id, status } = await submit(payer, memberId);
    const untilAsked = await secondsUntilTurn(id);
    await post('/__fault', { vendor, kind: '429', times: 1, path, method: 'GET', retry_after: 3600 });
    await turns(id, 1);
    if ((await secondsUntilTurn(id)) < 1000) await turns(id, 1);
    const untilLook = await secondsUntilTurn(id);

    expect(status).toBe('max-retry');
    expect(untilAsked).toBeGreaterThan(1700);
    expect(untilLook).toBeGreaterThan(3500);
    expect(await transactions(vendor, memberId)).toBe(1);
  },
);

test('a clearinghouse that asks to be left alone for longer than the inquiry lasts is not waited for beyond that', async () => {
  await post('/__fault', { vendor: 'availity', kind: '429', times: 99, path: COVERAGE, retry_after: 90_000 });
  const { id } = await submit(await availityPayer(), 'XQL108');

  expect(await secondsUntilTurn(id)).toBeLessThanOrEqual(24 * 3600);
  expect(await turns(id, 1)).toBe('failure');
});
