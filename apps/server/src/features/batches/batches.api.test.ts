import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatchPractice, batchCalls, listTestPayers, pasted, type Practice } from '../../../test/batches.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { emptyBatches } from './empty-batches.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';

let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;
let payers: { id: string; name: string }[];

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { BATCH_PER_SECOND: '25' } });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  payers = await listTestPayers(owner);
  calls = batchCalls(t);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const payerAt = (at: number) => payers[at % payers.length]?.name ?? '';

test('a pasted list is read, confirmed, sent and answered, each row exactly once', async () => {
  const practice = await aBatchPractice(t);
  const people = Array.from({ length: 12 }, (_, at) => ({ memberId: `XQB${1000 + at}`, payer: payerAt(at) }));

  const read = await calls.paste(practice, pasted(people));
  expect(read).toMatchObject({ state: 'columns', source: 'paste', sheets: null, is_mapping_remembered: false });
  expect(read.columns.map(({ field }) => field)).toEqual(['last', 'first', 'birth_date', 'member_id', 'payer_name']);
  const reviewed = await calls.confirm(practice, read);
  expect(reviewed).toMatchObject({ state: 'review', counts: { ready: 12 } });
  expect(reviewed.cost).toMatchObject({ asked: 12, reused: 0, needs_you: 0, included_left: 100, extra: 0, extra_cost: '0.00' });
  const started = await calls.start(practice, read.id);
  expect(started).toMatchObject({ state: 'sending', columns: [], progress: { done: 0, total: 12 } });

  await expect.poll(async () => (await calls.get(practice, read.id)).state, { timeout: 60_000, interval: 500 }).toBe('done');

  const rows = await calls.rows(practice, read.id);
  expect(rows.map(({ state }) => state)).toEqual(people.map(() => 'answered'));
  expect(rows.every(({ needs, result, inquiry_id: id }) => needs !== null && result?.status === 'complete' && id !== null)).toBe(true);
  const { rows: asked } = await owner.query<{ lane: number; asks: number }>(
    `SELECT i.lane, count(a.*)::int AS asks FROM inquiries i JOIN inquiry_asks a ON a.inquiry_id = i.id WHERE i.batch_id = $1 GROUP BY i.id, i.lane`,
    [read.id],
  );
  expect(asked).toHaveLength(12);
  expect(asked.every(({ lane, asks }) => lane === 1 && asks === 1)).toBe(true);
}, 90_000);

test('each fault keeps its own row back, in words at its cell, and the others go', async () => {
  const practice = await aBatchPractice(t);
  const people = [
    { memberId: 'XQB2001', payer: payerAt(0) },
    { memberId: 'XQB2002', payer: payerAt(0), born: '13/45/1980' },
    { memberId: '1.2E+11', payer: payerAt(0) },
    { memberId: 'XQB2004', payer: 'Some Insurer Nobody Knows' },
    { memberId: 'XQB2001', payer: payerAt(0) },
    { memberId: 'XQB2006', payer: payerAt(0), born: '' },
  ];

  const batch = await calls.review(practice, people);

  const rows = await calls.rows(practice, batch.id);
  expect(rows.map(({ row, state }) => [row, state])).toEqual([
    [2, 'ready'],
    [3, 'needs-fix'],
    [4, 'needs-fix'],
    [5, 'needs-payer'],
    [6, 'duplicate'],
    [7, 'needs-fix'],
  ]);
  expect(rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
    [],
    ['birth_date'],
    ['member_id'],
    [],
    [],
    ['birth_date'],
  ]);
  expect(rows[4]?.duplicate_of).toBe(2);
  expect(batch.cost).toMatchObject({ asked: 1, needs_you: 4 });
  const only = await calls.rows(practice, batch.id, 'state=needs-payer,duplicate');
  expect(only.map(({ row }) => row)).toEqual([5, 6]);
});

test('a payer is decided once for all rows of its name, and remembered for the next list', async () => {
  const practice = await aBatchPractice(t);
  const [payer] = payers;
  const people = ['1', '2', '3'].map((id) => ({ memberId: `XQB30${id}`, payer: 'Our Own Word For It' }));
  const batch = await calls.review(practice, people);
  expect(batch.counts['needs-payer']).toBe(3);
  const names = await calls.send(practice.token, 'GET', `/batches/${batch.id}/payers`);
  expect(names.json<{ payers: { name: string; rows: number; match: string }[] }>().payers).toEqual([
    expect.objectContaining({ name: 'Our Own Word For It', rows: 3 }),
  ]);

  const decision = { payers: [{ name: 'Our Own Word For It', payer_id: payer?.id }] };
  const decided = await calls.send(practice.token, 'PUT', `/batches/${batch.id}`, decision);

  expect(decided.json<{ batch: { counts: object } }>().batch.counts).toMatchObject({ ready: 3, 'needs-payer': 0 });
  const again = await calls.paste(practice, pasted(people));
  expect(again.is_mapping_remembered).toBe(true);
  expect((await calls.confirm(practice, again)).counts.ready).toBe(3);
});

test('a row is mended in place, left out, and taken in again; its double goes in its place', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, [
    { memberId: 'XQB4001', payer: payerAt(1), born: 'soon' },
    { memberId: 'XQB4002', payer: payerAt(1) },
    { memberId: 'XQB4002', payer: payerAt(1) },
  ]);
  const patch = async (row: number, change: object) =>
    (await calls.send(practice.token, 'PATCH', `/batches/${batch.id}/rows/${row}`, change)).json<{ row: { state: string } }>().row;
  const states = async () => (await calls.rows(practice, batch.id)).map(({ state }) => state);
  expect(await states()).toEqual(['needs-fix', 'ready', 'duplicate']);

  expect((await patch(2, { content: { birth_date: '1980-02-29' } })).state).toBe('ready');
  await patch(3, { left_out: true });
  expect(await states()).toEqual(['ready', 'left-out', 'ready']);
  await patch(3, { left_out: false });

  expect((await states()).toSorted()).toEqual(['duplicate', 'ready', 'ready']);
  expect((await calls.get(practice, batch.id)).counts).toMatchObject({ ready: 2, duplicate: 1, 'left-out': 0 });
});

test('a fresh answer stands in for asking again and costs nothing; with no days of reuse it is asked', async () => {
  const practice = await aBatchPractice(t);
  const people = [{ memberId: 'XQB5001', payer: payerAt(2) }];
  const first = await calls.review(practice, people);
  await calls.start(practice, first.id);
  await expect.poll(async () => (await calls.get(practice, first.id)).state, { timeout: 60_000, interval: 300 }).toBe('done');

  const second = await calls.review(practice, people);
  expect(second).toMatchObject({ counts: { ready: 0, reused: 1 }, cost: { asked: 0, reused: 1 } });
  const all = await calls.send(practice.token, 'PUT', `/batches/${second.id}`, { reuse_days: 0 });
  expect(all.json<{ batch: object }>().batch).toMatchObject({ counts: { ready: 1, reused: 0 }, reuse_days: 0 });
  await calls.send(practice.token, 'PUT', `/batches/${second.id}`, { reuse_days: 7 });

  await calls.start(practice, second.id);
  await expect.poll(async () => (await calls.get(practice, second.id)).state, { timeout: 30_000, interval: 300 }).toBe('done');
  const [row] = await calls.rows(practice, second.id);
  expect(row).toMatchObject({ state: 'reused', result: { status: 'complete' } });
  expect(row?.needs).not.toBeNull();
}, 100_000);

test('a refused row is first in the results, is mended there and asked again, and its refusal is off the list', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, [
    { memberId: 'XQB6001', payer: payerAt(3) },
    { memberId: 'NOTFOUND1', payer: payerAt(3) },
    { memberId: 'INACTIVE1', payer: payerAt(3) },
  ]);
  await calls.start(practice, batch.id);
  await expect.poll(async () => (await calls.get(practice, batch.id)).state, { timeout: 60_000, interval: 300 }).toBe('done');
  const byNeeds = await calls.rows(practice, batch.id, 'limit=100');
  expect(byNeeds.map(({ row, state, needs }) => [row, state, needs]).slice(0, 2)).toEqual([
    [3, 'refused', 0],
    [4, 'answered', 1],
  ]);
  expect(byNeeds[1]?.result?.flags.length).toBeGreaterThan(0);
  expect((await calls.rows(practice, batch.id, 'needs=0')).map(({ row }) => row)).toEqual([3]);

  const mended = await calls.send(practice.token, 'PATCH', `/batches/${batch.id}/rows/3`, { content: { member_id: 'XQB6002' } });
  expect(mended.json<{ row: { state: string } }>().row.state).toBe('queued');
  await expect.poll(async () => (await calls.get(practice, batch.id)).state, { timeout: 60_000, interval: 300 }).toBe('done');

  expect((await calls.rows(practice, batch.id)).map(({ state }) => state)).toEqual(['answered', 'answered', 'answered']);
  const attention = await calls.send(practice.token, 'GET', '/inquiries/attention');
  expect(attention.json<{ inquiries: unknown[] }>().inquiries).toEqual([]);
}, 150_000);

test('a batch is seen by nobody whom its inquiries are hidden from, and all answers to that are alike', async () => {
  const practice = await aBatchPractice(t);
  const restricted = await aBatchPractice(t, { is_restricted: true, organization_id: practice.organizationId });
  const foreign = await aBatchPractice(t);
  const batch = await calls.review(practice, [{ memberId: 'XQB7001', payer: payerAt(4) }]);
  const own = await calls.review(restricted, [{ memberId: 'XQB7002', payer: payerAt(4) }]);
  const paths = ['', '/rows', '/payers', '/export?format=csv'];

  const replies = await Promise.all(
    [restricted, foreign].flatMap(({ token }) => paths.map(async (path) => await calls.send(token, 'GET', `/batches/${batch.id}${path}`))),
  );
  const none = await calls.send(practice.token, 'GET', '/batches/01JDEM0P1AN000000000000009');

  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set([`404 ${none.body}`]));
  const list = async ({ token }: Practice) =>
    (await calls.send(token, 'GET', '/batches')).json<{ batches: { id: string }[] }>().batches.map(({ id }) => id);
  expect(await list(restricted)).toEqual([own.id]);
  expect((await list(practice)).toSorted()).toEqual([batch.id, own.id].toSorted());
  expect(await list(foreign)).toEqual([]);
});

test('nothing of a list is stored in clear, and 30 days after the end its contents are gone while the inquiries stay', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, [{ last: 'Oxenbridge', first: 'Zephyrine', memberId: 'XQZ884213', payer: payerAt(5) }]);
  const dump = async () =>
    (
      await owner.query<{ line: string }>(
        'SELECT row_to_json(b)::text AS line FROM batches b UNION ALL SELECT row_to_json(r)::text FROM batch_rows r',
      )
    ).rows
      .map(({ line }) => line)
      .join('\n');
  const stored = await dump();
  for (const text of ['Oxenbridge', 'XQZ884213', '02/29/1980']) {
    expect(stored).not.toContain(text);
    expect(stored).not.toContain(Buffer.from(text).toString('hex'));
  }
  await calls.start(practice, batch.id);
  await expect.poll(async () => (await calls.get(practice, batch.id)).state, { timeout: 60_000, interval: 300 }).toBe('done');
  await owner.query(`UPDATE batches SET ended_at = ended_at - interval '31 days' WHERE id = $1`, [batch.id]);

  await emptyBatches(t.deps);

  const [row] = await calls.rows(practice, batch.id);
  expect(row).toMatchObject({ content: null, state: 'answered', result: { status: 'complete' } });
  const { rows } = await owner.query('SELECT upload, content FROM batches WHERE id = $1', [batch.id]);
  expect(rows).toEqual([{ upload: null, content: null }]);
  const inquiry = await calls.send(practice.token, 'GET', `/inquiries/${row?.inquiry_id}`);
  expect(inquiry.statusCode).toBe(200);
}, 90_000);

test('exports hold every row, formulas are defused, and each is recorded as a print', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, [
    { last: '=cmd|calc', memberId: 'XQB8001', payer: payerAt(6) },
    { memberId: 'XQB8002', payer: payerAt(6), born: 'soon' },
  ]);
  const take = async (format: string) => await calls.send(practice.token, 'GET', `/batches/${batch.id}/export?format=${format}`);

  const [csv, xlsx, pdf] = [await take('csv'), await take('xlsx'), await take('pdf')];

  expect(csv.body).toContain(`"'=cmd|calc"`);
  expect(csv.body.trim().split('\r\n')).toHaveLength(3);
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { rows } = await owner.query(`SELECT object_ids FROM audit_events WHERE action = 'batch.export' AND $1 = ANY (object_ids)`, [
    batch.id,
  ]);
  expect(rows).toHaveLength(3);
}, 60_000);
