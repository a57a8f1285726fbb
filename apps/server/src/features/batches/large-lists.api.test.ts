/** Lists as long and as wide as they may be, and longer: through the whole API, without workers (product.md 19.1, 19.3). */
import type { BatchPayer } from '@coverlight/contract/batches/batch.schema.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatchPractice, batchCalls, listTestPayers, pasted, type Practice } from '../../../test/batches.ts';
import { patientList, withFaults } from '../../../test/patient-lists.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { csvLine } from '#http/csv.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { lookAfterBatch } from './sending/look-after-batch.ts';

const MB = 1024 * 1024;
const TOO_LARGE = 'This is larger than 5 MB. Please leave out columns that are not needed, or bring the list in in parts.';

let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;
let payers: { id: string; name: string }[];
let origin: string;

beforeAll(async () => {
  t = await startTestApp({ env: { BATCH_PER_SECOND: '100' } });
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  await syncPayers(t.deps, 'pVerify');
  payers = await listTestPayers(owner);
  calls = batchCalls(t);
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

/** As a browser sends it: on the wire, where a refusal may come before the whole request has been read. */
async function sendPaste({ token, providerId }: Practice, text: string): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${origin}/api/v1/batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `sid=${token}` },
    body: JSON.stringify({ source: 'paste', text, provider_id: providerId }),
  });
  return { status: reply.status, body: await reply.json() };
}

/** Rows of so many characters each, with many columns that nobody needs. */
function wideList(rows: number, characters: number): string {
  const people = Array.from({ length: rows }, (_, at) => ({ memberId: `XQW${10_000 + at}`, payer: payers[at % 9]?.name ?? '' }));
  const [head = '', ...lines] = pasted(people).split('\n');
  const note = ` "seen" on the ${'14th of each month '.repeat(Math.ceil(characters / 20 / 18))}`.slice(0, Math.floor(characters / 20));
  const notes = Array.from({ length: 20 }, () => note).join('\t');
  const heads = Array.from({ length: 20 }, (_, at) => `Note ${at}`).join('\t');
  return [`${head}\t${heads}`, ...lines.map((line) => `${line}\t${notes}`)].join('\n');
}

test('2,000 pasted rows fit, however much stands beside what is needed, up to 5 MB', { timeout: 120_000 }, async () => {
  const practice = await aBatchPractice(t);
  const text = wideList(2000, 2300);
  expect(text.length).toBeGreaterThan(4 * MB);
  expect(text.length).toBeLessThan(5 * MB);

  const { status, body } = await sendPaste(practice, text);

  expect(status, JSON.stringify(body).slice(0, 500)).toBe(201);
  const { batch } = body as { batch: Parameters<typeof calls.confirm>[1] };
  expect((await calls.confirm(practice, batch)).counts.ready).toBe(2000);
});

test.each([5.5, 12, 40])('a paste of %s MB is refused at its field, with what to do', { timeout: 60_000 }, async (size) => {
  const text = 'Ada\t02/29/1980\t4711\n'.repeat(Math.ceil((size * MB) / 20));

  expect(await sendPaste(await aBatchPractice(t), text)).toEqual({ status: 422, body: { errors: { text: [TOO_LARGE] } } });
});

test('other bodies are taken up to 1 MB as ever', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, [{ memberId: 'XQW1', payer: payers[0]?.name ?? '' }]);
  const decision = { payers: [{ name: 'x'.repeat(2 * MB), payer_id: payers[0]?.id }] };

  expect((await calls.send(practice.token, 'PUT', `/batches/${batch.id}`, decision)).statusCode).toBe(413);
});

test('of 1,000 rows with thirty faults among them exactly 970 are sent, each once', { timeout: 300_000 }, async () => {
  const practice = await aBatchPractice(t);
  const { list, faulty } = withFaults(patientList(1000));
  expect(faulty).toHaveLength(30);
  const csv = Buffer.from([list.header, ...list.rows].map(csvLine).join(''));

  const read = await calls.confirm(practice, await calls.bringFile(practice, 'patients.csv', csv));
  // Payers that each clearinghouse has of its own are two of one name: a person takes what is proposed, once for all rows of it.
  const { payers: names } = (await calls.send(practice.token, 'GET', `/batches/${read.id}/payers`)).json<{ payers: BatchPayer[] }>();
  const decided = names.flatMap(({ name, match, payer }) => (match === 'likely' ? [{ name, payer_id: payer?.id }] : []));
  await calls.send(practice.token, 'PUT', `/batches/${read.id}`, { payers: decided });
  const reviewed = await calls.get(practice, read.id);

  const { ready, 'needs-fix': fixes, 'needs-payer': unknown } = reviewed.counts;
  expect({ ready, held: fixes + unknown }).toEqual({ ready: 970, held: 30 });
  await calls.start(practice, reviewed.id);
  for (let looks = 0; looks < 60; looks += 1) {
    await lookAfterBatch(t.deps, { organizationId: practice.organizationId, batchId: reviewed.id });
    t.turnClock(3000);
    const { rows } = await owner.query(`SELECT FROM batch_rows WHERE batch_id = $1 AND state = 'queued' LIMIT 1`, [reviewed.id]);
    if (rows.length === 0) break;
  }
  const { rows: sent } = await owner.query<{ row: number; inquiries: number }>(
    `SELECT r.row, count(i.id)::int AS inquiries FROM batch_rows r LEFT JOIN inquiries i ON i.batch_id = r.batch_id AND i.id = r.inquiry_id
     WHERE r.batch_id = $1 AND r.inquiry_id IS NOT NULL GROUP BY r.row`,
    [reviewed.id],
  );
  const { rows: made } = await owner.query('SELECT id FROM inquiries WHERE batch_id = $1', [reviewed.id]);
  expect(made).toHaveLength(970);
  expect(sent.every(({ inquiries }) => inquiries === 1)).toBe(true);
  // The heading is the first row.
  const faultyRows = new Set(faulty.map((at) => at + 2));
  expect(sent.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1000 }, (_, at) => at + 2).filter((row) => !faultyRows.has(row)),
  );
});
