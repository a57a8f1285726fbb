import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { Estimate, Range } from '@coverlight/contract/cases/estimate.schema.ts';
import type { NetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { VerificationReport } from '@coverlight/contract/cases/reports.contract.ts';
import { addBusinessDays } from '@coverlight/domain/estimates/business-days.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type Payer,
  type Provider,
  type User,
} from '../../../test/factories.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { backTestRanges } from './back-test.ts';

let t: TestApp;
let manager: User;
let standard: User;
let admin: User;
let provider: Provider;
let payer: Payer;

beforeAll(async () => {
  t = await startTestApp();
  const organization = await createOrganization(t.store, { has_override_reimbursement: true });
  const at = async (over: object) => await createUser(t.store, { organization_id: organization.id, ...over });
  manager = await at({ is_manager: true, perm_reimbursements: true });
  standard = await at({ perm_reimbursements: false });
  admin = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  payer = await createPayer(t.store, { name: 'Fern Valley Health' });
});
afterAll(async () => await t.close());

const ask = async (who: User, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const reply = await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  const isJson = reply.headers['content-type']?.toString().includes('json') === true;
  return { status: reply.statusCode, body: isJson ? reply.json<Record<string, unknown>>() : {}, raw: reply.rawPayload };
};

async function openCase(over: object = {}, memberId = 'XZA123456789'): Promise<Case> {
  const inquiry = await createInquiry(t.store, {
    organization_id: manager.organization_id,
    user_id: manager.id,
    provider_id: provider.id,
    payer_id: payer.id,
    status: 'complete',
    submission: { memberId },
    coverage: normalizeCoverage(anAnswer()),
  });
  const { body } = await ask(manager, 'POST', '/cases', { inquiry_id: inquiry.id, provider_id: provider.id, levels: ['op'], ...over });
  return body.case as Case;
}

const LINE = {
  service: 'Therapy, 50 minutes',
  code: '90834',
  code_type: 'CPT',
  diagnosis: 'F41.1',
  quantity: 10,
  charge: '150.00',
  provider_id: null,
};
const make = async (id: string, body: object) => await ask(manager, 'POST', `/cases/${id}/estimates`, body);
const BASIS = { level: 'op', network: 'out', fee: '200.00', sessions: 6, share: '40', deductible_left: '600.00' };

async function addClaims(values: readonly number[], prefix = 'XZA'): Promise<void> {
  await t.store.database.asAdmin(async (tx) => {
    for (const value of values)
      await tx.queryOnce(
        'INSERT INTO reimbursements (id, claim_id, payer_id, alpha_prefix, op, uploaded_at) VALUES ($1, $5, $2, $3, $4, now())',
        [newId(), payer.id, prefix, value, newId()],
      );
  });
}

test('a Good Faith Estimate says by when it is owed, and adds up by facility', async () => {
  const made = await openCase({ payment: 'self-pay' });

  const { status, body } = await make(made.id, { kind: 'gfe', lines: [LINE], scheduled_on: '2026-11-24', service_on: '2026-12-15' });

  expect([status, body.errors]).toEqual([201, undefined]);
  expect(body.estimate).toMatchObject({
    kind: 'gfe',
    state: 'draft',
    due_at: '2026-11-30',
    due_words: expect.stringContaining('10 or more business days'),
    totals: [{ provider: { id: provider.id, name: provider.name }, charges: '1500.00' }],
    low: null,
  });
  const shown = (await ask(manager, 'GET', `/cases/${made.id}`)).body.case as Case;
  expect(shown.state).toBe('estimating');
  expect(shown.tasks.find(({ code }) => code === 'deliver-estimate')).toMatchObject({ state: 'open', due_on: '2026-11-30' });
});

test('an estimate is handed over, settled and warned of where the bill lies 400 dollars above', async () => {
  const made = await openCase();
  const estimate = (await make(made.id, { kind: 'gfe', lines: [LINE], requested_on: '2026-07-01' })).body.estimate as Estimate;
  const put = async (body: object) => await ask(manager, 'PUT', `/estimates/${estimate.id}`, body);

  expect(estimate.due_at).toBe('2026-07-07');
  expect((await put({ state: 'settled' })).status).toBe(422);
  expect((await put({ state: 'delivered' })).body.errors).toHaveProperty('how');
  const given = (await put({ state: 'delivered', how: 'paper', version: estimate.version })).body.estimate as Estimate;
  expect(given).toMatchObject({ state: 'delivered', delivered: { how: 'paper', by: { id: manager.id } } });
  expect((await put({ lines: [] })).status).toBe(409);
  expect((await put({ state: 'draft' })).status).toBe(409);
  expect((await put({ actuals: [], version: estimate.version })).status).toBe(409);
  const billed = { provider_id: provider.id, billed: '1900.00', allowed: '1200.00' };
  const settled = (await put({ state: 'settled', actuals: [billed] })).body.estimate as Estimate;
  expect(settled).toMatchObject({
    state: 'settled',
    above: [{ provider: { id: provider.id }, estimated: '1500.00', billed: '1900.00', above: '400.00' }],
  });
  const tasks = ((await ask(manager, 'GET', `/cases/${made.id}`)).body.case as Case).tasks;
  expect(tasks.find(({ code }) => code === 'deliver-estimate')).toMatchObject({ state: 'done', closed_itself: true });
});

test.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-30'])('a day such as %s is refused at its field', async (day) => {
  const made = await openCase();
  for (const field of ['scheduled_on', 'service_on', 'requested_on']) {
    const { status, body } = await make(made.id, { kind: 'gfe', lines: [LINE], [field]: day });
    expect([status, body.errors]).toEqual([422, { [field]: ['Please enter a day between 1900 and 2199.'] }]);
  }
});

test('a Good Faith Estimate with no day named is one that the patient asks for today', async () => {
  const made = await openCase({ payment: 'self-pay' });
  const estimate = (await make(made.id, { kind: 'gfe', lines: [LINE] })).body.estimate as Estimate;
  const today = localDay(new Date(), DEFAULT_ZONE);
  expect(estimate).toMatchObject({ requested_on: today, due_at: addBusinessDays(today, 3) });
});

test('one that is replaced names the other, which is due a business day before the service', async () => {
  const made = await openCase();
  const first = (await make(made.id, { kind: 'gfe', lines: [LINE] })).body.estimate as Estimate;

  const second = (await make(made.id, { kind: 'gfe', lines: [LINE], replaces: first.id, service_on: '2027-07-06' })).body.estimate;

  expect(second).toMatchObject({ replaces: first.id, due_at: '2027-07-02' });
  const list = (await ask(manager, 'GET', `/cases/${made.id}/estimates`)).body.estimates as Estimate[];
  expect(list.find(({ id }) => id === first.id)).toMatchObject({ state: 'replaced', replaced_by: (second as Estimate).id });
  expect((await make(made.id, { kind: 'gfe', replaces: first.id })).status).toBe(409);
});

test('a patient who pays by insurance is owed no Good Faith Estimate', async () => {
  const made = await openCase({ payment: 'insured' });
  expect((await make(made.id, { kind: 'gfe', lines: [LINE] })).body.errors).toHaveProperty('kind');
});

test('an estimate is worked out step by step at both ends of what is allowed, and says what is not known', async () => {
  const made = await openCase();
  const full = await make(made.id, { kind: 'estimate', basis: { ...BASIS, allowed_low: '100.00', allowed_high: '150.00' } });
  const open = await make(made.id, { kind: 'estimate', basis: { ...BASIS, share: null, deductible_left: null } });

  expect(full.body.estimate).toMatchObject({
    missing: [],
    due_at: null,
    low: { base: '100.00', payer_pays: '0.00', patient_pays: '600.00' },
    high: { base: '150.00', payer_pays: '180.00', patient_pays: '720.00', payments_begin_after: 4 },
  });
  expect(open.body.estimate).toMatchObject({ low: null, high: null, missing: expect.arrayContaining(['share']) });
  expect((await make(made.id, { kind: 'estimate' })).body.errors).toHaveProperty('basis');
  expect((await make(made.id, { kind: 'estimate', basis: BASIS, zone: 'Mars/Olympus' })).body.errors).toHaveProperty('zone');
});

test('the range tells the middle half, with how many claims and how often it held', async () => {
  const made = await openCase({}, 'RGE123456789');
  const range = async (who: User) => await ask(who, 'GET', `/cases/${made.id}/range?level=op`);
  expect((await range(standard)).status).toBe(403);
  expect((await range(manager)).body).toMatchObject({ n: 0, low: null, p25: null, match_level: null, shown: 'too-few' });

  await addClaims([10, 20, 30, 40, 50, 60], 'RGE');
  expect((await range(manager)).body).toMatchObject({ n: 6, low: '10.00', high: '60.00', p25: null, shown: 'lowest-highest' });
  await addClaims(
    Array.from({ length: 34 }, (_, index) => 25 + index),
    'RGE',
  );
  await addClaims([1, 2, 3], 'QQQ');
  await backTestRanges(t.deps);

  const told = (await range(manager)).body as unknown as Range;
  expect(told).toMatchObject({ n: 40, match_level: 1, shown: 'p25-p75', origin: 'upload', held_of: 40, low: '10.00', high: '60.00' });
  expect(Number(told.p25)).toBeLessThan(Number(told.p75));
  expect(Number(told.held_share)).toBeGreaterThan(40);
  const { body } = await make(made.id, { kind: 'estimate', basis: { ...BASIS, fee: '100.00' } });
  expect(body.estimate).toMatchObject({ range: { n: 40 }, basis: { allowed_low: told.p25, allowed_high: told.p75 }, missing: [] });
});

test('many claims are counted together and tell the same range, with those that came since', async () => {
  const made = await openCase({}, 'TLY123456789');
  const range = async () => (await ask(manager, 'GET', `/cases/${made.id}/range?level=op`)).body;
  await t.store.database.asAdmin(async (tx) => {
    await tx.queryOnce(
      `INSERT INTO reimbursements (id, claim_id, payer_id, alpha_prefix, op, rtc, uploaded_at)
       SELECT '0' || lpad(g::text, 25, '0'), 'tally-' || g, $1, 'TLY', (g * 7) % 90 + 0.25, CASE WHEN g % 9 = 0 THEN 12 END, now()
       FROM generate_series(1, 2500) AS g`,
      [payer.id],
    );
  });
  const before = await range();
  await backTestRanges(t.deps);
  const tallied = await t.store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ claims: number }>(
        `SELECT sum(claims)::int AS claims FROM claim_tallies WHERE alpha_prefix = 'TLY' AND level = 'op'`,
        [],
      ),
  );
  expect(tallied[0]?.claims).toBe(2500);
  expect(before).toMatchObject({ n: 2500, low: '0.25', high: '89.25' });
  // A claim that comes later makes what is remembered old.
  await addClaims([95], 'TLY');
  expect(await range()).toMatchObject({
    ...before,
    n: 2501,
    high: '95.00',
    newest: expect.any(String),
    held_share: expect.any(String),
    held_of: expect.any(Number),
  });
});

test('the paper for the patient is there in English and Spanish, and tells of counsel until an admin has confirmed', async () => {
  const made = await openCase({ payment: 'uninsured' });
  const lines = [
    { ...LINE, place: 'CA, Long Beach', frequency: 'once a week for 10 weeks' },
    { service: 'Intake', quantity: 1, charge: '80' },
  ];
  const body = { kind: 'gfe', lines, apart: ['Laboratory tests'], service_on: '2027-03-10' };
  const estimate = (await make(made.id, body)).body.estimate as Estimate;
  expect(estimate).toMatchObject({ apart: ['Laboratory tests'], lines: [{}, { code: null, provider_id: null, place: null }] });
  const print = async (language: string) =>
    (await readPdf((await ask(manager, 'GET', `/estimates/${estimate.id}/pdf?language=${language}`)).raw)).text;

  const english = await print('en');
  expect(english).toContain('Good Faith Estimate');
  for (const part of [
    'Marlow Quillfeather',
    provider.npi,
    '$1,500.00',
    '90834',
    'F41.1',
    '400 dollars',
    'no contract',
    'legal counsel',
    'CA, Long Beach',
    'Laboratory tests',
    'once a week',
  ])
    expect(english).toContain(part);
  expect(await print('es')).toContain('Estimado de buena fe');
  expect((await ask(admin, 'PUT', '/admin/estimate-notice', { is_confirmed: true })).body.estimate_notice).toMatchObject({
    is_confirmed: true,
  });
  expect(await print('en')).not.toContain('legal counsel');
  expect((await ask(admin, 'PUT', '/admin/estimate-notice', { is_confirmed: false })).body.estimate_notice).toMatchObject({
    is_confirmed: false,
  });
});

test('a case on paper tells what was told by phone with its five facts of origin', async () => {
  const made = await openCase();
  const sheet = (await ask(manager, 'POST', `/cases/${made.id}/call-sheets`, { fixed: ['claims-address'] })).body.call_sheet as {
    id: string;
  };
  const answers = [{ question: 'claims-address', value: { type: 'text', text: 'PO Box 4711, Payer ID 60054' } }];
  await ask(manager, 'PUT', `/call-sheets/${sheet.id}`, { phone: '(800) 555-0133' });
  await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, {
    rep_name: 'Alexis P.',
    reference_no: 'REF-0815',
    called_at: '2026-11-02T18:30:00Z',
    answers,
  });

  const { text } = await readPdf((await ask(manager, 'GET', `/cases/${made.id}/pdf?zone=America/Los_Angeles`)).raw);

  const printed = text.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Told by phone',
    'PO Box 4711',
    'Alexis P.',
    'REF-0815',
    'PST',
    '8005550133',
    `${manager.first_name} ${manager.last_name}`,
  ])
    expect(printed).toContain(part);
});

test('a payer’s number of our own list is offered where the answer names none', async () => {
  const { body } = await ask(admin, 'POST', '/admin/payer-phones', { payer_id: payer.id, kind: 'eligibility', phone: '800-555-0190' });
  expect(body.payer_phone).toMatchObject({ payer_name: payer.name, phone: '8005550190' });
  expect((await ask(admin, 'POST', '/admin/payer-phones', { payer_id: payer.id, kind: 'eligibility', phone: '800-555-0191' })).status).toBe(
    409,
  );
  const made = await openCase();

  const sheet = (await ask(manager, 'POST', `/cases/${made.id}/call-sheets`, {})).body.call_sheet as {
    phones: { phone: string; origin: string }[];
  };

  expect(sheet.phones).toContainEqual(expect.objectContaining({ phone: '8005550190', origin: 'payer-list' }));
  const { id } = body.payer_phone as { id: string };
  expect((await ask(admin, 'PUT', `/admin/payer-phones/${id}`, { phone: '800-555-0192' })).body.payer_phone).toMatchObject({
    phone: '8005550192',
  });
  expect((await ask(admin, 'DELETE', `/admin/payer-phones/${id}`)).status).toBe(204);
  expect((await ask(admin, 'DELETE', `/admin/payer-phones/${id}`)).status).toBe(404);
});

test('a network rule is tried out, decides, is quoted in the case, and minds its version', async () => {
  const made = await openCase();
  const rule = { verdict: 'in', source: 'contract', payer_id: payer.id, to: '2030-06-30' };
  const preview = (await ask(manager, 'POST', '/network-rules/preview', { rule })).body;
  expect((await ask(manager, 'POST', '/network-rules/preview', rule)).body).toEqual(preview);
  expect((await ask(manager, 'POST', '/network-rules/preview', { verdict: 'maybe', source: 'contract' })).status).toBe(422);
  expect(preview.considered).toBeGreaterThan(0);
  expect(preview).toMatchObject({ matched: preview.considered, different: preview.considered });

  const saved = (await ask(manager, 'POST', '/network-rules', rule)).body.network_rule as NetworkRule;

  expect(saved).toMatchObject({ order: 1, payer_name: payer.name, attention: null, levels: [], version: 1 });
  const words = 'In network by your rule 1 (contract, until 06/30/2030)';
  expect((await ask(manager, 'GET', `/cases/${made.id}`)).body.case).toMatchObject({ network: { verdict: 'in', words } });
  const [inquiry] = made.inquiries;
  expect((await ask(manager, 'GET', `/inquiries/${inquiry?.id ?? ''}/network`)).body.network).toMatchObject({
    words,
    rule: { id: saved.id },
  });
  const put = async (body: object) => await ask(manager, 'PUT', `/network-rules/${saved.id}`, body);
  expect((await put({ verdict: 'out', version: 1 })).body.network_rule).toMatchObject({ verdict: 'out', version: 2, to: '2030-06-30' });
  expect((await put({ verdict: 'ask', version: 1 })).status).toBe(409);
  expect((await put({ payer_id: newId() })).body.errors).toHaveProperty('payer_id');
  expect((await put({ from: '2031-01-01' })).body.errors).toHaveProperty('to');
  expect((await ask(standard, 'POST', '/network-rules', rule)).status).toBe(403);
  expect((await ask(standard, 'GET', '/network-rules')).body.network_rules).toHaveLength(1);
  expect((await ask(manager, 'DELETE', `/network-rules/${saved.id}`)).status).toBe(204);
  expect((await ask(manager, 'DELETE', `/network-rules/${saved.id}`)).status).toBe(404);
});

async function upload(content: string) {
  const boundary = 'rules';
  const payload = [
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="rules.csv"',
    'content-type: text/csv',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const reply = await t.call(await t.signIn(manager), { method: 'POST', url: '/api/v1/network-rules/upload', payload, headers });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
}

test('a file of rules is taken as a whole, in its order, or its wrong lines are named', async () => {
  const good = `in,contract,${payer.name},${provider.name},op|iop,choice plus|ppo,,,CA|nv,,xza,2026-01-01,2030-12-31,Signed in March\nout,portal,,,,,,,,,,,,\n`;
  const bad = 'in,contract,Nobody Mutual,,,,,,,,,,,\nmaybe,portal,,,,,,,,,,,,\n';

  expect(await upload(bad)).toEqual({
    status: 422,
    body: { errors: { file: ['Line 1: no payer has this name.', 'Line 2: the verdict is not valid.'] } },
  });
  expect(await upload(good)).toEqual({ status: 200, body: { imported: 2 } });
  const rules = (await ask(manager, 'GET', '/network-rules')).body.network_rules as NetworkRule[];
  expect(rules).toMatchObject([
    {
      order: 1,
      verdict: 'in',
      levels: ['op', 'iop'],
      plan_words: ['choice plus', 'ppo'],
      states: ['CA', 'NV'],
      prefixes: ['XZA'],
      note: 'Signed in March',
    },
    { order: 2, verdict: 'out', source: 'portal' },
  ]);
});

test('the report counts checks, calls and what became known, without a patient in it', async () => {
  const made = await openCase();
  const since = '2026-01-01';
  const sheet = (await ask(manager, 'POST', `/cases/${made.id}/call-sheets`, { fixed: ['single-case'] })).body.call_sheet as { id: string };
  const [start, end] = ['2026-11-03T18:00:00Z', '2026-11-03T18:12:30Z'];
  const answers = [{ question: 'single-case', value: { type: 'yes' } }];
  await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, {
    rep_name: 'Alexis P.',
    reference_no: 'refused',
    called_at: start,
    ended_at: end,
    on_hold_seconds: 300,
    answers,
  });

  const report = (await ask(manager, 'GET', `/reports/verification?since=${since}`)).body.report as VerificationReport;
  const csv = (await ask(manager, 'GET', `/reports/verification/export?since=${since}`)).raw.toString();

  expect(report.checks.answered).toBe(report.checks.sent);
  expect(report.checks_per_person).toMatch(/^\d+\.\d$|^null$/);
  expect(report.phone).toMatchObject({ minutes: '12.5', on_hold_minutes: '5.0' });
  expect(Number(report.known.first_answer)).toBeLessThanOrEqual(Number(report.known.after_calls));
  expect(report.by_user).toMatchObject([{ user: { id: manager.id }, call_minutes: '12.5' }]);
  expect(csv).toContain('percent known at first answer');
  expect(JSON.stringify(report) + csv).not.toMatch(/Quillfeather|XZA123456789/);
  expect((await ask(standard, 'GET', `/reports/verification?since=${since}`)).status).toBe(403);
});
