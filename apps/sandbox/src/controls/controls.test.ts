import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { clientOf, type Client } from '../testing/client.ts';

const LIST = '/availity/v1/availity-payer-list?limit=1';
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 20 });
  client = clientOf(sandbox);
});
afterAll(() => sandbox.close());

async function order(fault: Record<string, unknown>): Promise<number> {
  return (await client.send('POST', '/__fault', { json: { vendor: 'availity', times: 1, ...fault } })).status;
}

async function listPayers(timeoutMs = 2000): Promise<Response> {
  const headers = await client.availityToken();
  return fetch(`http://127.0.0.1:${sandbox.port}${LIST}`, { headers, signal: AbortSignal.timeout(timeoutMs) });
}

test.each([
  ['429', 429],
  ['401', 401],
  ['404', 404],
  ['500', 500],
  ['502', 502],
  ['503', 503],
])('fault %s answers with that status, once', async (kind, status) => {
  await order({ kind, path: '/availity/v1/availity-payer-list' });

  expect([(await listPayers()).status, (await listPayers()).status]).toEqual([status, 200]);
});

test('a fault can name the seconds to wait', async () => {
  await order({ kind: '429', path: '/availity/v1/availity-payer-list', retry_after: 90 });

  expect((await listPayers()).headers.get('retry-after')).toBe('90');
});

test('a vendor’s error body can come with status 200', async () => {
  await order({ kind: 'error-body', path: '/availity/v1/availity-payer-list' });

  const response = await listPayers();

  expect([response.status, await response.json()]).toMatchObject([200, { statusCode: 500, userMessage: expect.any(String) }]);
});

test('a fault hits as many requests as ordered, and only the path it names', async () => {
  await order({ kind: '502', times: 2, path: '/payer-list$/' });

  const statuses = [(await listPayers()).status, (await listPayers()).status, (await listPayers()).status];

  expect(statuses).toEqual([502, 502, 200]);
});

test('a fault can strike each third request until it has struck often enough', async () => {
  await order({ kind: '502', times: 2, every: 3, path: '/availity/v1/availity-payer-list' });

  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await listPayers()).status);

  expect(statuses).toEqual([200, 200, 502, 200, 200, 502, 200]);
});

test('a fault can wait for a text in the body', async () => {
  await order({ kind: '500', path: '/availity/v1/token', body: 'scope=rcm-coverages' });
  const form = { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'sandbox' };

  const other = await client.send('POST', '/availity/v1/token', { form: { ...form, scope: 'hipaa' } });
  const meant = await client.send('POST', '/availity/v1/token', { form: { ...form, scope: 'rcm-coverages' } });

  expect([other.status, meant.status]).toEqual([200, 500]);
});

test.each(['reset', 'truncated', 'lost'])('fault %s breaks the answer off', async (kind) => {
  await order({ kind, path: '/availity/v1/availity-payer-list' });

  await expect(listPayers().then((response) => response.text())).rejects.toThrow(/fetch failed|terminated/);
});

test.each(['hang', 'late-hang'])('fault %s never answers', async (kind) => {
  await order({ kind, path: '/availity/v1/availity-payer-list' });

  await expect(listPayers(200)).rejects.toThrow('timeout');
});

test('a slow drip sends its first bytes and takes its time for the rest', async () => {
  await order({ kind: 'slow-drip', path: '/availity/v1/availity-payer-list' });

  const response = await listPayers(1500);

  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('timeout');
});

test('wrong JSON, malformed JSON and a page in its place come with status 200', async () => {
  const texts: string[] = [];
  for (const kind of ['wrong-json', 'malformed', 'wrong-type']) {
    await order({ kind, path: '/availity/v1/availity-payer-list' });
    texts.push(await (await listPayers()).text());
  }

  expect(JSON.parse(texts[0] ?? '')).toHaveProperty('unexpected');
  expect(() => JSON.parse(texts[1] ?? '')).toThrow('JSON');
  expect(texts[2]).toContain('<!doctype html>');
});

test.each(['huge', 'late-huge'])('the answer of fault %s is about twenty megabytes', async (kind) => {
  await order({ kind, path: '/availity/v1/availity-payer-list' });

  const bytes = (await (await listPayers(8000)).arrayBuffer()).byteLength;

  expect(bytes).toBeGreaterThan(19_000_000);
});

test('a lost answer was worked on: the transaction counts', async () => {
  const headers = await client.availityToken();
  const form = {
    payerId: 'COPPR',
    providerNpi: '1234567893',
    asOfDate: new Date().toISOString().slice(0, 10),
    serviceType: '30',
    memberId: 'LOST1',
    patientBirthDate: '1990-01-31',
    patientLastName: 'Quill',
    patientFirstName: 'Nora',
  };
  await order({ kind: 'lost', path: '/availity/v1/coverages' });

  await expect(client.send('POST', '/availity/v1/coverages', { form, headers })).rejects.toThrow('fetch failed');
  const again = await client.send('POST', '/availity/v1/coverages', { form, headers });
  const { body } = await client.send('GET', '/__requests?full=1');

  expect([200, 202]).toContain(again.status);
  expect(
    body
      .list('availity', 'transactions')
      .find((row) => row.at('member_id') === 'LOST1')
      ?.at('count'),
  ).toBe(1);
});

test('the journal tells patient values only when asked for them', async () => {
  const form = { payerId: 'COPPR', memberId: 'SECRET99', patientLastName: 'Zwetschgenmus' };
  await client.send('POST', '/availity/v1/coverages', { form, headers: await client.availityToken() });

  const brief = await client.send('GET', '/__requests');
  const full = await client.send('GET', '/__requests?full=1');

  expect(JSON.stringify(brief.body.value)).not.toMatch(/SECRET99|Zwetschgenmus/);
  expect(JSON.stringify(full.body.value)).toContain('Zwetschgenmus');
  expect(brief.body.list('availity', 'refused').some((entry) => entry.text('refused').includes('serviceType'))).toBe(true);
});

test('switches refuse what they do not know', async () => {
  const statuses = await Promise.all([
    client.send('POST', '/__fault', { json: { vendor: 'nobody', kind: 'hang' } }),
    client.send('POST', '/__fault', { json: { vendor: 'availity', kind: 'tickle' } }),
    client.send('POST', '/__fault', { json: { vendor: 'stripe', kind: '500', every: 0 } }),
    client.send('POST', '/__clock', { json: { advance_seconds: -1 } }),
    client.send('POST', '/__webhooks', { json: { mode: 'sometimes' } }),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

test('the webhook mode and address are passed on', async () => {
  const { status, body } = await client.send('POST', '/__webhooks', { json: { mode: 'shuffle', url: 'http://127.0.0.1:9/hook' } });

  expect([status, body.at('mode'), body.at('url')]).toEqual([200, 'shuffle', 'http://127.0.0.1:9/hook']);
});

test('the payment vendor is journaled and takes faults like the others', async () => {
  const keyless = await client.send('GET', '/v1/customers');
  await client.send('POST', '/__fault', { json: { vendor: 'stripe', kind: '500', path: '/v1/customers' } });
  const failed = await client.send('GET', '/v1/customers', { headers: { authorization: 'Bearer sk_test_sandbox' } });
  const { body } = await client.send('GET', '/__requests');

  expect([keyless.status, failed.status]).toEqual([401, 500]);
  expect(body.list('stripe', 'requests').map((entry) => [entry.at('path'), entry.at('status'), entry.at('fault')])).toEqual([
    ['/v1/customers', 401, null],
    ['/v1/customers', 500, '500'],
  ]);
});

test('three thousand payers are there on request, each with its own id', async () => {
  const own = await startSandbox({ payerCount: 3000 });
  const ownClient = clientOf(own);
  const { body } = await ownClient.send('GET', '/pverify/API/GetAllPayers', { headers: await ownClient.pverifyToken() });
  const page = await ownClient.send('GET', LIST, { headers: await ownClient.availityToken() });
  await own.close();

  const codes = body.list().map((row) => row.at('payerCode'));
  expect(new Set(codes).size).toBe(codes.length);
  expect(Number(page.body.text('totalCount'))).toBeGreaterThan(2000);
});
