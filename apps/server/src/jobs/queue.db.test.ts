import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { captureLog } from '../../test/log-capture.ts';
import { openDatabase, type Database } from '../db/client.ts';
import { defineJob } from './define-job.ts';
import { openQueue, setUpJobs, type JobQueue } from './queue.ts';

const job = defineJob({
  name: 'test-job',
  payload: z.object({ at: z.number() }),
  retryLimit: 3,
  retryDelaySeconds: 1,
  expireInSeconds: 5,
  pollSeconds: 0.5,
});
const log = captureLog();
let testDatabase: TestDatabase;
let db: Database;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await setUpJobs(testDatabase.url, [job as unknown as Parameters<typeof setUpJobs>[1][number]]);
  db = openDatabase({ connectionString: testDatabase.url, max: 4, onError: () => undefined });
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await db.close();
  await testDatabase.close();
});

const open = async () => await openQueue({ connectionString: testDatabase.url, log: log.logger });
const enqueue = async (queue: JobQueue, at: number) => await db.withoutOrganization(async (tx) => await queue.enqueue(tx, job, { at }));
async function asOwner(statement: string): Promise<void> {
  const url = new URL(testDatabase.url);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const name = () => new URL(testDatabase.url).pathname.slice(1);

test('a database that goes away while a job ends ends neither the process nor the queue', async () => {
  const queue = await open();
  const runs: number[] = [];
  await queue.work(job, async ({ at }) => {
    runs.push(at);
    if (at !== 1) return;
    await asOwner(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
    await asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`);
  });
  await enqueue(queue, 1);
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual([1]);
  await sleep(1_500);
  await asOwner(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
  await enqueue(queue, 2);

  await expect.poll(() => runs, { timeout: 20_000 }).toEqual([1, 2]);
  await queue.stop(1000);
  expect(unhandled).toEqual([]);
});

test('a queue that is stopped over a running job leaves nothing behind, and another process runs the job', async () => {
  const first = await open();
  let release: () => void = () => undefined;
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  const started: number[] = [];
  await first.work(job, async ({ at }) => {
    started.push(at);
    await held;
  });
  await enqueue(first, 7);
  await enqueue(first, 8);
  await expect.poll(() => started.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await first.stop(1000);
  const second = await open();
  const again: number[] = [];
  await second.work(job, async ({ at }) => void again.push(at));
  release();

  await expect.poll(() => again.toSorted((a, b) => a - b), { timeout: 20_000 }).toEqual([7, 8]);
  await second.stop(1000);
  expect(unhandled).toEqual([]);
});
