/** What two people, or two windows of one, do with lists in one moment. Without workers: nothing else happens meanwhile. */
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatchPractice, batchCalls, HEADER, listTestPayers, pasted } from '../../../test/batches.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { textRow, workbookOf } from '../../../test/workbooks.ts';
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

test('what the columns of one sheet mean is not said of another that is chosen in the same moment', async () => {
  const practice = await aBatchPractice(t);
  const sheet = (memberId: string) =>
    pasted([{ memberId, payer }])
      .split('\n')
      .map((line) => textRow(...line.split('\t')))
      .join('');
  const file = workbookOf({ sheets: { May: sheet('XQO2001'), June: sheet('XQO2002') } });
  const { id } = await calls.bringFile(practice, 'list.xlsx', file);
  const change = async (body: object) => await calls.send(practice.token, 'PUT', `/batches/${id}`, body);
  await change({ sheet: 'May' });
  const { columns } = await calls.get(practice, id);

  await owner.query('BEGIN');
  await owner.query('SELECT FROM batches WHERE id = $1 FOR UPDATE', [id]);
  const choosing = change({ sheet: 'June' });
  await untilWaiting(t.deps.db, 1);
  const mapping = change({ mapping: { columns: columns.map(({ field }) => field), date_orders: {} } });
  await untilWaiting(t.deps.db, 2);
  await owner.query('COMMIT');

  expect((await choosing).statusCode).toBe(200);
  const refused = await mapping;
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { errors: { NOFIELD: ['Another sheet was chosen meanwhile. Please look at its columns.'] } },
  ]);
  expect(await calls.get(practice, id)).toMatchObject({ sheet: 'June', state: 'columns' });
  // A window that still shows the sheet before says which one it means.
  const late = { mapping: { columns: columns.map(({ field }) => field), date_orders: {} } };
  expect((await change({ ...late, sheet: 'May' })).statusCode).toBe(409);
  expect(await calls.rows(practice, id)).toEqual([]);
  expect((await change({ ...late, sheet: 'June' })).statusCode).toBe(200);
}, 60_000);
