import type { Inquiry, InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createInquiry,
  createOrganization,
  createProvider,
  createUser,
  newId,
  type Payer,
  type Provider,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { syncPayers } from '../payers/sync-payers.ts';
import { planAsking } from './asking/leases.repository.ts';
import { listAttempts } from './asking/turn.repository.ts';

let t: TestApp;
let manager: User;
let restricted: User;
let provider: Provider;
let payer: Pick<Payer, 'id' | 'name'>;
let token: string;

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { INQUIRY_WAIT_SECONDS: '4' }, sandbox: { slowAnswerMs: 6000 } });
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  manager = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  restricted = await createUser(t.store, { organization_id: organization.id, is_restricted: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(manager);
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

async function post(url: string, payload: object = {}, headers: Record<string, string> = {}, who = token) {
  const reply = await t.call(who, { method: 'POST', url: `/api/v1${url}`, payload, headers });
  return {
    status: reply.statusCode,
    body: reply.body === '' ? null : reply.json<{ inquiry: Inquiry; errors: Record<string, string[]> }>(),
  };
}
const read = async (id: string, who = token) => {
  const reply = await t.call(who, { method: 'GET', url: `/api/v1/inquiries/${id}` });
  return { status: reply.statusCode, inquiry: reply.json<{ inquiry: Inquiry }>().inquiry };
};
async function rows(query = '', who = token) {
  const reply = await t.call(who, { method: 'GET', url: `/api/v1/inquiries${query}` });
  return { status: reply.statusCode, rows: reply.json<{ inquiries: InquiryRow[] }>().inquiries, total: reply.headers['x-total-count'] };
}
async function until(id: string, status: string) {
  for (let tries = 0; tries < 80; tries += 1) {
    const { inquiry } = await read(id);
    if (inquiry.status === status) return inquiry;
    await sleep(200);
  }
  throw new Error(`never became ${status}`);
}

/** What Availity would have billed for this member. */
async function transactionsOf(memberId: string): Promise<number> {
  const reply = await fetch(`${t.sandboxUrl}/__requests?full=1`);
  const { availity } = (await reply.json()) as { availity: { transactions: { member_id: string; count: number }[] } };
  return availity.transactions.filter(({ member_id }) => member_id === memberId).reduce((sum, { count }) => sum + count, 0);
}

/** Requests of a vendor that were answered well. */
async function requestsFor(vendor: 'availity' | 'pverify', method: string, path = /./): Promise<number> {
  const reply = await fetch(`${t.sandboxUrl}/__requests?full=1`);
  const report = (await reply.json()) as Record<string, { requests: { method: string; path: string; status: number }[] }>;
  return (report[vendor]?.requests ?? []).filter((one) => one.method === method && path.test(one.path) && one.status < 300).length;
}

test('a slow payer is asked on in the background until it has answered', async () => {
  const { body } = await post('/inquiries', form('SLOW1'));
  expect(body?.inquiry.status).toBe('max-retry');

  const inquiry = await until(body?.inquiry.id ?? '', 'complete');

  expect(inquiry.coverage).not.toBeNull();
});

test('an inquiry whose process died is taken up again and asked once', async () => {
  const { body } = await post('/inquiries', form('SLOW2'));
  const id = body?.inquiry.id ?? '';
  // As after a kill: pending, and held by a process that is gone.
  await t.deps.db.asOrganization(
    manager.organization_id,
    async (tx) =>
      await tx.queryOnce(
        `UPDATE inquiries SET status = 'pending', lease_owner = 'gone', lease_until = now(), next_turn_at = now() WHERE id = $1`,
        [id],
      ),
  );

  await until(id, 'complete');

  expect(await transactionsOf('SLOW2')).toBe(1);
});

test('an answer over which settling fails is kept: the caller hears that it takes long, the background completes it, the payer was asked once', async () => {
  const asOwner = async (sql: string) => {
    const client = new Client({ connectionString: t.databaseUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await asOwner(`CREATE FUNCTION refuse_complete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refuse_complete BEFORE UPDATE ON inquiries FOR EACH ROW WHEN (NEW.status = 'complete') EXECUTE FUNCTION refuse_complete()`);
  const { status, body } = await post('/inquiries', form('XQZ71'));
  const id = body?.inquiry.id ?? '';
  const kept = await t.deps.db.asOrganization(manager.organization_id, async (tx) => await listAttempts(tx, id));
  await asOwner('DROP TRIGGER refuse_complete ON inquiries; DROP FUNCTION refuse_complete()');

  expect([status, body?.inquiry.status]).toEqual([201, 'max-retry']);
  expect(kept.map((ask) => [ask.outcome, ask.answer !== null])).toEqual([['answered', true]]);
  expect((await until(id, 'complete')).coverage).not.toBeNull();
  expect(await transactionsOf('XQZ71')).toBe(1);
  // What was paid for is kept once only.
  const settled = await t.deps.db.asOrganization(manager.organization_id, async (tx) => await listAttempts(tx, id));
  expect(settled.map((ask) => [ask.outcome, ask.answer])).toEqual([['answered', null]]);
}, 40_000);

test.each([
  ['answered', 'XQZ61', 'complete'],
  ['refused', 'NOTFOUND61', 'error'],
])(
  'a question that was %s before and is sent again is really asked, since the clearinghouse would tell what it keeps',
  async (_, memberId, status) => {
    const statuses = [];
    for (let sent = 1; sent <= 3; sent += 1) {
      statuses.push((await post('/inquiries', form(memberId))).body?.inquiry.status);
      expect(await transactionsOf(memberId)).toBe(sent);
    }
    expect(statuses).toEqual([status, status, status]);
  },
);

test('a question that another open check waits for is not taken away from it', async () => {
  const deleted = await requestsFor('availity', 'DELETE');
  const [first, second] = [await post('/inquiries', form('NEVER61')), await post('/inquiries', form('NEVER61'))];

  expect([first.body?.inquiry.status, second.body?.inquiry.status]).toEqual(['max-retry', 'max-retry']);
  expect((await post(`/inquiries/${first.body?.inquiry.id}/cancel`)).body?.inquiry.status).toBe('cancel');
  await sleep(500);
  expect(await requestsFor('availity', 'DELETE')).toBe(deleted);
  expect(await transactionsOf('NEVER61')).toBe(1);
  // Nobody else waits for it now.
  await post(`/inquiries/${second.body?.inquiry.id}/cancel`);
  await sleep(500);
  expect(await requestsFor('availity', 'DELETE')).toBe(deleted + 1);
});

test('two turns for one inquiry at the same time ask once', async () => {
  const { id } = await createInquiry(t.store, {
    organization_id: manager.organization_id,
    user_id: manager.id,
    provider_id: provider.id,
    payer_id: payer.id,
    submission: { ...form('XQZ70'), serviceType: ['30'] },
  });
  const organizationId = manager.organization_id;
  const plan = [{ service_types: ['30'], routes: ['availity' as const] }];
  await t.deps.db.asOrganization(
    organizationId,
    async (tx) => await planAsking(tx, id, { plan, owner: 'gone', leaseUntil: t.deps.clock(), waitsUntil: null }),
  );
  const target = { organizationId, inquiryId: id };

  await Promise.all([t.asking.runDueTurn(target), t.asking.runDueTurn(target), t.asking.runDueTurn(target)]);
  await until(id, 'complete');

  const asks = await t.deps.db.asOrganization(organizationId, async (tx) => await listAttempts(tx, id));
  expect(asks.map((ask) => ask.outcome)).toEqual(['answered']);
  expect((await read(id)).inquiry.status).toBe('complete');
});

test('the same key of the same user asks once and answers the same inquiry', async () => {
  const key = { 'idempotency-key': newId() };
  const both = await Promise.all([post('/inquiries', form('XQZ77'), key), post('/inquiries', form('XQZ77'), key)]);
  const again = await post('/inquiries', form('XQZ77'), key);

  expect(new Set([...both, again].map((reply) => reply.body?.inquiry.id)).size).toBe(1);
  expect([...both, again].map((reply) => reply.status)).toEqual([201, 201, 201]);
});

test('the same key with another body is a conflict', async () => {
  const key = { 'idempotency-key': newId() };
  await post('/inquiries', form('XQZ78'), key);

  expect((await post('/inquiries', form('XQZ79'), key)).status).toBe(409);
});

test('a refusal of our own binds no key', async () => {
  const key = { 'idempotency-key': newId() };
  expect((await post('/inquiries', form('XQZ80', { serviceType: [] }), key)).status).toBe(422);

  expect((await post('/inquiries', form('XQZ80'), key)).status).toBe(201);
});

test('stopping ends an open inquiry at once, and a second time is a conflict', async () => {
  const held = post('/inquiries', form('NEVER2'));
  const open = await vi.waitUntil(async () => (await rows('?status=pending')).rows[0], { timeout: 20_000, interval: 50 });
  const stopped = await post(`/inquiries/${open.id}/cancel`);

  expect(stopped.body?.inquiry.status).toBe('cancel');
  expect((await held).body?.inquiry.status).toBe('cancel');
  expect((await post(`/inquiries/${open.id}/cancel`)).status).toBe(409);
});

test('a draft is saved, changed, sent under its id, and is then no draft any more', async () => {
  const created = await post('/inquiries/draft', {
    provider_id: provider.id,
    payer_id: payer.id,
    memberId: 'XQZ90',
    patientSSN: '123-45-6789',
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const id = created.body?.inquiry.id ?? '';
  expect(created.body?.inquiry.status).toBe('draft');
  expect(JSON.stringify(created.body)).not.toContain('6789');

  const changed = await t.call(token, { method: 'PATCH', url: `/api/v1/inquiries/${id}/draft`, payload: form('XQZ91') });
  expect(changed.statusCode).toBe(200);
  const sent = await post('/inquiries', form('XQZ91', { draftId: id }));

  expect(sent.body?.inquiry).toMatchObject({ id, status: 'complete' });
  expect((await post('/inquiries', form('XQZ91', { draftId: id }))).status).toBe(409);
  expect((await t.call(token, { method: 'PATCH', url: `/api/v1/inquiries/${id}/draft`, payload: form('XQZ91') })).statusCode).toBe(409);
});

test('refused inquiries need attention until dismissed or sent again', async () => {
  const first = (await post('/inquiries', form('NOTFOUND5'))).body?.inquiry.id ?? '';
  const second = (await post('/inquiries', form('NOTFOUND6'))).body?.inquiry.id ?? '';
  const attention = async () =>
    (await t.call(token, { method: 'GET', url: '/api/v1/inquiries/attention' }))
      .json<{ inquiries: InquiryRow[] }>()
      .inquiries.map((row) => row.id);
  expect(await attention()).toEqual(expect.arrayContaining([first, second]));

  expect((await post(`/inquiries/${first}/dismiss`)).status).toBe(204);
  await post('/inquiries', form('XQZ95', { parentId: second }));

  expect(await attention()).not.toEqual(expect.arrayContaining([first]));
  expect(await attention()).not.toEqual(expect.arrayContaining([second]));
});

test('the list is searched by name, member id and birth date, and hides what was hidden', async () => {
  const { body } = await post('/inquiries', form('FINDME123', { patientLastName: "O'Searchable-Name", patientBirthDate: '1971-05-06' }));
  const id = body?.inquiry.id ?? '';
  for (const query of ['patient_last_name=osearch', 'patient_last_name=name', 'member_id=findme-1', 'patient_dob=1971-05-06']) {
    expect((await rows(`?${query}`)).rows.map((row) => row.id)).toEqual([id]);
  }
  expect((await rows('?member_id=FINDME1&patient_last_name=zz')).rows).toEqual([]);

  const hidden = await t.call(token, { method: 'PUT', url: '/api/v1/inquiries', payload: { inquiry_ids: [id], is_hidden: true } });
  expect(hidden.statusCode).toBe(204);
  expect((await rows('?member_id=FINDME1')).rows).toEqual([]);
  expect((await rows('?member_id=FINDME1&is_hidden=true')).rows.map((row) => row.id)).toEqual([id]);
  expect((await read(id)).status).toBe(200);
});

test('the list is sorted by date in either direction', async () => {
  const newest = (await rows('?limit=100')).rows.map((row) => row.created_at);
  const oldest = (await rows('?limit=100&sort=created_at')).rows.map((row) => row.created_at);

  expect(newest.length).toBeGreaterThan(2);
  expect(newest).toEqual(newest.toSorted().toReversed());
  expect(oldest).toEqual(newest.toReversed());
});

test('a restricted user sees only its own inquiries', async () => {
  const { body } = await post('/inquiries', form('XQZ99'));
  const theirs = await t.signIn(restricted);
  const own = await post('/inquiries', form('XQZ98'), {}, theirs);

  expect((await read(body?.inquiry.id ?? '', theirs)).status).toBe(404);
  const list = await rows('', theirs);
  expect(list.rows.map((row) => row.id)).toEqual([own.body?.inquiry.id]);
  expect(list.total).toBe('1');
});

test('nothing of a patient reaches the log', async () => {
  await post('/inquiries', form('CANARYID1', { patientLastName: 'Canaryname' }));
  await rows('?patient_last_name=Canaryname');

  expect(t.log.lines.length).toBeGreaterThan(0);
  expect(t.log.lines.filter((line) => /canary|testperson|quenby|1980-02-29/i.test(line))).toEqual([]);
});
