/** A clearinghouse that exists in this file only: it is listed, asked, fails over, switched and watched without any other file knowing it. */
import type { AdminInquiry } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import type { AdminPayer, HealthRow, SyncCounts } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '../src/db/internal-organization.ts';
import { findPayerByCode } from '../src/features/payers/payer-sources.repository.ts';
import { syncPayers } from '../src/features/payers/sync-payers.ts';
import type { AskOutcome, Clearinghouse, DirectoryFailure, EligibilityQuestion, ListedPayer } from '../src/ports/clearinghouse.ts';
import { anAnswer } from './coverages.ts';
import { createOrganization, createProvider, createUser, newId } from './factories.ts';
import { aPayerSchema } from './payer-schemas.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const ID = 'north:gate';
const NAME = 'Northgate Exchange';

/** What it does next, and what it was asked. */
let answers: (question: EligibilityQuestion) => AskOutcome;
let listed: ListedPayer[] | DirectoryFailure['failure'];
let asked: EligibilityQuestion[];
let withdrawn: string[];

const answered = (): AskOutcome => ({ kind: 'answered', requestId: newId(), answer: anAnswer(), raw: { north: 'gate' } });
const north: Clearinghouse = {
  id: ID,
  name: NAME,
  states: { OK: 'Answered by the payer' },
  keepsAnswers: false,
  lookAfterMs: [200],
  async ask(question, { onExchange }) {
    asked.push(question);
    onExchange?.({ operation: 'ask', httpStatus: 200, durationMs: 5, vendorCode: 'OK' });
    return answers(question);
  },
  fetch: async () => ({ kind: 'uncertain', reason: 'Still waiting.' }),
  findLost: async () => ({ kind: 'not-found' }),
  async withdraw(requestId) {
    withdrawn.push(requestId);
    return true;
  },
  async *listPayers() {
    if (typeof listed === 'string') throw Object.assign(new Error('HTTP 500'), { failure: listed });
    yield listed;
  },
  fetchSchema: async (code) =>
    code === 'NG-FORM' ? { ...aPayerSchema({ combos: [['memberId']] }), providerFields: ['providerTaxId'] } : null,
};

let t: TestApp;
let admin: string;
let token: string;
let providerId: string;

beforeAll(async () => {
  t = await startTestApp({ clearinghouses: [north], env: { INQUIRY_WAIT_SECONDS: '3' } });
  admin = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  const { id } = await createOrganization(t.store);
  providerId = (await createProvider(t.store, { organization_id: id })).id;
  token = await t.signIn(await createUser(t.store, { organization_id: id, is_manager: true }));
  for (const source of ['availity', 'pVerify']) await syncPayers(t.deps, source);
});
afterAll(async () => await t.close());
beforeEach(() => {
  answers = answered;
  asked = [];
  withdrawn = [];
});

/** `body` as the caller knows the answer. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the answer is, as a cast would
const send = async <Body>(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const reply = await t.call(who, { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as Body & { errors?: Record<string, string[]> } };
};
const payerWith = async (code: string, clearinghouse = ID) =>
  (await t.deps.db.withoutOrganization(async (tx) => await findPayerByCode(tx, clearinghouse, code)))?.asked_as ?? '';
const adminPayer = async (id: string) => (await send<{ payer: AdminPayer }>(admin, 'GET', `/admin/payers/${id}`)).body.payer;
const sync = async (...payers: (Partial<ListedPayer> & { code: string })[]) => {
  listed = payers.map((payer) => ({ name: `Northern ${payer.code}`, isAvailable: true, isElectronic: true, ...payer }));
  return (await send<SyncCounts>(admin, 'POST', `/admin/payers/sync?service=${encodeURIComponent(ID)}`)).body;
};
const submit = async (payer_id: string, memberId: string) =>
  await send<{ inquiry: Inquiry }>(token, 'POST', '/inquiries', {
    provider_id: providerId,
    payer_id,
    memberId,
    patientBirthDate: '1984-07-19',
    patientFirstName: 'Ottoline',
    patientLastName: 'Quackenbush',
    serviceType: ['30'],
    subscriberRelationship: '18',
  });
const attemptsOf = async (inquiryId: string) =>
  (await send<{ inquiry: AdminInquiry }>(admin, 'GET', `/admin/inquiries/${inquiryId}`)).body.inquiry.attempts;

test('its payers are listed, counted, withdrawn and listed again, and what fails is told in its name', async () => {
  const first = await sync({ code: 'NG-1' }, { code: 'NG-FORM' });
  const second = await sync({ code: 'NG-1', name: 'Northern Lights' });
  const gone = await adminPayer(await payerWith('NG-FORM'));
  await sync({ code: 'NG-1' }, { code: 'NG-FORM' });

  expect([first.sources, first.withdrawn, first.availity_new_payers]).toEqual([
    [{ clearinghouse: ID, name: NAME, new_payers: 2, updated_payers: 0, withdrawn: 0 }],
    0,
    0,
  ]);
  expect([second.sources, second.withdrawn]).toEqual([
    [{ clearinghouse: ID, name: NAME, new_payers: 0, updated_payers: 1, withdrawn: 1 }],
    1,
  ]);
  expect(gone.deleted_at).not.toBeNull();
  const back = await adminPayer(gone.id);
  expect(back).toMatchObject({ deleted_at: null, schema: { source: ID, combos: [['memberId']] } });
  listed = 'unreadable';
  expect(await send(admin, 'POST', `/admin/payers/sync?service=${encodeURIComponent(ID)}`)).toMatchObject({
    status: 502,
    body: { errors: { NOFIELD: [`${NAME} sent something that cannot be read.`] } },
  });
  expect((await send(admin, 'POST', `/admin/payers/${back.id}/sync`)).body.errors).toEqual({
    NOFIELD: [`${NAME} sent something that cannot be read.`],
  });
  await sync({ code: 'NG-1' }, { code: 'NG-FORM' });
  await send(admin, 'PUT', `/admin/payers/${back.id}`, { schema: { combos: [['patientBirthDate']] } });
  expect((await send(admin, 'POST', `/admin/payers/${back.id}/schema`)).status).toBe(204);
  expect((await adminPayer(back.id)).schema).toMatchObject({ source: ID, combos: [['memberId']] });
});

test('it is asked with its own code and under its own form, and named wherever its answer shows', async () => {
  await sync({ code: 'NG-1' }, { code: 'NG-FORM' });
  const { status, body } = await submit(await payerWith('NG-1'), 'XQZ1');

  expect(status, JSON.stringify(body.errors)).toBe(201);
  expect(body.inquiry).toMatchObject({ status: 'complete', source: ID, source_name: NAME });
  expect(asked).toMatchObject([{ payerCode: 'NG-1', payerName: 'Northern NG-1', memberId: 'XQZ1' }]);
  expect(await attemptsOf(body.inquiry.id)).toMatchObject([
    { source: ID, source_name: NAME, outcome: 'answered', vendor_code: 'OK', state: 'OK Answered by the payer' },
  ]);
  const rows = await send<{ inquiries: Inquiry[] }>(admin, 'GET', '/admin/inquiries');
  expect(rows.body.inquiries[0]).toMatchObject({ source: ID, source_name: NAME });
  const pdf = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${body.inquiry.id}/pdf` });
  expect(pdf.statusCode).toBe(200);
});

test('the others fail over to it, and it to them, in the order that an admin gives', async () => {
  await sync({ code: 'NG-2' });
  const parts = [await payerWith('HARBM', 'availity'), await payerWith('NG-2'), await payerWith('00705', 'pVerify')];
  const { body: merged } = await send<{ payer: AdminPayer }>(admin, 'POST', '/admin/payers/merge', {
    payer_ids: parts,
    name: 'Harborview',
  });
  expect(merged.payer.sources.map((source) => [source.clearinghouse_name, source.code])).toEqual([
    ['Availity', 'HARBM'],
    ['pVerify', '00705'],
    [NAME, 'NG-2'],
  ]);
  const order = async (...route_order: string[]) =>
    expect((await send(admin, 'PUT', `/admin/payers/${merged.payer.id}`, { route_order })).status).toBe(200);
  const routes = async (memberId: string) => {
    const { body } = await submit(merged.payer.id, memberId);
    return [body.inquiry.source, (await attemptsOf(body.inquiry.id)).map(({ source, outcome }) => [source, outcome])];
  };

  // Availity is in maintenance for this payer.
  await order('availity', ID);
  expect(await routes('XQZ2')).toEqual([
    ID,
    [
      ['availity', 'no-answer'],
      [ID, 'answered'],
    ],
  ]);
  await order(ID, 'pVerify');
  answers = () => ({ kind: 'no-answer', requestId: null, reason: 'It declares so.', raw: null });
  expect(await routes('XQZ3')).toEqual([
    'pVerify',
    [
      [ID, 'no-answer'],
      ['pVerify', 'answered'],
    ],
  ]);
  // What may have arrived is asked nowhere else.
  answers = () => ({ kind: 'uncertain', reason: 'The connection broke.' });
  const { body } = await submit(merged.payer.id, 'XQZ4');
  expect(body.inquiry.status).toBe('max-retry');
  expect((await attemptsOf(body.inquiry.id)).map(({ source }) => source)).toEqual([ID]);

  const split = await send<{ children: { id: string }[] }>(admin, 'POST', '/admin/payers/split', { payer_id: merged.payer.id });
  expect(split.body.children.map(({ id }) => id).toSorted()).toEqual(parts.toSorted());
});

test('it is switched off and on by itself, and refused where it does not have the payer', async () => {
  await sync({ code: 'NG-3' });
  const id = await payerWith('NG-3');
  const offered = async () => {
    const { payers } = (await send<{ payers: { id: string }[] }>(token, 'GET', '/payers')).body;
    return payers.some((payer) => payer.id === id);
  };
  const change = async (sources: object[]) => await send<{ payer: AdminPayer }>(admin, 'PUT', `/admin/payers/${id}`, { sources });

  await change([{ clearinghouse: ID, is_active: false }]);
  expect(await offered()).toBe(false);
  const on = await change([{ clearinghouse: ID, is_active: true }]);
  expect([await offered(), on.body.payer.sources.find((source) => source.clearinghouse === ID)?.is_active]).toEqual([true, true]);
  await change([{ clearinghouse: 'availity', is_active: false }]);
  expect((await change([{ clearinghouse: 'availity', is_active: true }])).body.errors).toEqual({
    sources: ['Availity does not have this payer.'],
  });
  expect((await change([{ clearinghouse: 'nobody', code: 'X' }])).status).toBe(422);
  expect(
    (await send<{ payers: { id: string }[] }>(admin, 'GET', `/admin/payers?q=NG-3&only=${encodeURIComponent(ID)}`)).body.payers,
  ).toMatchObject([{ id }]);
  const known = await send<{ clearinghouses: { id: string }[] }>(admin, 'GET', '/admin/clearinghouses');
  expect(known.body.clearinghouses.at(-1)).toEqual({ id: ID, name: NAME, lists_payers: true, sort: null });
});

test('its failures show on the health board and open its circuit, and only its', async () => {
  await sync({ code: 'NG-4' });
  const id = await payerWith('NG-4');
  answers = () => ({ kind: 'no-answer', requestId: null, reason: 'It declares so.', raw: null });
  for (const memberId of ['XQZ5', 'XQZ6', 'XQZ7']) await submit(id, memberId);

  const health = await send<{ payers: HealthRow[] }>(admin, 'GET', '/admin/health?q=NG-4');

  expect(health.body.payers).toMatchObject([{ payer: { id }, source: ID, source_name: NAME, answered: 0, circuit: 'open' }]);
});

test('a question that waits there is withdrawn there', async () => {
  await sync({ code: 'NG-5' });
  answers = () => ({ kind: 'pending', requestId: 'R-1' });
  const { body } = await submit(await payerWith('NG-5'), 'XQZ8');

  expect((await send(token, 'POST', `/inquiries/${body.inquiry.id}/cancel`)).status).toBe(200);

  await expect.poll(() => withdrawn).toEqual(['R-1']);
});
