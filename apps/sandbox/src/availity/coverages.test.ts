import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { clientOf, type Answer, type Client, type Json } from '../testing/client.ts';

const PAYER = 'COPPR';
const refusals: string[] = [];
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 40, slowAnswerMs: 120, printLine: (line) => refusals.push(line) });
  client = clientOf(sandbox);
});
afterAll(() => sandbox.close());

const today = () => new Date().toISOString().slice(0, 10);

function formFor(memberId: string, more: Record<string, string | string[]> = {}): Record<string, string | string[]> {
  return {
    payerId: PAYER,
    providerNpi: '1234567893',
    asOfDate: today(),
    serviceType: ['MH'],
    memberId,
    patientBirthDate: '1990-01-31',
    patientLastName: 'Quill',
    patientFirstName: 'Nora',
    ...more,
  };
}

async function post(memberId: string, more: Record<string, string | string[]> = {}): Promise<Answer> {
  return client.send('POST', '/availity/v1/coverages', { form: formFor(memberId, more), headers: await client.availityToken() });
}

/** The coverage in either of the two shapes of POST. */
function coverageOf({ body }: Answer): Json {
  return body.list('coverages')[0] ?? body;
}

async function ask(memberId: string, more: Record<string, string | string[]> = {}): Promise<Json> {
  const headers = await client.availityToken();
  const id = coverageOf(await post(memberId, more)).text('id');
  for (let i = 0; i < 200; i += 1) {
    const { body } = await client.send('GET', `/availity/v1/coverages/${id}`, { headers });
    if (!['0', 'R1'].includes(body.text('statusCode'))) return body;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error('no answer in time');
}

const NETWORKS = ['inNetwork', 'outOfNetwork', 'noNetwork', 'notApplicableNetwork'];

/** How many rows stand in the network lists below this value. */
function rowCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, held]) => sum + (NETWORKS.includes(name) && Array.isArray(held) ? held.length : rowCount(held)),
    0,
  );
}

function numbersIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, held) => sum + numbersIn(held), 0);
}

test('an unknown parameter is refused by name and printed', async () => {
  const answer = await post('ABC1234', { requester: 'someone' });

  expect(answer.status).toBe(400);
  expect(answer.body.list('errors').map((error) => error.at('field'))).toEqual(['requester']);
  expect(refusals.some((line) => line.includes('requester'))).toBe(true);
});

test('a refusal is printed without what the patient is called', async () => {
  await post('ABC1234', { patientLastName: 'Zwetschgenmus{}' });

  expect(refusals.join('\n')).not.toContain('Zwetschgenmus');
});

test('a JSON body is refused', async () => {
  const headers = await client.availityToken();

  const answer = await client.send('POST', '/availity/v1/coverages', { json: formFor('ABC1234'), headers });

  expect(answer.status).toBe(415);
});

test('a request that fulfils no required combination names what is missing', async () => {
  const form = formFor('ABC1234');
  delete form['patientBirthDate'];
  delete form['patientLastName'];
  delete form['patientFirstName'];

  const answer = await client.send('POST', '/availity/v1/coverages', { form, headers: await client.availityToken() });

  expect(answer.status).toBe(400);
  expect(answer.body.list('errors').length).toBeGreaterThan(0);
});

test('an ordinary inquiry is accepted, then complete, and the same POST answers the same coverage', async () => {
  const first = await post('ORD1001');
  const complete = await ask('ORD1001');
  const again = await post('ORD1001');

  expect(first.status).toBe(202);
  expect(coverageOf(first).at('statusCode')).toBe('0');
  expect(complete.at('statusCode')).toBe('4');
  expect(again.status).toBe(200);
  expect(coverageOf(again).at('id')).toBe(coverageOf(first).at('id'));
  expect(coverageOf(again).at('plans', 0, 'benefits')).toBeUndefined();
});

test('the same inquiry asked twice counts as one transaction, and as two after DELETE', async () => {
  const count = async () => {
    const { body } = await client.send('GET', '/__requests?full=1');
    return body
      .list('availity', 'transactions')
      .find((row) => row.at('member_id') === 'COUNT77')
      ?.at('count');
  };
  const headers = await client.availityToken();

  const id = coverageOf(await post('count-77')).text('id');
  await post('count-77');
  const once = await count();
  const removed = await client.send('DELETE', `/availity/v1/coverages/${id}`, { headers });
  const gone = await client.send('GET', `/availity/v1/coverages/${id}`, { headers });
  await post('count-77');

  expect([once, removed.status, gone.status, await count()]).toEqual([1, 204, 404, 2]);
});

test('a stored coverage expires after a day of the sandbox clock', async () => {
  const own = await startSandbox({ answerDelayMs: 0 });
  const ownClient = clientOf(own);
  const first = await ownClient.send('POST', '/availity/v1/coverages', { form: formFor('DAY1'), headers: await ownClient.availityToken() });
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 86_401 } });

  const id = coverageOf(first).text('id');
  const late = await ownClient.send('GET', `/availity/v1/coverages/${id}`, { headers: await ownClient.availityToken() });
  await own.close();

  expect([first.status, late.status]).toEqual([200, 404]);
});

test('POST answers one coverage or a list, as asked for', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  const send = async (shape: string) => {
    await ownClient.send('POST', '/__settings', { json: { coverage_shape: shape } });
    return ownClient.send('POST', '/availity/v1/coverages', { form: formFor('SHAPE1'), headers: await ownClient.availityToken() });
  };

  const [list, single] = [await send('list'), await send('single')];
  await own.close();

  expect(list.body.list('coverages')).toHaveLength(1);
  expect(single.body.at('coverages')).toBeUndefined();
});

test.each([
  ['NOTFOUND1', '75'],
  ['badname1', '73'],
  ['BadDob1', '71'],
  ['NPI1', '51'],
])('%s is rejected by the payer with reason %s', async (memberId, code) => {
  const coverage = await ask(memberId);

  expect(coverage.at('statusCode')).toBe('19');
  expect(coverage.at('validationMessages', 0, 'code')).toBe(code);
});

test('INVALID is refused with field errors and stores nothing', async () => {
  const answer = await post('INVALID1');

  expect(answer.status).toBe(400);
  expect(answer.body.list('errors').map((error) => error.at('field'))).toContain('memberId');
});

test('DOWN ends in a communication error, and asking again asks the payer again', async () => {
  const first = await ask('DOWN1');
  const second = await ask('DOWN1');

  expect(['7', '13', '14']).toContain(first.at('statusCode'));
  expect(second.at('id')).not.toBe(first.at('id'));
});

test('FLAKY fails twice, then answers', async () => {
  const codes = [await ask('FLAKY1'), await ask('FLAKY1'), await ask('FLAKY1')].map((coverage) => coverage.at('statusCode'));

  expect(codes).toEqual(['14', '7', '4']);
});

test('NEVER stays in progress whatever time passes', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  const id = coverageOf(
    await ownClient.send('POST', '/availity/v1/coverages', { form: formFor('NEVER1'), headers: await ownClient.availityToken() }),
  ).text('id');
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 3600 } });

  const { body } = await ownClient.send('GET', `/availity/v1/coverages/${id}`, { headers: await ownClient.availityToken() });
  await own.close();

  expect(body.at('statusCode')).toBe('R1');
});

test('SLOW answers only after its time', async () => {
  const started = Date.now();

  const coverage = await ask('SLOW1');

  expect(coverage.at('statusCode')).toBe('4');
  expect(Date.now() - started).toBeGreaterThanOrEqual(110);
});

test('a payer in maintenance ends in status 15, a partly invalid one in 3', async () => {
  expect((await ask('ORD1', { payerId: 'HARBM' })).at('statusCode')).toBe('15');
  expect((await ask('ORD1', { payerId: 'CASCP' })).at('statusCode')).toBe('3');
});

test('the plan scenarios say what their names promise', async () => {
  const [inactive, grace, empty, carve, cob, mismatch, two, noLimit] = await Promise.all(
    ['INACTIVE1', 'GRACE1', 'EMPTY1', 'CARVE1', 'COB1', 'MISMATCH1', 'TWOPLANS1', 'NOLIMIT1'].map((memberId) => ask(memberId)),
  );

  expect(inactive?.at('plans', 0, 'statusCode')).toBe('6');
  expect(grace?.at('plans', 0, 'statusCode')).toBe('5');
  expect(empty?.list('plans')).toEqual([]);
  expect(JSON.stringify(carve?.value)).toContain('SABLE BEHAVIORAL PARTNERS');
  expect(cob?.at('plans', 0, 'additionalPayers', 0, 'primary')).toBe(true);
  expect(mismatch?.at('patient', 'lastName')).not.toBe('QUILL');
  expect(mismatch?.at('patient', 'updateYourRecords')).toBe(true);
  expect(two?.list('plans')).toHaveLength(2);
  expect(JSON.stringify(noLimit?.value)).toContain('"999999.99"');
});

test('a payer that takes one service type answers that one and the plan', async () => {
  const coverage = await ask('ORD1001', { payerId: 'ONEST', serviceType: 'MH' });
  const tooMany = await post('ORD1001', { payerId: 'ONEST', serviceType: ['MH', 'AI'] });

  expect(
    coverage
      .list('plans', 0, 'benefits')
      .map((benefit) => benefit.text('type'))
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['30', 'MH']);
  expect(tooMany.status).toBe(400);
});

test('every number is a text, percents are fractions, and no row of a huge plan is lost', async () => {
  const coverage = await ask('HUGE1');
  const plans = coverage.at('plans');

  expect(numbersIn(plans)).toBe(0);
  expect(/"amount":"\.\d+","units":"Percent"/.test(JSON.stringify(plans))).toBe(true);
  expect(rowCount(plans)).toBeGreaterThanOrEqual(500);
});

test('services that are not covered keep their empty rows', async () => {
  const coverage = await ask('HUGE1');

  const dental = coverage.list('plans', 0, 'benefits').find((benefit) => benefit.at('type') === '35');

  expect(dental?.at('nonCovered')).toEqual({ noNetwork: [{}] });
});
