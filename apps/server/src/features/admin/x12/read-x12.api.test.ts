/** The screen that reads X12: what it shows, and that nothing of it is kept (docs/product.md 15.9). */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBSCRIBER, x12File } from '../../../../../../packages/x12/src/x12-file.test-kit.ts';
import { createUser } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../../db/internal-organization.ts';

let t: TestApp;
let token: string;
let owner: Client;

beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const read = async (text: string) =>
  await t.call(token, { method: 'POST', url: '/api/v1/admin/x12', payload: { content: Buffer.from(text).toString('base64') } });

const FILE = x12File([...SUBSCRIBER, 'EB*1**30*HM*HARBOR GOLD', 'EB*B**98***27*25*****Y', 'ZZZ*CANARY']);

test('a 271 is shown as what is read of it, beside where each segment went, and may not be cached', async () => {
  const answer = await read(`\uFEFF${FILE}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { reading } = answer.json<{ reading: Record<string, unknown> }>();
  expect(reading).toMatchObject({
    problems: [],
    transactions: [
      {
        code: '271',
        control_number: '0001',
        counts: { segments: SUBSCRIBER.length + 5, also_said: 1, problem: 0 },
        coverages: [
          { payer_name: 'TIDEWATER HEALTH', patient: { first_name: 'OTTOLINE' }, plan: { name: 'HARBOR GOLD', status_code: '1' } },
        ],
      },
    ],
  });
});

test('questions and acknowledgements are told in words, inside an envelope too', async () => {
  const question = await read(x12File([...SUBSCRIBER, 'EQ*30'], { code: '270' }));
  expect(question.json()).toMatchObject({
    reading: { transactions: [{ code: '270', words: [expect.stringContaining('about OTTOLINE QUACKENBUSH')] }] },
  });
  const refused = x12File(['AK1*HS*907', 'AK2*270*0001', 'IK5*R*5', 'AK9*R*1*1*0'], { code: '999', version: '005010X231A1' });
  const envelope = await read(
    `<e:Envelope xmlns:e="x"><e:Body><ErrorCode>Success</ErrorCode><Payload>${refused}</Payload></e:Body></e:Envelope>`,
  );
  expect(envelope.json()).toMatchObject({
    reading: { words: ['999: The group was rejected.', expect.stringContaining('999: The transaction was rejected')] },
  });
});

test('anything is read without an error of the server, and what is no base64 is refused', async () => {
  for (const text of ['hello', '\u0000\u0001', '<!DOCTYPE x><x/>', 'ISA*'.repeat(1000)]) expect((await read(text)).statusCode).toBe(200);
  const refused = await t.call(token, { method: 'POST', url: '/api/v1/admin/x12', payload: { content: 'ISA*00*~' } });
  expect(refused.statusCode).toBe(422);
});

test('above 1 MB it is 413', async () => {
  expect((await read('x'.repeat(900_000))).statusCode).toBe(413);
});

test('nothing of it is stored', async () => {
  const secret = 'QUILLFEATHER';
  await read(FILE.replaceAll('QUACKENBUSH', secret));
  const { rows } = await owner.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  for (const { name } of rows) {
    const found = await owner.query(`SELECT 1 FROM "${name}" x WHERE x::text LIKE $1 LIMIT 1`, [`%${secret}%`]);
    expect(found.rowCount, name).toBe(0);
  }
});
