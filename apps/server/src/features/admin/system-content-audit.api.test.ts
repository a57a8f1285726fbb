/** What admins change of payers, reimbursements and local allowables stands with its audit row or not at all (docs/product.md 12.4). */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer, createUser, newId, type Payer, type User } from '../../../test/factories.ts';
import { formPost } from '../../../test/form.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';

let t: TestApp;
let admin: User;
let token: string;
let owner: Client;
let group: Payer;
let single: Payer;
let known: Payer;
let elsewhere: Payer;

beforeAll(async () => {
  t = await startTestApp();
  admin = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });
  token = await t.signIn(admin);
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  group = await createPayer(t.store, { is_group: true, is_available: false, schema: null });
  single = await createPayer(t.store);
  known = await createPayer(t.store, { code: 'KNOWN1', name: 'Known' });
  elsewhere = await createPayer(t.store, { code: null, is_available: false, pverify_code: 'V-KNOWN', pverify_is_available: true });
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const post = async (path: string, payload: object = {}) => await t.call(token, { method: 'POST', url: `/api/v1${path}`, payload });
const put = async (path: string, payload: object) => await t.call(token, { method: 'PUT', url: `/api/v1${path}`, payload });
const upload = async (path: string, text: string) => await t.call(token, await formPost(`/api/v1${path}`, 'file', { file: text }));
const uploadMemberIds = async () =>
  await t.call(token, await formPost('/api/v1/admin/la-prefixes/upload', 'member_ids', { text: 'QMA1234567' }));

const audited = async (action: string) =>
  (
    await owner.query<{ actor_user_id: string; object_ids: string[]; outcome: string; changed_fields: string[] }>(
      `SELECT actor_user_id, object_ids, outcome, changed_fields FROM audit_events WHERE action = $1 AND organization_id = $2 ORDER BY id`,
      [action, INTERNAL_ORGANIZATION_ID],
    )
  ).rows;
/** All of what is changed here, as text; that an upload was tried and failed changes nothing. */
const stored = async () =>
  (
    await owner.query<{ all: string }>(
      `SELECT concat_ws('|', (SELECT string_agg(x::text, ';' ORDER BY x.id) FROM payers x), (SELECT string_agg(x::text, ';') FROM payer_schemas x),
         (SELECT string_agg(x::text, ';' ORDER BY x.payer_id, x.clearinghouse) FROM payer_sources x),
         (SELECT count(*) FROM payer_prefixes), (SELECT count(*) FROM reimbursements), (SELECT count(*) FROM la_prefixes),
         (SELECT count(*) FROM admin_jobs WHERE status IS DISTINCT FROM 500)) AS all`,
    )
  ).rows[0]?.all;
async function merge(): Promise<string> {
  const answer = await post('/admin/payers/merge', { availity_payer_id: known.id, pverify_payer_id: elsewhere.id, name: 'Both' });
  return answer.json<{ payer?: { id: string } }>().payer?.id ?? '';
}

const DEEDS = [
  ['payer.create', async () => await post('/admin/payers', { name: 'Fernhill', code: 'FERN1', is_blue: false, is_group: false })],
  [
    'payer.update',
    async () => await put(`/admin/payers/${single.id}`, { name_internal: 'Other name', schema: { combos: [['memberId']] } }),
  ],
  ['payer.group', async () => await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [single.id] })],
  ['payer.upload', async () => await upload('/admin/payers/upload', 'UP1,Payer one')],
  ['payer.prefix-upload', async () => await upload('/admin/payers/prefix/upload', 'QXB,Known,KNOWN1')],
  ['reimbursement.upload', async () => await upload('/admin/reimbursements/upload', `${newId()},KNOWN1,Mill,,,50,,,,`)],
  ['la-prefix.upload', async () => await uploadMemberIds()],
  [
    'payer.merge',
    async () => await post('/admin/payers/merge', { availity_payer_id: known.id, pverify_payer_id: elsewhere.id, name: 'Both' }),
  ],
  ['payer.sync', async () => await post(`/admin/payers/${single.id}/sync`)],
  ['payer.schema-sync', async () => await post(`/admin/payers/${single.id}/schema`)],
] as const;

async function withoutAudit<T>(work: () => Promise<T>): Promise<T> {
  await owner.query(`CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refuse_row BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.action ~ '^(payer|reimbursement|la-prefix)\\.')
    EXECUTE FUNCTION refuse_row()`);
  try {
    return await work();
  } finally {
    await owner.query('DROP TRIGGER refuse_row ON audit_events; DROP FUNCTION refuse_row()');
  }
}

test.each(DEEDS)('%s changes nothing where its audit row cannot be written', async (action, deed) => {
  const before = await stored();

  const answer = await withoutAudit(deed);

  expect([answer.statusCode, (await stored()) === before, await audited(action)]).toEqual([500, true, []]);
});

test('a split changes nothing where its audit row cannot be written, and otherwise names all three', async () => {
  const id = await merge();
  const before = await stored();

  const refused = await withoutAudit(async () => await post('/admin/payers/split', { payer_id: id }));
  const after = await stored();
  const split = await post('/admin/payers/split', { payer_id: id });

  expect([refused.statusCode, after === before, split.statusCode]).toEqual([500, true, 200]);
  const [row] = await audited('payer.split');
  expect(row?.object_ids[0]).toBe(id);
  expect(row?.object_ids.slice(1).toSorted()).toEqual([known.id, elsewhere.id].toSorted());
});

test('every sync is on record as it begins, and once more where it fails', { timeout: 60_000 }, async () => {
  const begun = { actor_user_id: admin.id, outcome: 'done' };

  expect((await post(`/admin/payers/${single.id}/sync`)).statusCode).toBe(502);
  expect((await post(`/admin/payers/${single.id}/schema`)).statusCode).toBe(502);
  expect((await post('/admin/payers/sync?service=pverify')).statusCode).toBe(200);
  expect((await post('/admin/payers/schemas')).statusCode).toBe(204);

  expect(await audited('payer.sync')).toMatchObject([
    { ...begun, object_ids: [single.id] },
    { ...begun, object_ids: [single.id], outcome: 'failed' },
    { ...begun, object_ids: [] },
  ]);
  expect(await audited('payer.schema-sync')).toMatchObject([
    { ...begun, object_ids: [single.id] },
    { ...begun, object_ids: [single.id], outcome: 'failed' },
    { ...begun, object_ids: [] },
  ]);
});
