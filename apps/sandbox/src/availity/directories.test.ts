import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { clientOf, type Client } from '../testing/client.ts';

const PAYER = 'COPPR';
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = clientOf(sandbox);
});
afterAll(() => sandbox.close());

test('a token request with a wrong secret or an unknown scope is refused in OAuth form', async () => {
  const form = { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'sandbox', scope: 'hipaa' };

  const wrongSecret = await client.send('POST', '/availity/v1/token', { form: { ...form, client_secret: 'other' } });
  const wrongScope = await client.send('POST', '/availity/v1/token', { form: { ...form, scope: 'everything' } });
  const right = await client.send('POST', '/availity/v1/token', { form });

  expect([wrongSecret.status, wrongSecret.body.at('error')]).toEqual([401, 'invalid_client']);
  expect([wrongScope.status, wrongScope.body.at('error')]).toEqual([400, 'invalid_scope']);
  expect([right.status, right.body.at('expires_in')]).toEqual([200, 300]);
});

test('a call without a known token is refused', async () => {
  const none = await client.send('GET', '/availity/v1/availity-payer-list');
  const unknown = await client.send('GET', '/availity/v1/availity-payer-list', { headers: { authorization: 'Bearer nothing' } });

  expect([none.status, unknown.status]).toEqual([401, 401]);
  expect(none.body.at('statusCode')).toBe(401);
});

test('a token expires after five minutes of the sandbox clock', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  const headers = await ownClient.availityToken();

  const before = await ownClient.send('GET', '/availity/v1/availity-payer-list?limit=1', { headers });
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 301 } });
  const after = await ownClient.send('GET', '/availity/v1/availity-payer-list?limit=1', { headers });
  await own.close();

  expect([before.status, after.status]).toEqual([200, 401]);
});

test('the payer list is paged and holds at least sixty payers', async () => {
  const headers = await client.availityToken();

  const first = await client.send('GET', '/availity/v1/availity-payer-list?transactionType=270&submissionMode=API&limit=50', { headers });
  const second = await client.send('GET', '/availity/v1/availity-payer-list?transactionType=270&submissionMode=API&offset=50&limit=50', {
    headers,
  });
  const tooMany = await client.send('GET', '/availity/v1/availity-payer-list?limit=51', { headers });

  const ids = [...first.body.list('payers'), ...second.body.list('payers')].map((payer) => payer.text('payerId'));
  expect(first.body.list('payers')).toHaveLength(50);
  expect(new Set(ids).size).toBe(Number(first.body.text('totalCount')));
  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(tooMany.status).toBe(400);
});

test('the payer list can be the bare array of the published description', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  await ownClient.send('POST', '/__settings', { json: { payer_list_shape: 'array' } });

  const { body } = await ownClient.send('GET', '/availity/v1/availity-payer-list', { headers: await ownClient.availityToken() });
  await own.close();

  expect(Array.isArray(body.value)).toBe(true);
});

test('one payer has its whole configuration, several come abbreviated', async () => {
  const headers = await client.availityToken();

  const one = await client.send('GET', `/availity/v1/configurations?type=270&payerId=${PAYER}`, { headers });
  const all = await client.send('GET', '/availity/v1/configurations?type=270&limit=5', { headers });
  const none = await client.send('GET', '/availity/v1/configurations?type=270&payerId=NOCFG', { headers });

  expect(one.body.at('configurations', 0, 'elements', 'memberId', 'type')).toBe('Text');
  expect(one.body.at('configurations', 0, 'elements', 'placeOfService', 'type')).toBe('Unsupported');
  expect(one.body.list('configurations', 0, 'requiredFieldCombinations', 'patient').length).toBeGreaterThan(0);
  expect(all.body.list('configurations')).toHaveLength(5);
  expect(all.body.at('configurations', 0, 'elements')).toBeUndefined();
  expect(none.body.list('configurations')).toHaveLength(0);
});

test('some payers send patterns that JavaScript cannot compile', async () => {
  const headers = await client.availityToken();
  const { body } = await client.send('GET', '/availity/v1/availity-payer-list?limit=50', { headers });
  const patterns = await Promise.all(
    body
      .list('payers')
      .slice(0, 20)
      .map(async (payer) => {
        const answer = await client.send('GET', `/availity/v1/configurations?type=270&payerId=${payer.text('payerId')}`, { headers });
        return answer.body.text('configurations', 0, 'elements', 'memberId', 'pattern');
      }),
  );

  const failing = patterns.filter((pattern) => {
    try {
      return !new RegExp(pattern);
    } catch {
      return true;
    }
  });

  expect(failing.length).toBeGreaterThan(0);
  expect(failing.length).toBeLessThan(patterns.length);
});
