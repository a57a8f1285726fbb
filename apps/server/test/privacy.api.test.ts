/** A patient in every field, through every call: found again in answers to who may see it, and in no log line, refusal, job or mail (product.md 12.5). */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { RemittanceReading } from '@coverlight/contract/cases/remittance.schema.ts';
import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAID_CLAIM, REMITTANCE, x12File } from '../../../packages/x12/src/x12-file.test-kit.ts';
import { syncPayers } from '../src/features/payers/sync-payers.ts';
import { createOrganization, createProvider, createUser, newId, type User } from './factories.ts';
import { mailsTo } from './outbox.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let t: TestApp;
let user: User;
let token: string;
let form: Record<string, unknown>;

/** Words that occur nowhere else. */
const mark = (word: string) => `Zq${word}${randomBytes(3).toString('hex')}`;
const canary = {
  memberId: `ZQM${randomBytes(4).toString('hex').toUpperCase()}`,
  patientFirstName: mark('first'),
  patientLastName: mark('last'),
  patientBirthDate: '1931-05-17',
  patientSSN: '917-55-3820',
  groupNumber: `ZQG${randomBytes(4).toString('hex').toUpperCase()}`,
};
/** As typed, and as they are passed on. */
const traces = [...Object.values(canary), '05/17/1931', '917553820'];
const tracesIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { INQUIRY_WAIT_SECONDS: '2' } });
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  token = await t.signIn(user);
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: { id: string }[] }>();
  const provider = await createProvider(t.store, { organization_id: organization.id });
  form = { provider_id: provider.id, payer_id: payers[0]?.id, subscriberRelationship: '18', serviceType: ['30'], ...canary };
});
afterAll(async () => await t.close());

const send = async (
  method: 'POST' | 'GET' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) => await t.call(token, { method, url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }), headers });

const put = async (url: string, payload: object) => await t.call(token, { method: 'PUT', url: `/api/v1${url}`, payload });

test('a patient is in the answers, and in no log line, no refusal, no job and no mail', async () => {
  const created = await send('POST', '/inquiries', form, { 'idempotency-key': canary.memberId });
  const { inquiry } = created.json<{ inquiry: Inquiry }>();
  expect(tracesIn(created.body)).toEqual(expect.arrayContaining([canary.memberId, canary.patientLastName, canary.patientBirthDate]));
  expect(tracesIn(created.body)).not.toEqual(expect.arrayContaining([canary.patientSSN]));
  // Each scenario of the sandbox, so that every way an inquiry can end has been logged.
  const scenarios = ['DOWN', 'NEVER', 'NOTFOUND', 'INVALID', 'SLOW'];
  await Promise.all(
    scenarios.map(async (scenario) => await send('POST', '/inquiries', { ...form, memberId: `${scenario}${canary.memberId}` })),
  );
  const draft = (await send('POST', '/inquiries/draft', form)).json<{ inquiry: Inquiry }>().inquiry;
  const reads = [
    `/inquiries/${inquiry.id}`,
    `/inquiries/${inquiry.id}/pdf`,
    `/inquiries?patient_last_name=${canary.patientLastName}&member_id=${canary.memberId}&patient_dob=${canary.patientBirthDate}`,
    '/audit',
  ];
  for (const url of reads) expect((await send('GET', url)).statusCode).toBe(200);

  const refusals = [
    await send('POST', '/inquiries', { ...form, patientBirthDate: `${canary.patientBirthDate}x` }),
    await send('POST', '/inquiries', { ...form, patientGender: { [canary.patientLastName]: canary.memberId } }),
    await send('POST', '/inquiries', { ...form, payer_id: canary.memberId }),
    await send('POST', '/inquiries', { ...form, serviceType: [] }),
    await send('POST', '/inquiries', { ...form, selectedCombo: [canary.patientLastName] }),
    await send('POST', '/inquiries', `{"memberId": "${canary.memberId}", `, { 'content-type': 'application/json' }),
    await send('POST', '/inquiries', form, { 'idempotency-key': canary.memberId, origin: 'https://elsewhere.example' }),
    await send('POST', '/inquiries', { ...form, draftId: newId() }),
    await send('PATCH', `/inquiries/${draft.id}/draft`, { ...form, asOfDate: canary.memberId }),
    await send('POST', '/inquiries/recent', { payer_id: canary.memberId, memberId: canary.memberId }),
    await send('GET', `/inquiries?patient_dob=${canary.memberId}`),
    await send('GET', `/inquiries/${canary.memberId}`),
    await send('GET', `/${canary.patientLastName}`),
    await t.call(null, { method: 'GET', url: `/api/v1/inquiries?patient_last_name=${canary.patientLastName}` }),
  ];
  expect(refusals.filter((reply) => reply.statusCode < 400 || reply.statusCode >= 500).map((reply) => reply.statusCode)).toEqual([]);
  expect(refusals.map((reply) => tracesIn(reply.body))).toEqual(refusals.map(() => []));

  await t.call(null, { method: 'POST', url: '/api/v1/auth/password/reset', payload: { email: user.email } });
  await mailsTo(t, user.email);
  expect(tracesIn(await (await fetch(`${t.sandboxUrl}/outbox.json`)).text())).toEqual([]);

  expect(t.log.lines.length).toBeGreaterThan(refusals.length);
  expect(t.log.lines.filter((line) => tracesIn(line).length > 0)).toEqual([]);
  expect(await rowsWithTraces()).toEqual([]);
}, 60_000);

test('what lists, cases, calls, notes and estimates hold of a patient stands in no log line, no refusal, no job, no mail, and nowhere in clear', async () => {
  const said = { note: mark('note'), task: mark('task'), told: mark('told'), representative: mark('rep'), service: mark('service') };
  const strangers = [mark('stranger'), `ZQX${randomBytes(4).toString('hex').toUpperCase()}`, mark('icn'), mark('pcn')];
  const hidden = [...traces, ...Object.values(said), ...strangers];
  const remittance = remittanceOf(strangers);
  const found = (text: string) => hidden.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));
  const colleague = await createUser(t.store, { organization_id: user.organization_id });
  const payer = (await send('GET', '/payers')).json<{ payers: { id: string; name: string }[] }>().payers[0];
  const heading = ['Patient ID', 'Last Name', 'First Name', 'Date of Birth', 'Member ID', 'Insurance', 'Appt Date'];
  const line = [
    canary.groupNumber,
    canary.patientLastName,
    canary.patientFirstName,
    '05/17/1931',
    canary.memberId,
    payer?.name,
    '05/17/2030',
  ];
  const text = [heading, line].map((cells) => cells.join('\t')).join('\n');

  const { batch } = (await send('POST', '/batches', { source: 'paste', text, provider_id: form.provider_id })).json<{ batch: Batch }>();
  expect((await put(`/batches/${batch.id}`, { mapping: batch.mapping })).statusCode).toBe(200);
  const rows = await send('GET', `/batches/${batch.id}/rows`);
  expect(found(rows.body)).toEqual(expect.arrayContaining([canary.memberId, canary.patientLastName]));
  expect((await send('POST', `/batches/${batch.id}/start`, { reuse_days: 0, ceiling: null })).statusCode).toBe(200);
  await expect
    .poll(async () => (await send('GET', `/batches/${batch.id}`)).json<{ batch: Batch }>().batch.state, { timeout: 40_000, interval: 500 })
    .toBe('done');

  const sent = (await send('POST', '/inquiries', form)).json<{ inquiry: Inquiry }>().inquiry;
  const opened = await send('POST', '/cases', { inquiry_id: sent.id, provider_id: form.provider_id, levels: ['op'], reason: said.note });
  const { id } = opened.json<{ case: { id: string } }>().case;
  const sheet = (await send('POST', `/cases/${id}/call-sheets`, {})).json<{ call_sheet: { id: string } }>().call_sheet;
  const call = {
    rep_name: said.representative,
    reference_no: 'refused',
    called_at: new Date().toISOString(),
    answers: [{ question: 'single-case', value: { type: 'text', text: said.told } }],
  };
  const done = [
    await send('POST', `/cases/${id}/notes`, { text: said.note, mentions: [colleague.id] }),
    await send('POST', `/cases/${id}/tasks`, { title: said.task }),
    await send('POST', `/call-sheets/${sheet.id}/answers`, call),
    await send('POST', `/cases/${id}/estimates`, {
      kind: 'gfe',
      lines: [{ service: said.service, code: null, code_type: null, diagnosis: null, quantity: 1, charge: '10.00', provider_id: null }],
    }),
    await put(`/cases/${id}`, { payment: 'self-pay' }),
    ...(await Promise.all(
      [
        `/cases/${id}`,
        `/cases/${id}/notes`,
        `/cases/${id}/timeline`,
        `/cases/${id}/pdf`,
        `/batches/${batch.id}/export?format=csv`,
        '/persons',
        '/inbox',
      ].map(async (url) => await send('GET', url)),
    )),
    await send('GET', `/persons?q=${canary.patientLastName}`),
    await send('GET', `/inquiries/${sent.id}/changes`),
    await send('GET', '/appointments'),
    await send('GET', '/reports/verification?since=2026-01-01'),
  ];
  expect(done.map((reply) => reply.statusCode).filter((status) => status >= 300)).toEqual([]);
  expect(found(done.at(-1)?.body ?? '')).toEqual([]);

  const estimates = (await send('GET', `/cases/${id}/estimates`)).json<{ estimates: { id: string }[] }>().estimates;
  const estimate = `/estimates/${estimates[0]?.id}`;
  expect((await put(estimate, { state: 'delivered', how: 'paper' })).statusCode).toBe(200);
  const shown = await upload(`${estimate}/remittance/preview`, remittance);
  const { digest, claims } = shown.json<{ reading: RemittanceReading }>().reading;
  expect(claims).toMatchObject([{ does: 'store', amounts: { paid: '100.00' } }]);
  const fields = { digest, claims: claims.map(({ key }) => key).join(','), level: 'op', provider_id: String(form.provider_id) };
  const stored = await upload(`${estimate}/remittance`, remittance, fields);
  expect(stored.json<{ estimate: Estimate }>().estimate.claims).toHaveLength(1);
  // Words of the estimate itself are shown to who may see it; of the file there is nothing but days and amounts.
  expect([shown, stored].flatMap(({ body }) => strangers.filter((trace) => body.includes(trace)))).toEqual([]);
  expect(tracesIn(shown.body + stored.body)).toEqual([]);

  const refusals = [
    await send('POST', '/batches', { source: 'paste', text, provider_id: canary.memberId }),
    await send('POST', `/batches/${batch.id}/start`, { ceiling: canary.memberId }),
    await send('POST', '/cases', { inquiry_id: sent.id, provider_id: form.provider_id, levels: [canary.patientLastName] }),
    await send('POST', `/cases/${id}/notes`, { text: { [said.note]: 1 } }),
    await send('POST', `/call-sheets/${sheet.id}/answers`, { ...call, called_at: said.told }),
    await send('GET', `/persons/${canary.memberId}`),
    await send('GET', `/inbox?code=${canary.patientLastName}`),
    await send('POST', '/network-rules', { verdict: canary.patientLastName, source: 'contract' }),
    await upload(`${estimate}/remittance/preview`, canary.patientLastName),
    await upload(`${estimate}/remittance/preview`, remittance.replace(/SE\*[\s\S]*$/, `SE*${canary.patientLastName}~`)),
    await upload(
      `${estimate}/remittance/preview`,
      remittance.replaceAll('CLP*', `CLP*${canary.patientLastName}`).replace('ST*835', 'ST*837'),
    ),
    await upload(`${estimate}/remittance`, remittance, { ...fields, digest: canary.memberId }),
    await upload(`${estimate}/remittance`, remittance, { ...fields, claims: canary.memberId, level: canary.patientLastName }),
    await upload(`/estimates/${canary.memberId}/remittance/preview`, remittance),
    await send('DELETE', `/estimate-claims/${canary.memberId}`),
  ];
  expect(refusals.filter((reply) => reply.statusCode < 400 || reply.statusCode >= 500).map((reply) => reply.statusCode)).toEqual([]);
  expect(refusals.map((reply) => found(reply.body))).toEqual(refusals.map(() => []));

  await mailsTo(t, colleague.email);
  expect(found(await (await fetch(`${t.sandboxUrl}/outbox.json`)).text())).toEqual([]);
  expect(t.log.lines.filter((logged) => found(logged).length > 0)).toEqual([]);
  expect(await rowsWithTraces(hidden)).toEqual([]);
}, 90_000);

/** Of the patient, and of somebody else whose name, member id and numbers are these. */
function remittanceOf([name, memberId, payerNumber, ownNumber]: readonly (string | undefined)[]): string {
  const own = PAID_CLAIM.map((each) =>
    each
      .replace('QUACKENBUSH*OTTOLINE*M', `${canary.patientLastName}*${canary.patientFirstName}*`)
      .replace('XQZ100200300', canary.memberId)
      .replace('ICN9001', `${payerNumber}1`)
      .replace('PCN-7001', `${ownNumber}1`),
  );
  const other = PAID_CLAIM.map((each) =>
    each
      .replace('QUACKENBUSH*OTTOLINE*M', `${name}*BARNABY*`)
      .replace('XQZ100200300', memberId ?? '')
      .replace('ICN9001', `${payerNumber}2`)
      .replace('PCN-7001', `${ownNumber}2`),
  );
  return x12File([...REMITTANCE, ...own, ...other], { code: '835', version: '005010X221A1' });
}

async function upload(url: string, file: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([file]), `${canary.patientLastName}.835`);
  const encoded = new Response(body);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return await t.call(token, {
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}

/** Every column of every table, the queue's among them, as text: names of tables where a trace stands in clear. */
async function rowsWithTraces(hidden = traces): Promise<string[]> {
  const client = new Client({ connectionString: t.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT 1 FROM ${name} x WHERE x::text ILIKE ANY ($1) LIMIT 1`, [
        // Bytes are shown as hex.
        hidden.flatMap((trace) => [`%${trace}%`, `%${Buffer.from(trace).toString('hex')}%`]),
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
