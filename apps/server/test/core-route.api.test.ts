/** Trading partners in X12 through the whole product: configured by settings, asked, failed over to, and never asked anew where an answer was lost. */
import type { AdminInquiry } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '../src/db/internal-organization.ts';
import { enterCorePayers } from '../src/dev/demo-core-payers.ts';
import { findPayerByCode } from '../src/features/payers/payer-sources.repository.ts';
import { syncPayers } from '../src/features/payers/sync-payers.ts';
import { createOrganization, createProvider, createUser } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
let admin: string;
let token: string;
let providerId: string;

const partner = (name: string, transport: string, sandboxUrl: string) => ({
  [`CORE_${name}_URL`]: `${sandboxUrl}/core`,
  [`CORE_${name}_TRANSPORT`]: transport,
  [`CORE_${name}_SENDER`]: 'COVERLIGHT',
  [`CORE_${name}_RECEIVER`]: 'ZZ:SANDBOX',
  [`CORE_${name}_USER`]: 'sandbox',
  [`CORE_${name}_PASSWORD`]: 'sandbox',
});

beforeAll(async () => {
  t = await startTestApp({
    env: (url) => ({ ...partner('LIGHTHOUSE', 'soap', url), ...partner('MARINER', 'mime', url), INQUIRY_WAIT_SECONDS: '4' }),
  });
  admin = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  const { id } = await createOrganization(t.store);
  providerId = (await createProvider(t.store, { organization_id: id })).id;
  token = await t.signIn(await createUser(t.store, { organization_id: id, is_manager: true }));
  await syncPayers(t.deps, 'availity');
  await enterCorePayers(t.deps);
});
afterAll(async () => await t.close());

const payerWith = async (code: string, clearinghouse: string) =>
  (await t.deps.db.withoutOrganization(async (tx) => await findPayerByCode(tx, clearinghouse, code)))?.asked_as ?? '';

async function submit(payerId: string, memberId: string): Promise<Inquiry> {
  const payload = {
    provider_id: providerId,
    payer_id: payerId,
    memberId,
    patientBirthDate: '1984-07-19',
    patientFirstName: 'Ottoline',
    patientLastName: 'Quackenbush',
    serviceType: ['30'],
    subscriberRelationship: '18',
  };
  const reply = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ inquiry: Inquiry }>().inquiry;
}

async function attemptsOf(id: string) {
  const reply = await t.call(admin, { method: 'GET', url: `/api/v1/admin/inquiries/${id}` });
  return reply.json<{ inquiry: AdminInquiry }>().inquiry.attempts;
}

test.each([
  ['LANTERN1', 'core:lighthouse'],
  ['MARINER2', 'core:mariner'],
])('payer %s is answered through %s alone', async (code, clearinghouse) => {
  const inquiry = await submit(await payerWith(code, clearinghouse), `XQZ${code}`);
  expect(inquiry).toMatchObject({ status: 'complete', source: clearinghouse, coverage: { plan: { status_code: '1' } } });
  const nine = expect.stringMatching(/^\d{9}$/);
  expect(await attemptsOf(inquiry.id)).toMatchObject([{ control_number: nine, answer_control_number: nine }]);
});

test('a payer that is away at its first clearinghouse is asked through the partner', async () => {
  const inquiry = await submit(await payerWith('HARBM', 'core:lighthouse'), 'XQZ700');
  expect(inquiry).toMatchObject({ status: 'complete', source: 'core:lighthouse' });
});

test('a refusal stands under the field it is about', async () => {
  const inquiry = await submit(await payerWith('LANTERN1', 'core:lighthouse'), 'BADDOB7');
  expect(inquiry).toMatchObject({ status: 'error', remote_errors: { patientBirthDate: expect.stringContaining('(AAA 71)') } });
});

test('an answer that was lost is asked for nowhere a second time', async () => {
  const order = { vendor: 'core', kind: 'lost', body: 'LOSTONE1' };
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) });
  const inquiry = await submit(await payerWith('HARBM', 'core:lighthouse'), 'LOSTONE1');
  expect(inquiry.status).toBe('max-retry');
  const lost = (await attemptsOf(inquiry.id)).filter(({ source }) => source === 'core:lighthouse');
  expect(lost).toMatchObject([{ control_number: expect.any(String), answer_control_number: null }]);
  const report = (await (await fetch(`${t.sandboxUrl}/__requests?full=1`)).json()) as Record<
    string,
    { transactions: { member_id: string; count: number }[] }
  >;
  const counted = (vendor: string) =>
    report[vendor]?.transactions.filter(({ member_id: id }) => id === 'LOSTONE1').map(({ count }) => count);
  expect([counted('core'), counted('pverify')]).toEqual([[1], []]);
});
