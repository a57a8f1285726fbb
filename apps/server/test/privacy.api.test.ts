/** A patient in every field, through every call: found again in answers to who may see it, and in no log line, refusal, job or mail (product.md 12.5). */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const send = async (method: 'POST' | 'GET' | 'PATCH', url: string, payload?: object | string, headers: Record<string, string> = {}) =>
  await t.call(token, { method, url: `/api/v1${url}`, ...(payload === undefined ? {} : { payload }), headers });

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

/** Every column of every table, the queue's among them, as text: names of tables where a trace stands in clear. */
async function rowsWithTraces(): Promise<string[]> {
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
        traces.map((trace) => `%${trace}%`),
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
