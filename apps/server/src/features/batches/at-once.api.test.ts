/** What two people, or two windows of one, do with lists in one moment. Without workers: nothing else happens meanwhile. */
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatchPractice, batchCalls, HEADER, listTestPayers } from '../../../test/batches.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';

let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;
let payer: string;

beforeAll(async () => {
  t = await startTestApp();
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  payer = (await listTestPayers(owner))[0]?.name ?? '';
  calls = batchCalls(t);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

test('an appointment that two lists bring in one moment is kept once, and can be read', async () => {
  const practice = await aBatchPractice(t);
  const at = `${usDate(addDays(localDay(t.deps.clock(), DEFAULT_ZONE), 30))} 2:30 PM`;
  const list = [
    [...HEADER, 'Appointment'],
    ['Testperson', 'Quenby', '02/29/1980', 'XQO1001', payer, at],
  ];
  const text = list.map((cells) => cells.join('\t')).join('\n');
  const batches = [
    await calls.confirm(practice, await calls.paste(practice, text)),
    await calls.confirm(practice, await calls.paste(practice, text)),
  ];

  await owner.query('BEGIN; LOCK TABLE appointments IN SHARE MODE');
  const starting = batches.map(async ({ id }) => await calls.start(practice, id));
  await untilWaiting(t.deps.db, 2);
  await owner.query('COMMIT');
  await Promise.all(starting);

  const reply = await calls.send(practice.token, 'GET', '/appointments');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ appointments: [{ patient: 'Quenby Testperson', member_id: 'XQO1001' }] });
  expect(reply.headers['x-total-count']).toBe('1');
}, 60_000);
