import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type Payer,
  type Provider,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { syncPayers } from '../payers/sync-payers.ts';

let t: TestApp;
let user: User;
let provider: Provider;
let payer: Pick<Payer, 'id' | 'name'>;
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(user);
  const payers = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>().payers;
  payer = payers[0] ?? { id: '', name: '' };
});
afterAll(async () => await t.close());

const form = (memberId: string, over: Record<string, unknown> = {}) => ({
  provider_id: provider.id,
  payer_id: payer.id,
  memberId,
  patientFirstName: 'Quenby',
  patientLastName: 'Testperson',
  patientBirthDate: '1980-02-29',
  serviceType: ['30'],
  subscriberRelationship: '18',
  ...over,
});

async function submit(memberId: string, over: Record<string, unknown> = {}) {
  const reply = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload: form(memberId, over) });
  return { status: reply.statusCode, body: reply.json<{ inquiry: Inquiry; errors: Record<string, string[]> }>() };
}

test('an ordinary patient is answered with a coverage', async () => {
  const { status, body } = await submit('XQZ100200300');

  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  expect(status).toBe(201);
  expect(body.inquiry.status).toBe('complete');
  expect(body.inquiry.source).toBe('availity');
  expect(body.inquiry.coverage?.plan?.benefit_groups.length).toBeGreaterThan(3);
  expect(body.inquiry.plan_status).toBeTruthy();
});

test('a patient the payer does not know is refused with the reason', async () => {
  const { status, body } = await submit('NOTFOUND1');

  expect(status).toBe(201);
  expect(body.inquiry.status).toBe('error');
  expect(body.inquiry.asking_until).toBeUndefined();
  expect(Object.keys(body.inquiry.remote_errors)).toHaveLength(1);
});

test('a payer that never answers is asked on, and until when is said', async () => {
  const { status, body } = await submit('NEVER1');

  expect(status).toBe(201);
  expect(body.inquiry.status).toBe('max-retry');
  expect(Date.parse(body.inquiry.asking_until ?? '') - Date.parse(body.inquiry.created_at)).toBe(24 * 3_600_000);
});

test('a payer that is down ends the wait early as max-retry', async () => {
  const { body } = await submit('DOWN1');

  expect(body.inquiry.status).toBe('max-retry');
});

test('a request that the clearinghouse refuses answers 422 with its words by field', async () => {
  const { status, body } = await submit('INVALID1');

  expect(status).toBe(422);
  expect(body.errors.Message).toHaveLength(1);
  expect(body.inquiry.status).toBe('error');
});

test('a payer without a configuration is asked with everything that was typed', async () => {
  await syncPayers(t.deps, 'pVerify');
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>();
  const ironbridge = payers.find(({ name }) => name === 'Ironbridge Health Trust');

  const { status, body } = await submit('XQZ100200301', { payer_id: ironbridge?.id });

  expect(status, JSON.stringify(body.errors)).toBe(201);
  expect(body.inquiry).toMatchObject({ status: 'complete', source: 'pVerify', remote_errors: {} });
});

test('a submission takes so many round trips to the database, whether it is answered at once or looked after', async () => {
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>();
  const electronic = payers.find(({ name }) => name === 'Ironbridge Health Trust');
  const headers = () => ({ 'idempotency-key': newId() });
  const asked = async (payload: object) => {
    const query = vi.spyOn(Client.prototype, 'query');
    const reply = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload, headers: headers() });
    const names = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : Reflect.get(Object(statement), 'name'),
    );
    const count = (pattern: RegExp) => names.filter((name) => pattern.test(String(name))).length;
    // A busy machine opens a connection, looks whether the session lasts, and renews the lease: a transaction of one statement. What was
    // answered before is compared meanwhile.
    const late = count(/^SET ROLE/) + count(/find-session$/) - 1 + 3 * count(/:renew-leases$/);
    const trips = names.length - late - 3 * count(/:list-marked-to-compare$/) - count(/:drop-marks-to-compare$/);
    query.mockRestore();
    return { status: reply.json<{ inquiry: Inquiry }>().inquiry.status, trips };
  };
  // What a late moment of the machine adds is none of the submission's own.
  const least = async (memberId: string, over: Record<string, unknown> = {}) => {
    const all = [];
    for (const nth of [1, 2, 3]) all.push(await asked(form(`${memberId}${nth}`, over)));
    expect(all.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
    return Math.min(...all.map(({ trips }) => trips));
  };
  await submit('XQZ100200302');

  expect(await least('XQZ10020031', { payer_id: electronic?.id })).toBeLessThanOrEqual(27);
  expect(await least('XQZ10020032')).toBeLessThanOrEqual(35);
});

test('a payer that the form no longer offers is refused under its field, whether to be sent or kept', async () => {
  const words = ['The payer used is no longer available, please select a different one.'];
  const post = async (path: string, payer_id: string) =>
    (await t.call(token, { method: 'POST', url: `/api/v1${path}`, payload: form('XQZ1', { payer_id }) })).json<{ errors?: object }>()
      .errors;
  const off = await createPayer(t.store, { is_active: false });
  const gone = await createPayer(t.store, { is_available: false });
  const empty = await createPayer(t.store, { is_group: true, schema: null });
  const elsewhere = await createPayer(t.store, { is_active: false, pverify_code: newId(), pverify_is_available: true, schema: null });

  for (const path of ['/inquiries', '/inquiries/draft']) {
    expect([await post(path, off.id), await post(path, gone.id)]).toEqual([{ payer_id: words }, { payer_id: words }]);
  }
  expect(await post('/inquiries/draft', empty.id)).toEqual({ payer_id: words });
  expect(await post('/inquiries/draft', elsewhere.id)).toBeUndefined();
});

test('who is deactivated while an answer is awaited does not learn it, and the inquiry is kept for the others', async () => {
  const leaver = await createUser(t.store, { organization_id: user.organization_id });
  const manager = await t.signIn(await createUser(t.store, { organization_id: user.organization_id, is_manager: true }));
  const held = t.call(await t.signIn(leaver), { method: 'POST', url: '/api/v1/inquiries', payload: form('SLOWLEAVER1') });
  await new Promise((settle) => {
    setTimeout(settle, 700);
  });
  const gone = await t.call(manager, { method: 'PUT', url: `/api/v1/users/${leaver.id}`, payload: { is_active: false } });

  expect(gone.statusCode).toBe(200);
  const reply = await held;
  expect([reply.statusCode, reply.body.includes('coverage')]).toEqual([401, false]);
  const { inquiries } = (await t.call(token, { method: 'GET', url: `/api/v1/inquiries?user_id=${leaver.id}` })).json<{
    inquiries: Inquiry[];
  }>();
  expect(inquiries).toHaveLength(1);
});

test('who repeats a request that is still held looks more and more rarely whether it is', async () => {
  const request = { method: 'POST' as const, url: '/api/v1/inquiries', payload: form('NEVER7'), headers: { 'idempotency-key': newId() } };
  const first = (await t.call(token, request)).json<{ inquiry: Inquiry }>().inquiry;
  // As a process that was killed has left it.
  await t.deps.db.asOrganization(
    user.organization_id,
    async (tx) =>
      await tx.queryOnce(
        `UPDATE inquiries SET status = 'pending', lease_owner = 'gone', lease_until = now(), next_turn_at = now() WHERE id = $1`,
        [first.id],
      ),
  );
  const transactions = vi.spyOn(t.deps.db, 'asOrganization');

  const repeated = (await t.call(token, request)).json<{ inquiry: Inquiry }>().inquiry;

  expect([repeated.id, repeated.status]).toEqual([first.id, 'max-retry']);
  // Four looks a second would be 20.
  expect(transactions.mock.calls.length).toBeLessThan(18);
  transactions.mockRestore();
}, 20_000);
