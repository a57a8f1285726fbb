/** How batches are sent: bounds, ends of processes, lanes, pausing. Two servers share one database here. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { aBatchPractice, batchCalls, listTestPayers, type Listed } from '../../../test/batches.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { slowPace } from '#features/inquiries/asking/paces.repository.ts';
import { lookAfterBatch } from './sending/look-after-batch.ts';

/** Without workers: what is looked after, and when, is the tests' own business. */
let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;
let payers: { id: string; name: string }[];

beforeAll(async () => {
  t = await startTestApp({ env: { BATCH_PER_SECOND: '100' } });
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

const people = (count: number, payer = 0, prefix = 'XQS'): Listed[] =>
  Array.from({ length: count }, (_, at) => ({ memberId: `${prefix}${10_000 + at}`, payer: payers[payer]?.name ?? '' }));
const look = async ({ organizationId }: { organizationId: string }, batch: Batch) =>
  await lookAfterBatch(t.deps, { organizationId, batchId: batch.id });
const sentBy = async (batch: Batch) =>
  (
    await owner.query<{ inquiries: number; rows: number; asking: number }>(
      `SELECT (SELECT count(*)::int FROM inquiries WHERE batch_id = $1) AS inquiries, count(DISTINCT inquiry_id)::int AS rows,
         count(*) FILTER (WHERE state = 'asking')::int AS asking FROM batch_rows WHERE batch_id = $1`,
      [batch.id],
    )
  ).rows[0];
/** Time for the moments that the pace has given out. */
const later = () => t.turnClock(10_000);

test('of a hundred looks at once from two servers each row becomes one inquiry', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(120));
  await calls.start(practice, batch.id);

  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 6 }, async () => await look(practice, batch)));
    later();
  }

  expect(await sentBy(batch)).toEqual({ inquiries: 120, rows: 120, asking: 120 });
}, 60_000);

test('a look that is killed in the middle leaves the rows as they were', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(20, 1));
  await calls.start(practice, batch.id);
  let left = 7;
  const dying = {
    ...t.deps,
    newId: () => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      return t.deps.newId();
    },
  };

  await expect(lookAfterBatch(dying, { organizationId: practice.organizationId, batchId: batch.id })).rejects.toThrow('killed');
  expect(await sentBy(batch)).toEqual({ inquiries: 0, rows: 0, asking: 0 });
  later();
  await look(practice, batch);

  expect(await sentBy(batch)).toEqual({ inquiries: 20, rows: 20, asking: 20 });
}, 60_000);

test('whoever looks while the last row leaves is told that nothing waits', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(1, 3));
  await calls.start(practice, batch.id);
  // The batch is read, what waits of it is not yet.
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE plans IN ACCESS EXCLUSIVE MODE');
  const looked = calls.get(practice, batch.id);
  await untilWaiting(t.deps.db, 1);
  await owner.query(`UPDATE batch_rows SET state = 'asking' WHERE batch_id = $1`, [batch.id]);
  await owner.query('COMMIT');

  expect((await looked).progress.seconds_left).toBeNull();
}, 60_000);

test('a bound of 100 sends 100 and never 101, however many look; what was refused makes room', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(130, 2));
  await calls.start(practice, batch.id, { ceiling: 100 });
  const round = async () => {
    for (let at = 0; at < 4; at += 1) {
      await Promise.all(Array.from({ length: 4 }, async () => await look(practice, batch)));
      later();
    }
  };
  await round();
  expect((await sentBy(batch))?.inquiries).toBe(100);

  await owner.query(
    `UPDATE inquiries SET status = 'error', next_turn_at = NULL WHERE id IN (SELECT id FROM inquiries WHERE batch_id = $1 ORDER BY id LIMIT 5)`,
    [batch.id],
  );
  await round();
  expect((await sentBy(batch))?.inquiries).toBe(105);
  await owner.query(`UPDATE inquiries SET status = 'complete', next_turn_at = NULL WHERE batch_id = $1 AND status <> 'error'`, [batch.id]);
  await round();

  const ended = await calls.get(practice, batch.id);
  expect(ended).toMatchObject({ state: 'paused', counts: { answered: 100, refused: 5, 'over-budget': 25, queued: 0 } });
  await calls.send(practice.token, 'PUT', `/batches/${batch.id}`, { ceiling: 110 });
  await calls.send(practice.token, 'POST', `/batches/${batch.id}/resume`);
  await round();
  expect((await sentBy(batch))?.inquiries).toBe(115);
}, 120_000);

test('a paused batch sends nothing more until it goes on; a stopped one never, and what is asked comes back', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(60, 3));
  await calls.start(practice, batch.id);
  await look(practice, batch);
  const first = (await sentBy(batch))?.inquiries ?? 0;
  expect(first).toBe(50);
  await calls.send(practice.token, 'POST', `/batches/${batch.id}/pause`);
  later();
  await look(practice, batch);
  expect((await sentBy(batch))?.inquiries).toBe(50);

  await calls.send(practice.token, 'POST', `/batches/${batch.id}/resume`);
  expect((await calls.get(practice, batch.id)).state).toBe('sending');
  await calls.send(practice.token, 'POST', `/batches/${batch.id}/stop`);
  later();
  await owner.query(`UPDATE inquiries SET status = 'complete', next_turn_at = NULL WHERE batch_id = $1`, [batch.id]);
  await look(practice, batch);

  expect(await calls.get(practice, batch.id)).toMatchObject({ state: 'stopped', counts: { answered: 50, stopped: 10, queued: 0 } });
}, 60_000);

test('the pace gives out moments that are apart, for all who look together, and fewer after a refusal', async () => {
  let now = t.deps.clock();
  const slow = { ...t.deps, clock: () => now, config: { ...t.deps.config, batchPerSecond: 2 } };
  const practice = await aBatchPractice(t);
  const batches = [await calls.review(practice, people(20, 4)), await calls.review(practice, people(20, 4, 'XQR'))];
  for (const batch of batches) await calls.start(practice, batch.id);
  const lookAtBoth = async () => {
    for (const { id: batchId } of batches) await lookAfterBatch(slow, { organizationId: practice.organizationId, batchId });
  };
  const slots = async () =>
    (
      await owner.query<{ at: Date }>('SELECT next_turn_at AS at FROM inquiries WHERE batch_id = ANY ($1::text[]) ORDER BY 1', [
        batches.map(({ id }) => id),
      ])
    ).rows.map(({ at }) => at.getTime() - now.getTime());

  await lookAtBoth();
  expect(await slots()).toEqual([0, 500, 1000, 1500]);
  await t.deps.db.asOrganization(practice.organizationId, async (tx) => {
    await slowPace(tx, payers[4]?.id ?? '', 'availity', 2, now);
  });
  now = new Date(now.getTime() + 10_000);
  await lookAtBoth();

  expect((await slots()).slice(4)).toEqual([0, 1000]);
}, 60_000);

test('a batch whose practice pays no more is paused', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(3, 5));
  await calls.start(practice, batch.id);
  await owner.query(`UPDATE subscriptions SET status = 'unpaid' WHERE organization_id = $1`, [practice.organizationId]);

  await look(practice, batch);

  expect((await sentBy(batch))?.inquiries).toBe(0);
  const { rows } = await owner.query('SELECT state FROM batches WHERE id = $1', [batch.id]);
  expect(rows).toEqual([{ state: 'paused' }]);
});

test('a deleted batch leaves its inquiries, which forget it', async () => {
  const practice = await aBatchPractice(t);
  const batch = await calls.review(practice, people(2, 6));
  await calls.start(practice, batch.id);
  await look(practice, batch);
  expect((await calls.send(practice.token, 'DELETE', `/batches/${batch.id}`)).statusCode).toBe(409);
  await calls.send(practice.token, 'POST', `/batches/${batch.id}/stop`);

  expect((await calls.send(practice.token, 'DELETE', `/batches/${batch.id}`)).statusCode).toBe(204);

  expect((await calls.send(practice.token, 'GET', `/batches/${batch.id}`)).statusCode).toBe(404);
  const { rows } = await owner.query('SELECT batch_id FROM inquiries WHERE organization_id = $1', [practice.organizationId]);
  expect(rows).toEqual([{ batch_id: null }, { batch_id: null }]);
});
