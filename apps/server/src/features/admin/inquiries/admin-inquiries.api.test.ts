import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type Organization,
  type Provider,
  type User,
} from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';

let t: TestApp;
let token: string;
let near: Organization;
let far: Organization;
let asker: User;
let provider: Provider;
let shown: string;
let hidden: string;

beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  near = await createOrganization(t.store, { name: 'Near Practice' });
  far = await createOrganization(t.store, { name: 'Far Practice' });
  asker = await createUser(t.store, { organization_id: near.id });
  provider = await createProvider(t.store, { organization_id: near.id });
  const submission = {
    patientFirstName: 'Isolde',
    patientLastName: 'Brackenridge',
    memberId: 'QKT 700-100',
    patientBirthDate: '1979-03-05',
  };
  const answered = { coverage: aCoverage(), raw_answer: { as: 'sent' }, change: { has_coverage: true, plan_status: 'Active Coverage' } };
  shown = (
    await createInquiry(t.store, {
      organization_id: near.id,
      user_id: asker.id,
      provider_id: provider.id,
      status: 'complete',
      submission,
      ...answered,
    })
  ).id;
  hidden = (
    await createInquiry(t.store, {
      organization_id: far.id,
      status: 'error',
      is_hidden: true,
      submission,
      remote_errors: { memberId: 'wrong' },
    })
  ).id;
  await createInquiry(t.store, { organization_id: far.id, created_at: new Date(Date.now() - 20 * 86_400_000), status: 'max-retry' });
  await syncPayers(t.deps, 'pVerify');
});
afterAll(async () => await t.close());

const get = async (path: string, reason?: string) =>
  await t.call(token, {
    method: 'GET',
    url: `/api/v1${path}`,
    ...(reason === undefined ? {} : { headers: { 'x-access-reason': reason } }),
  });
const found = async (query: string): Promise<string[]> =>
  (await get(`/admin/inquiries?${query}`)).json().inquiries.map((row: { id: string }) => row.id);
const audited = async (action: string, organizationId: string) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ reason: string; object_ids: string[] }>(
        'SELECT reason, object_ids FROM audit_events WHERE action = $1 AND organization_id = $2 ORDER BY id DESC',
        [action, organizationId],
      ),
  );

test('a patient is found in every organization, hidden rows too, by each search field and by all together', async () => {
  const both = [hidden, shown];

  expect(await found('patient_last_name=bracken')).toEqual(both);
  expect(await found('member_id=qkt7001')).toEqual(both);
  expect(await found('patient_dob=1979-03-05&patient_first_name=isol')).toEqual(both);
  expect(await found('patient_last_name=bracken&patient_first_name=nobody')).toEqual([]);
  expect(await found(`member_id=qkt700&organization_id=${near.id}`)).toEqual([shown]);
  expect(await found('member_id=qkt700&status=complete')).toEqual([shown]);
  expect(await found('member_id=qkt700&sort=created_at')).toEqual([shown, hidden]);
});

test('a row tells its organization, visibility, source and whether there was coverage', async () => {
  const { inquiries } = (await get('/admin/inquiries?member_id=qkt700')).json();

  expect(inquiries).toMatchObject([
    { id: hidden, organization: { id: far.id, name: 'Far Practice' }, is_hidden: true, eiv: false, status: 'error' },
    {
      id: shown,
      organization: { name: 'Near Practice' },
      is_hidden: false,
      eiv: true,
      patient_first_name: 'Isolde',
      plan_status: 'Active Coverage',
    },
  ]);
});

test('pages hold 15 rows and the total of all; days go back as far as asked', async () => {
  const organization = await createOrganization(t.store);
  const user_id = (await createUser(t.store, { organization_id: organization.id })).id;
  for (let n = 0; n < 17; n += 1) await createInquiry(t.store, { organization_id: organization.id, user_id });
  const first = await get(`/admin/inquiries?organization_id=${organization.id}`);
  const second = await get(`/admin/inquiries?organization_id=${organization.id}&page=2`);

  expect([first.json().inquiries.length, second.json().inquiries.length, first.headers['x-total-count']]).toEqual([15, 2, '17']);
  const inDays = async (days: number) => (await found(`organization_id=${far.id}&since=${days}`)).length;
  expect([await inDays(7), await inDays(30), await inDays(0)]).toEqual([1, 2, 2]);
  expect((await get('/admin/inquiries?since=999999999')).statusCode).toBe(422);
  expect((await get('/admin/inquiries?status=lost')).statusCode).toBe(422);
});

test('a payer is found in every organization by the name it answered under, else by the chosen one’s, drafts too', async () => {
  const payer_id = (await createPayer(t.store, { name: 'Kestrel Mutual' })).id;
  const ids = [];
  for (const { id } of [near, far]) {
    const user_id = (await createUser(t.store, { organization_id: id })).id;
    const draft = await createInquiry(t.store, { organization_id: id, user_id, payer_id, status: 'draft' });
    const renamed = await createInquiry(t.store, {
      organization_id: id,
      user_id,
      payer_id,
      status: 'complete',
      change: { payer_name_override: 'Osprey Administrators' },
    });
    ids.push({ draft: draft.id, renamed: renamed.id });
  }
  const drafts = ids.map(({ draft }) => draft).toSorted();
  const renamed = ids.map((one) => one.renamed).toSorted();

  expect((await found('payer_name=kestrel')).toSorted()).toEqual(drafts);
  expect((await found('payer_name=OSPREY')).toSorted()).toEqual(renamed);
  expect((await found('payer_name=re')).filter((id) => [...drafts, ...renamed].includes(id))).toHaveLength(4);
  expect(await found('payer_name=nobody+answers+so')).toEqual([]);
  expect(await found(`payer_name=kestrel&organization_id=${near.id}&status=draft`)).toEqual([ids[0]?.draft]);
  expect(await found('payer_name=k_strel')).toEqual([]);
});

test('the detail shows attempts and the answer as it was sent, and the reason lands in the audit row', async () => {
  const answer = await get(`/admin/inquiries/${shown}`, 'support%20case%2017');
  const silent = await get(`/admin/inquiries/${hidden}`);

  expect(answer.json().inquiry).toMatchObject({ id: shown, organization: { id: near.id }, attempts: [] });
  expect(answer.json().inquiry.coverage).toMatchObject({ raw_response: { as: 'sent' }, plan: expect.any(Object) });
  expect(silent.json().inquiry).toMatchObject({ is_hidden: true, coverage: null, remote_errors: { memberId: 'wrong' } });
  expect(await audited('admin.inquiry.view', near.id)).toEqual([{ reason: 'support case 17', object_ids: [shown] }]);
  expect(await audited('admin.inquiry.view', far.id)).toEqual([{ reason: 'no reason given', object_ids: [hidden] }]);
  expect((await get(`/admin/inquiries/${newId()}`)).statusCode).toBe(404);
});

test('one line of the answer as it was sent is told to admins, and the view lands in the audit log', async () => {
  const raw_answer = [{ route: 'availity', service_types: ['30'], answer: { plans: [{ name: 'Gold' }] } }];
  const { id, organization_id } = await createInquiry(t.store, { status: 'complete', coverage: aCoverage(), raw_answer });

  expect((await get(`/admin/inquiries/${id}/raw-line?line=plans.0`, 'case%2018')).json()).toEqual({ piece: { name: 'Gold' } });
  expect((await get(`/admin/inquiries/${id}/raw-line?line=plans.7`)).json()).toEqual({ piece: null });
  expect((await audited('admin.inquiry.view', organization_id)).map(({ reason }) => reason)).toEqual(['no reason given', 'case 18']);
  expect((await get(`/admin/inquiries/${newId()}/raw-line?line=plans.0`)).statusCode).toBe(404);
  expect((await get(`/admin/inquiries/${id}/raw-line`)).statusCode).toBe(422);
});

test.each(['%FF%FE', '%', ' ', '%0d%0a'])('a reason that cannot be read (%s) stops nobody', async (reason) => {
  expect((await get(`/admin/inquiries?member_id=qkt700`, reason)).statusCode).toBe(200);
});

test('the list writes one row for each organization whose patients it showed', async () => {
  await get('/admin/inquiries?member_id=qkt700', 'looking for a duplicate');

  expect((await audited('admin.inquiry.list', near.id))[0]).toEqual({ reason: 'looking for a duplicate', object_ids: [shown] });
  expect((await audited('admin.inquiry.list', far.id))[0]).toEqual({ reason: 'looking for a duplicate', object_ids: [hidden] });
});

test('a search that finds nobody is on record, too', async () => {
  await get('/admin/inquiries?patient_last_name=nobodyatall', 'is this person known here');

  const [row] = await audited('admin.inquiry.list', INTERNAL_ORGANIZATION_ID);
  expect(row).toEqual({ reason: 'is this person known here', object_ids: [] });
});

test('a page with patients of several organizations is told to all of their logs or to none', async () => {
  await get('/admin/inquiries?member_id=qkt700', 'one page of two practices');

  const rows = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ organization_id: string; transaction: string }>(
        'SELECT organization_id, xmin::text AS transaction FROM audit_events WHERE reason = $1',
        ['one page of two practices'],
      ),
  );
  expect(rows.map((row) => row.organization_id).toSorted()).toEqual([near.id, far.id].toSorted());
  expect(new Set(rows.map((row) => row.transaction)).size).toBe(1);
});

test('combos that a payer names in its refusal are offered, and the attempt is told', async () => {
  const [payer] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ id: string }>(
        `SELECT payer_id AS id FROM payer_sources WHERE clearinghouse = 'pVerify' AND is_available AND is_electronic ORDER BY payer_id LIMIT 1`,
        [],
      ),
  );
  const before = (await get(`/admin/payers/${payer?.id}`)).json().payer.suggested_combos;
  const refused = await t.call(await t.signIn(asker), {
    method: 'POST',
    url: '/api/v1/inquiries',
    payload: {
      provider_id: provider.id,
      payer_id: payer?.id,
      memberId: 'INVALID100',
      patientFirstName: 'Quenby',
      patientLastName: 'Alder',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
    },
  });

  expect(before).toBeNull();
  expect(refused.statusCode).toBe(422);
  expect((await get(`/admin/payers/${payer?.id}`)).json().payer.suggested_combos).toEqual([
    ['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName'],
    ['memberId', 'patientBirthDate'],
  ]);
  const { inquiry } = (await get(`/admin/inquiries/${refused.json().inquiry.id}`)).json();
  expect(inquiry.attempts).toMatchObject([
    { part: 0, number: 0, source: 'pVerify', outcome: 'refused', http_status: 400, vendor_code: null },
  ]);
  const { payers } = (await get('/admin/health')).json();
  expect(payers).toMatchObject([
    { payer: { id: payer?.id }, source: 'pVerify', asked: 1, answered: 0, circuit: 'closed', median_seconds: null },
  ]);
});

test('an attempt tells what the clearinghouse called the state of its answer, each part of a split question its own', async () => {
  await syncPayers(t.deps, 'availity');
  const [payer] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ id: string }>(
        `SELECT payer_id AS id FROM payer_sources WHERE clearinghouse = 'availity' AND is_available ORDER BY payer_id LIMIT 1`,
        [],
      ),
  );
  const patient = { patientFirstName: 'Quenby', patientLastName: 'Alder', patientBirthDate: '1980-02-29' };
  const form = { provider_id: provider.id, payer_id: payer?.id, ...patient, serviceType: ['30'], subscriberRelationship: '18' };
  const ask = async (memberId: string, over: object = {}) =>
    await t.call(await t.signIn(asker), { method: 'POST', url: '/api/v1/inquiries', payload: { ...form, memberId, ...over } });
  const attemptsOf = async (reply: { json: () => { inquiry: { id: string } } }) =>
    (await get(`/admin/inquiries/${reply.json().inquiry.id}`)).json().inquiry.attempts;

  expect(await attemptsOf(await ask('PLAIN20'))).toMatchObject([
    { source: 'availity', outcome: 'answered', http_status: 200, vendor_code: '4' },
  ]);
  expect(await attemptsOf(await ask('NOTFOUND20'))).toMatchObject([
    { source: 'availity', outcome: 'rejected', http_status: 200, vendor_code: '19' },
  ]);

  await t.deps.db.asAdmin(async (tx) => await tx.queryOnce('UPDATE payers SET split_service_type = true WHERE id = $1', [payer?.id]));
  const split = await attemptsOf(await ask('PLAIN21', { serviceType: ['30', '98'] }));
  expect(split).toMatchObject([
    { part: 0, vendor_code: '4' },
    { part: 1, vendor_code: '4' },
  ]);
});

test('a payer that refused has answered, and how long that took counts as any other answer', async () => {
  const rows = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ id: string }>(`SELECT payer_id AS id FROM payer_sources WHERE clearinghouse = 'pVerify' ORDER BY payer_id`, []),
  );
  const payer = rows.at(-1)?.id;
  const refused = await t.call(await t.signIn(asker), {
    method: 'POST',
    url: '/api/v1/inquiries',
    payload: {
      provider_id: provider.id,
      payer_id: payer,
      memberId: 'NOTFOUND100',
      patientFirstName: 'Quenby',
      patientLastName: 'Alder',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
    },
  });

  expect(refused.json().inquiry.status).toBe('error');
  const { payers } = (await get('/admin/health')).json();
  const board = payers.find((row: { payer: { id: string } }) => row.payer.id === payer);
  expect(board).toMatchObject({ asked: 1, answered: 1, last_failure_at: null });
  expect([board.median_seconds, board.p95_seconds]).toEqual([expect.any(Number), expect.any(Number)]);
});
