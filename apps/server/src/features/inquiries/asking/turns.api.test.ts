import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createInquiry,
  createOrganization,
  createProvider,
  createUser,
  newId,
  type Provider,
  type User,
} from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { planAsking } from './leases.repository.ts';
import { listAttempts } from './turn.repository.ts';

let t: TestApp;
let owner: Client;
let user: User;
let provider: Provider;
let token: string;
let payers: string[];

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { INQUIRY_WAIT_SECONDS: '1' } });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(user);
  const { rows } = await owner.query<{ id: string }>(
    `SELECT p.id FROM payers p JOIN payer_sources s ON s.payer_id = p.id
     WHERE s.is_available AND p.parent_id IS NULL AND s.fields::text LIKE '%memberId%' AND p.name NOT LIKE '%(%' ORDER BY p.name`,
  );
  payers = rows.map(({ id }) => id);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const asOrganization: <T>(work: Parameters<typeof t.deps.db.asOrganization<T>>[1]) => Promise<T> = async (work) =>
  await t.deps.db.asOrganization(user.organization_id, work);

const form = (payer_id: string, memberId: string) => ({
  provider_id: provider.id,
  payer_id,
  memberId,
  patientFirstName: 'Quenby',
  patientLastName: 'Testperson',
  patientBirthDate: '1980-02-29',
  serviceType: ['30'],
  subscriberRelationship: '18',
});

/** As a process that was killed before it asked has left it; its hold ran out `agoSeconds` ago. */
async function leftBehind(payerId: string, memberId: string, agoSeconds = 0): Promise<string> {
  const { id } = await createInquiry(t.store, {
    organization_id: user.organization_id,
    user_id: user.id,
    provider_id: provider.id,
    payer_id: payerId,
    submission: form(payerId, memberId),
  });
  const plan = [{ service_types: ['30'], routes: ['availity' as const] }];
  const leaseUntil = new Date(t.deps.clock().getTime() - agoSeconds * 1000);
  await asOrganization(async (tx) => await planAsking(tx, id, { plan, owner: 'gone', leaseUntil, waitsUntil: null }));
  return id;
}

async function post(payerId: string, memberId: string, headers: Record<string, string> = {}): Promise<Inquiry> {
  const reply = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload: form(payerId, memberId), headers });
  return reply.json<{ inquiry: Inquiry }>().inquiry;
}
const stored = async (id: string) => {
  const { rows } = await owner.query<{ status: string; lease_owner: string | null; next_turn_at: Date | null }>(
    'SELECT status, lease_owner, next_turn_at FROM inquiries WHERE id = $1',
    [id],
  );
  return rows[0];
};
const statusOf = async (id: string) => (await stored(id))?.status;
const secondsUntilTurn = async (id: string) => {
  const { next_turn_at: at } = (await stored(id)) ?? {};
  return at == null ? null : (at.getTime() - t.deps.clock().getTime()) / 1000;
};
const fault = async (ordered: object | null) =>
  void (await fetch(`${t.sandboxUrl}/__fault`, {
    method: ordered === null ? 'DELETE' : 'POST',
    ...(ordered === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ordered) }),
  }));

test('what a dead process left behind is asked by the next, each once, however much it is', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, async (_, at) => await leftBehind(payers[at % 10] ?? '', `XQT${at}`)));

  await expect
    .poll(async () => (await owner.query('SELECT DISTINCT status FROM inquiries WHERE id = ANY ($1::text[])', [ids])).rows, {
      timeout: 100_000,
      interval: 500,
    })
    .toEqual([{ status: 'complete' }]);

  const { rows } = await owner.query(
    'SELECT inquiry_id FROM inquiry_asks WHERE inquiry_id = ANY ($1::text[]) GROUP BY inquiry_id HAVING count(*) > 1',
    [ids],
  );
  expect(rows).toEqual([]);
}, 120_000);

test('questions that stay in progress hold no place: behind many of them an ordinary one is answered at once', async () => {
  const never = await Promise.all(Array.from({ length: 60 }, async (_, at) => await leftBehind(payers[at % 20] ?? '', `NEVERQ${at}`, 30)));
  const ordinary = await leftBehind(payers[0] ?? '', 'XQT501');

  await expect.poll(async () => await statusOf(ordinary), { timeout: 10_000 }).toBe('complete');

  for (const id of never) await t.call(token, { method: 'POST', url: `/api/v1/inquiries/${id}/cancel` });
  const { rows } = await owner.query('SELECT id FROM inquiries WHERE id = ANY ($1::text[]) AND next_turn_at IS NOT NULL', [never]);
  expect(rows).toEqual([]);
}, 30_000);

test('a payer that hangs leaves room for the others', async () => {
  const { rows } = await owner.query<{ code: string }>('SELECT code FROM payer_sources WHERE payer_id = $1', [payers[1]]);
  await fault({ vendor: 'availity', kind: 'hang', times: 100, body: `payerId=${rows[0]?.code}` });
  const hanging = await Promise.all(Array.from({ length: 45 }, async (_, at) => await leftBehind(payers[1] ?? '', `XQH${at}`, 30)));
  await expect
    .poll(async () => (await owner.query(`SELECT FROM inquiry_asks WHERE inquiry_id = ANY ($1::text[])`, [hanging])).rowCount, {
      timeout: 5_000,
    })
    .toBeGreaterThan(15);
  const other = await leftBehind(payers[2] ?? '', 'XQT502');

  await expect.poll(async () => await statusOf(other), { timeout: 5_000 }).toBe('complete');

  await fault(null);
  for (const id of hanging) await t.call(token, { method: 'POST', url: `/api/v1/inquiries/${id}/cancel` });
  await owner.query('DELETE FROM clearinghouse_circuits');
}, 60_000);

test('the background gives up when the time of an inquiry is over, not some minutes later', async () => {
  const { id, status } = await post(payers[3] ?? '', 'NEVERT1');
  expect(status).toBe('max-retry');
  // By then it looks once in a quarter of an hour.
  await owner.query('UPDATE inquiry_asks SET looks = 20 WHERE inquiry_id = $1', [id]);
  t.turnClock(24 * 3_600_000 - 60_000);
  await expect.poll(async () => (await stored(id))?.lease_owner).toBeNull();
  await expect.poll(async () => await secondsUntilTurn(id), { timeout: 5_000 }).toBeGreaterThan(30);
  expect(await secondsUntilTurn(id)).toBeLessThan(61);

  t.turnClock(61_000);
  token = await t.signIn(user);

  await expect.poll(async () => await statusOf(id), { timeout: 5_000 }).toBe('unknown');
  expect((await stored(id))?.next_turn_at).toBeNull();
});

test('a turn that fails by a fault of ours comes again after a minute, not at every look', async () => {
  await owner.query(`CREATE FUNCTION refuse_complete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refuse_complete BEFORE UPDATE ON inquiries FOR EACH ROW WHEN (NEW.status = 'complete') EXECUTE FUNCTION refuse_complete()`);
  const id = await leftBehind(payers[4] ?? '', 'XQT503');
  await expect
    .poll(async () => (await asOrganization(async (tx) => await listAttempts(tx, id))).map((ask) => ask.outcome), { timeout: 10_000 })
    .toEqual(['answered']);
  await expect.poll(async () => (await stored(id))?.lease_owner, { timeout: 5_000 }).toBeNull();
  const pause = await secondsUntilTurn(id);
  await owner.query('DROP TRIGGER refuse_complete ON inquiries; DROP FUNCTION refuse_complete()');

  expect(pause).toBeGreaterThan(50);
  t.turnClock(61_000);
  await expect.poll(async () => await statusOf(id), { timeout: 5_000 }).toBe('complete');
  expect((await asOrganization(async (tx) => await listAttempts(tx, id))).length).toBe(1);
});

test('a turn ends where the clearinghouse that has the question can be asked no more', async () => {
  const payerId = payers[5] ?? '';
  const { id } = await post(payerId, 'NEVERT2');
  const { rows } = await owner.query<{ code: string }>('SELECT code FROM payer_sources WHERE payer_id = $1', [payerId]);
  await owner.query('UPDATE payer_sources SET code = NULL WHERE payer_id = $1', [payerId]);
  t.turnClock(60_000);

  await expect.poll(async () => await secondsUntilTurn(id), { timeout: 5_000 }).toBeGreaterThan(800);

  const [ask] = await asOrganization(async (tx) => await listAttempts(tx, id));
  expect((await stored(id))?.lease_owner).toBeNull();
  // It is looked after again once it can be.
  await owner.query('UPDATE payer_sources SET code = $2 WHERE payer_id = $1', [payerId, rows[0]?.code]);
  t.turnClock(901_000);
  await expect
    .poll(async () => (await asOrganization(async (tx) => await listAttempts(tx, id)))[0]?.looks, { timeout: 5_000 })
    .toBeGreaterThan(ask?.looks ?? 0);
});

test('an answer that waits for another is not counted yet, and keeps no third one of the practice back', { timeout: 60_000 }, async () => {
  const { rows } = await owner.query<{ id: string }>(`SELECT id FROM payers WHERE name LIKE 'Oldname%'`);
  const holder = new Client({ connectionString: t.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  const name = 'NEWNAME HEALTH OF THE WEST';
  await holder.query('INSERT INTO answered_payer_names (organization_id, name) VALUES ($1, $2)', [user.organization_id, name]);
  const held = await leftBehind(rows[0]?.id ?? '', 'XQHELD1');
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(async () => (await owner.query(waits)).rows.length, { timeout: 20_000 }).toBe(1);

  const other = await leftBehind(payers[6] ?? '', 'XQHELD2');

  await expect.poll(async () => await statusOf(other), { timeout: 20_000 }).toBe('complete');
  expect(await statusOf(held)).not.toBe('complete');
  await holder.query('ROLLBACK');
  await holder.end();
  await expect.poll(async () => await statusOf(held), { timeout: 20_000 }).toBe('complete');
});

test('who repeats a request that a dead process left pending hears after the wait that it takes long', async () => {
  const headers = { 'idempotency-key': newId() };
  const { id } = await post(payers[7] ?? '', 'NEVERT4', headers);
  // The hold of the process that was killed lasts for some seconds more.
  await owner.query(`UPDATE inquiries SET status = 'pending', lease_owner = 'gone', next_turn_at = $2 WHERE id = $1`, [
    id,
    new Date(t.deps.clock().getTime() + 10_000),
  ]);

  const repeated = await post(payers[7] ?? '', 'NEVERT4', headers);

  expect([repeated.id, repeated.status]).toEqual([id, 'max-retry']);
  // The hold is not touched.
  expect((await stored(id))?.lease_owner).toBe('gone');
});

test('an open inquiry that can be asked cannot be stored without its next turn', async () => {
  const id = await leftBehind(payers[6] ?? '', 'NEVERT3');

  await expect(
    asOrganization(async (tx) => await tx.queryOnce('UPDATE inquiries SET next_turn_at = NULL WHERE id = $1', [id])),
  ).rejects.toThrow('open_inquiry_has_next_turn');
});
