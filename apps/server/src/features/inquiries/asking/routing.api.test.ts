import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, type Provider } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { mergePayers, splitPayer } from '#features/payers/merge-payers.ts';
import { findPayerByCode } from '#features/payers/payer-sources.repository.ts';
import { insertPayer, insertPrefixes, joinGroup } from '#features/payers/payers.repository.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';

let t: TestApp;
let provider: Provider;
let token: string;
let organizationId: string;

beforeAll(async () => {
  t = await startTestApp({
    env: {
      INQUIRY_WAIT_SECONDS: '6',
      PLATFORM_PROVIDER_NAME: 'Coverlight Platform',
      PLATFORM_PROVIDER_NPI: '1234567893',
      PLATFORM_PROVIDER_TAX_ID: '123456789',
    },
  });
  await syncPayers(t.deps, 'availity');
  await syncPayers(t.deps, 'pVerify');
  const organization = await createOrganization(t.store);
  organizationId = organization.id;
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(await createUser(t.store, { organization_id: organization.id, is_manager: true }));
});
afterAll(async () => await t.close());

const payerId = async (clearinghouse: 'availity' | 'pVerify', code: string): Promise<string> =>
  (await t.deps.db.withoutOrganization(async (tx) => await findPayerByCode(tx, clearinghouse, code)))?.payer_id ?? '';
const usablePayers = async (source: 'availity' | 'pVerify', count: number): Promise<string[]> => {
  const rows = await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ id: string }>(
        `SELECT p.id FROM payers p JOIN payer_sources s ON s.payer_id = p.id AND s.clearinghouse = $2
         WHERE s.is_available AND s.code IS NOT NULL AND parent_id IS NULL AND s.fields::text LIKE '%memberId%' ORDER BY p.name LIMIT $1`,
        [count, source],
      ),
  );
  return rows.map((row) => row.id);
};

async function submit(payer_id: string, memberId: string, over: Record<string, unknown> = {}) {
  const reply = await t.call(token, {
    method: 'POST',
    url: '/api/v1/inquiries',
    payload: {
      provider_id: provider.id,
      payer_id,
      memberId,
      patientFirstName: 'Quenby',
      patientLastName: 'Testperson',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
      ...over,
    },
  });
  return { status: reply.statusCode, body: reply.json<{ inquiry: Inquiry; errors?: Record<string, string[]> }>() };
}
const asks = async (inquiryId: string) =>
  await t.deps.db.asOrganization(
    organizationId,
    async (tx) =>
      await tx.queryOnce<{ part: number; route: string; outcome: string }>(
        'SELECT part, route, outcome FROM inquiry_asks WHERE inquiry_id = $1 ORDER BY part, number',
        [inquiryId],
      ),
  );
const holderOf = async (inquiryId: string) =>
  (
    await t.deps.db.asOrganization(
      organizationId,
      async (tx) => await tx.queryOnce<{ lease_owner: string | null }>('SELECT lease_owner FROM inquiries WHERE id = $1', [inquiryId]),
    )
  )[0]?.lease_owner;

interface SandboxRequest {
  method: string;
  path: string;
  status: number;
  sent: string;
}
async function requestsOf(vendor: 'availity' | 'pverify'): Promise<SandboxRequest[]> {
  const reply = await fetch(`${t.sandboxUrl}/__requests?full=1`);
  return ((await reply.json()) as Record<string, { requests: SandboxRequest[] }>)[vendor]?.requests ?? [];
}
async function fault(order: object | null): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  if (order !== null) await fetch(`${t.sandboxUrl}/__fault`, { method: 'POST', headers, body: JSON.stringify(order) });
}
const usedChecks = async () =>
  Number(
    (
      await t.deps.db.asOrganization(
        organizationId,
        async (tx) =>
          await tx.queryOnce<{ n: string }>('SELECT count(*) AS n FROM usage_events WHERE organization_id = $1', [organizationId]),
      )
    )[0]?.n,
  );

test('what is stopped is cancelled at pVerify, too', async () => {
  const { body } = await submit(await payerId('pVerify', '00705'), 'NEVER100');
  expect(body.inquiry.status).toBe('max-retry');

  const reply = await t.call(token, { method: 'POST', url: `/api/v1/inquiries/${body.inquiry.id}/cancel` });

  expect(reply.json<{ inquiry: Inquiry }>().inquiry.status).toBe('cancel');
  await expect.poll(async () => (await asks(body.inquiry.id)).map((ask) => ask.outcome), { timeout: 5000 }).toEqual(['withdrawn']);
  const cancelled = (await requestsOf('pverify')).filter(({ path }) => path.endsWith('/CancelTransaction'));
  expect(cancelled.map(({ status, sent }) => [status, /"transactionId":\d+/.test(sent)])).toEqual([[200, true]]);
});

test('the provider’s tax id is sent to a payer of Availity that takes it', async () => {
  const [payer] = await usablePayers('availity', 1);
  await submit(payer ?? '', 'XQZ110');

  const sent = (await requestsOf('availity')).find(({ method, sent: body }) => method === 'POST' && body.includes('memberId=XQZ110'))?.sent;
  expect(new URLSearchParams(sent).get('providerTaxId')).toBe(provider.tax_id);
});

test('a payer that only pVerify knows is asked there under the default form', async () => {
  const { body } = await submit(await payerId('pVerify', '00705'), 'XQZ100');

  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  expect(body.inquiry).toMatchObject({ status: 'complete', source: 'pVerify' });
  expect(body.inquiry.asked?.practice_type).toBeTruthy();
});

test('a timer that fires before its time by the clock does not end the wait', async () => {
  const [payer] = await usablePayers('availity', 1);
  const inquiry = submit(payer ?? '', 'XQZ120');
  const pending = async () =>
    await t.deps.db.asOrganization(
      organizationId,
      async (tx) => await tx.queryOnce('SELECT 1 FROM inquiries JOIN inquiry_asks ON inquiry_id = id WHERE status = outcome', []),
    );
  await expect.poll(pending, { interval: 50, timeout: 5000 }).toHaveLength(1);
  t.turnClock(-100);

  expect((await inquiry).body.inquiry.status).toBe('complete');
});

test('where the first clearinghouse declares no answer, the second is asked, and the answer tells which one it was', async () => {
  const merged = await mergePayers(t.deps, SYSTEM_ACTOR, {
    parts: [await payerId('availity', 'HARBM'), await payerId('pVerify', '00705')].map((id) => ({ id, field: 'payer_ids' })),
    name: 'Harborview',
  });

  const { body } = await submit(merged, 'XQZ101');

  expect(body.inquiry).toMatchObject({ status: 'complete', source: 'pVerify', payer: { id: merged, name: 'Harborview' } });
  expect((await asks(body.inquiry.id)).map((ask) => [ask.route, ask.outcome])).toEqual([
    ['availity', 'no-answer'],
    ['pVerify', 'answered'],
  ]);
});

test('splitting a merged payer gives both back, and its inquiries keep its name', async () => {
  const [first, second] = [await payerId('availity', 'HARBM'), await payerId('pVerify', '00705')];
  const parents = await t.deps.db.withoutOrganization(
    async (tx) => await tx.queryOnce<{ parent_id: string }>('SELECT parent_id FROM payers WHERE id = $1', [first]),
  );
  const merged = parents[0]?.parent_id ?? '';
  const { body } = await submit(second, 'XQZ102');
  expect(body.inquiry.payer.id).toBe(merged);

  expect((await splitPayer(t.deps, SYSTEM_ACTOR, merged)).toSorted()).toEqual([first, second].toSorted());

  const list = (await t.call(token, { method: 'GET', url: '/api/v1/payers' }))
    .json<{ payers: { id: string }[] }>()
    .payers.map((payer) => payer.id);
  expect(list).toEqual(expect.arrayContaining([second]));
  expect(list).not.toContain(merged);
  const past = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${body.inquiry.id}` });
  expect(past.json<{ inquiry: Inquiry }>().inquiry.payer.name).toBe('Harborview');
});

test('service types asked apart are answered as one inquiry', async () => {
  const rows = await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ id: string; fields: { name: string; multiple: boolean; options: { id: string }[] }[] }>(
        `SELECT p.id, s.fields FROM payers p JOIN payer_sources s ON s.payer_id = p.id AND s.fields IS NOT NULL WHERE s.is_available AND s.code <> 'HARBM' ORDER BY p.name`,
        [],
      ),
  );
  const several = rows.find((row) =>
    row.fields.some((field) => field.name === 'serviceType' && field.multiple && field.options.length > 1),
  );
  const types =
    several?.fields
      .find((field) => field.name === 'serviceType')
      ?.options.slice(0, 2)
      .map((option) => option.id) ?? [];
  await t.deps.db.asAdmin(async (tx) => {
    await tx.execute('UPDATE payers SET split_service_type = true WHERE id = $1', [several?.id]);
  });

  const { body } = await submit(several?.id ?? '', 'XQZ103', { serviceType: types });

  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  expect(body.inquiry.status).toBe('complete');
  expect(await asks(body.inquiry.id)).toHaveLength(2);
  expect(body.inquiry.coverage?.service_types.asked.toSorted()).toEqual(types.toSorted());
});

test('of service types asked apart those that got no answer are named, asked on, and the inquiry counts once', async () => {
  const [split] = await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ id: string; fields: { name: string; options: { id: string; name: string }[] }[] }>(
        'SELECT p.id, s.fields FROM payers p JOIN payer_sources s ON s.payer_id = p.id AND s.fields IS NOT NULL WHERE p.split_service_type',
        [],
      ),
  );
  const options = split?.fields.find((field) => field.name === 'serviceType')?.options ?? [];
  const [told = '', silent = ''] = options.slice(0, 2).map((option) => option.id);
  const before = await usedChecks();
  await fault({ vendor: 'availity', kind: '502', times: 50, body: `serviceType=${silent}` });

  const { body } = await submit(split?.id ?? '', 'XQZ111', { serviceType: [told, silent] });
  const countedFirst = await usedChecks();
  await fault(null);
  await expect.poll(async () => await holderOf(body.inquiry.id)).toBeNull();
  // What the background does when its time has come: it finds the question again, looks after it, and has its answer in the end.
  for (let turn = 1; turn <= 5; turn += 1) {
    t.turnClock(60_000);
    await t.asking.runDueTurn({ organizationId, inquiryId: body.inquiry.id });
  }
  const later = (await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${body.inquiry.id}` })).json<{ inquiry: Inquiry }>().inquiry;

  expect(body.inquiry.status).toBe('complete');
  expect(body.inquiry.coverage?.service_types).toMatchObject({ asked: [told, silent].toSorted() });
  const warning = body.inquiry.warnings.find(({ kind }) => kind === 'service-type-silent');
  const name = options.find((option) => option.id === silent)?.name;
  expect(warning).toMatchObject({
    title: expect.stringContaining(name ?? ''),
    payer_words: ['Some service types have not been answered yet.'],
  });
  expect(later.status).toBe('complete');
  expect(later.coverage?.notices.map(({ kind }) => kind)).not.toContain('service-type-silent');
  expect([countedFirst, await usedChecks()]).toEqual([before + 1, before + 1]);
});

test('where settling fails when the wait ends, the caller hears that it takes long, and asking goes on', async () => {
  const [split] = await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ id: string; fields: { name: string; options: { id: string }[] }[] }>(
        'SELECT p.id, s.fields FROM payers p JOIN payer_sources s ON s.payer_id = p.id AND s.fields IS NOT NULL WHERE p.split_service_type',
        [],
      ),
  );
  const options = split?.fields.find((field) => field.name === 'serviceType')?.options ?? [];
  const types = options.slice(0, 2).map((option) => option.id);
  const owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await owner.query(`CREATE FUNCTION refuse_complete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refuse_complete BEFORE UPDATE ON inquiries FOR EACH ROW WHEN (NEW.status = 'complete') EXECUTE FUNCTION refuse_complete()`);
  await fault({ vendor: 'availity', kind: 'hang', times: 1, body: `serviceType=${types[1]}` });

  const { status, body } = await submit(split?.id ?? '', 'XQZ113', { serviceType: types });
  await fault(null);
  await owner.query('DROP TRIGGER refuse_complete ON inquiries; DROP FUNCTION refuse_complete()');
  await owner.end();

  expect([status, body.inquiry?.status]).toEqual([201, 'max-retry']);
  expect(await holderOf(body.inquiry.id)).toBe(t.asking.owner);
  await t.call(token, { method: 'POST', url: `/api/v1/inquiries/${body.inquiry.id}/cancel` });
});

test('of service types asked apart of which none is answered the gravest status stands, and is ended as such', async () => {
  const [split] = await t.deps.db.withoutOrganization(
    async (tx) => await tx.queryOnce<{ id: string }>('SELECT id FROM payers WHERE split_service_type', []),
  );
  const rows = await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ fields: { name: string; options: { id: string }[] }[] }>(
        'SELECT fields FROM payer_sources WHERE payer_id = $1 AND fields IS NOT NULL',
        [split?.id],
      ),
  );
  const types = rows[0]?.fields
    .find((field) => field.name === 'serviceType')
    ?.options.slice(0, 2)
    .map((option) => option.id);

  expect((await submit(split?.id ?? '', 'NOTFOUND111', { serviceType: types })).body.inquiry.status).toBe('error');
  await fault({ vendor: 'availity', kind: '502', times: 50, body: `serviceType=${types?.[1]}` });
  const open = await submit(split?.id ?? '', 'NOTFOUND112', { serviceType: types });
  await fault(null);
  // One was refused, of the other nothing is known yet.
  expect(open.body.inquiry.status).toBe('max-retry');
});

test('a group is asked through the member that the prefix names, and has to be narrowed down without one', async () => {
  const [member] = await usablePayers('availity', 1);
  const group = t.deps.newId();
  await t.deps.db.asAdmin(async (tx) => {
    await insertPayer(tx, { id: group, name: 'A family of payers', is_group: true }, new Date());
    await joinGroup(tx, [member ?? ''], { id: group, is_blue: false }, new Date());
    await insertPrefixes(tx, [{ prefix: 'QQQ', payer_id: member ?? '' }]);
  });

  expect((await submit(group, 'QQQ12345')).body.inquiry.payer.id).toBe(member);
  const without = await submit(group, 'ZZZ12345');
  expect(without.status).toBe(422);
  expect(without.body.errors).toEqual({ payer_id: ['Please choose the plan.'] });
});

test('a provider with the override is asked under the platform, and the answer says so', async () => {
  const [payer] = await usablePayers('availity', 2);
  const own = provider;
  provider = await createProvider(t.store, { organization_id: organizationId, is_override: true });
  const { body } = await submit(payer ?? '', 'XQZ105');
  provider = own;

  expect(body.inquiry.asked_under).toBe('Coverlight Platform');
  expect(body.inquiry.warnings.map((warning) => warning.kind)).toContain('asked-under-platform');
});

test('after three failures a payer is left alone for a while, and others are not affected', async () => {
  const [down, other] = (await usablePayers('availity', 5)).slice(3);
  for (const memberId of ['DOWN10', 'DOWN11']) await submit(down ?? '', memberId);

  const { body } = await submit(down ?? '', 'XQZ106');

  expect(body.inquiry.status).toBe('max-retry');
  expect((await asks(body.inquiry.id)).every((ask) => ask.outcome === 'circuit-open')).toBe(true);
  expect((await submit(other ?? '', 'XQZ107')).body.inquiry.status).toBe('complete');
  // It closes by itself.
  t.turnClock(130_000);
  expect((await submit(down ?? '', 'XQZ108')).body.inquiry.status).toBe('complete');
  const circuits = await t.deps.db.withoutOrganization(
    async (tx) => await tx.queryOnce('SELECT 1 FROM clearinghouse_circuits WHERE payer_id = $1', [down]),
  );
  expect(circuits).toEqual([]);
});
