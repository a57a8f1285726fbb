import { afterEach, expect, test } from 'vitest';
import type { ListedPayer } from '#ports/clearinghouse.ts';
import { QUESTION } from '../../../ports/clearinghouse.port-test.ts';
import { startStubVendor } from '../stub-vendor.port-test.ts';
import type { StubReply, StubRequest, StubVendor } from '../stub-vendor.port-test.ts';
import { availityForm } from './availity-form.ts';
import { createAvaility } from './availity.adapter.ts';

const servers: StubVendor[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const TOKEN: StubReply = { status: 200, body: { access_token: 'abc', expires_in: '300' } };

async function against(handle: (request: StubRequest) => StubReply, waits: number[] = [], token = TOKEN) {
  const server = await startStubVendor((request) => {
    if (request.path.endsWith('/token')) return token;
    return handle(request);
  });
  servers.push(server);
  const availity = createAvaility({
    baseUrl: `${server.url}/availity/v1/`,
    tokenUrl: `${server.url}/v1/token`,
    clientId: 'id',
    clientSecret: 'secret',
    scope: 'healthcare-hipaa-transactions healthcare-hipaa-transactions-demo',
    now: () => new Date(),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => 0.5,
    timeoutMs: 1000,
  });
  return { server, availity, options: { signal: new AbortController().signal } };
}

async function askBody(status: number, body: unknown) {
  const { availity, options } = await against(() => ({ status, body }));
  return availity.ask(QUESTION, options);
}

test('the question is a form of published parameters that the payer takes, with a bearer token and plain days', async () => {
  const { availity, server, options } = await against(() => ({ status: 202, body: { id: '5', statusCode: '0' } }));
  await availity.ask({ ...QUESTION, serviceTypes: ['MH', '30'], asOfDate: '2026-01-31', ssn: '900112233', groupNumber: ' G1 ' }, options);
  const [token, ask] = server.requests;
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'id',
    client_secret: 'secret',
    scope: 'healthcare-hipaa-transactions healthcare-hipaa-transactions-demo',
  });
  expect(ask).toMatchObject({ method: 'POST', path: '/availity/v1/coverages' });
  expect(ask?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    authorization: 'Bearer abc',
  });
  expect([...new URLSearchParams(ask?.body)]).toEqual([
    ['payerId', 'P100'],
    ['providerNpi', '1234567893'],
    ['providerLastName', 'Harbor Recovery Center'],
    ['asOfDate', '2026-01-31'],
    ['memberId', 'ZQX482910'],
    ['patientLastName', 'Quackenbush'],
    ['patientFirstName', 'Ottoline'],
    ['patientBirthDate', '1984-07-19'],
    ['subscriberRelationship', '18'],
    ['serviceType', 'MH'],
    ['serviceType', '30'],
  ]);
});

test('a provider’s name is sent in the characters Availity takes', () => {
  const provider = { ...QUESTION.provider, name: `  Clínica <Ñandú> & Söhne ${'x'.repeat(80)}` };
  const sent = availityForm({ ...QUESTION, provider }).get('providerLastName');
  expect(sent).toMatch(/^Clinica Nandu & Sohne x+$/);
  expect(sent).toHaveLength(60);
});

test.each([
  ['0', 'pending'],
  ['R1', 'pending'],
  ['7', 'no-answer'],
  ['13', 'no-answer'],
  ['14', 'no-answer'],
  ['15', 'no-answer'],
  ['19', 'rejected'],
  ['88', 'rejected'],
])('status code %s is %s, whatever the HTTP status', async (statusCode, kind) => {
  expect(await askBody(200, { id: '5', statusCode })).toMatchObject({ kind });
});

test('a status code sent as a number and an unknown one with HTTP 202 are understood', async () => {
  expect(await askBody(200, { id: 5, statusCode: 0 })).toEqual({ kind: 'pending', requestId: '5' });
  expect(await askBody(202, { id: '5', statusCode: 'Q9' })).toEqual({ kind: 'pending', requestId: '5' });
});

test('an unknown status code is an error with the words of the status; without either nothing is known', async () => {
  expect(await askBody(200, { id: '5', statusCode: '88', status: 'Payer Offboarded' })).toMatchObject({
    kind: 'rejected',
    requestId: '5',
    errors: { payer_88: 'Payer Offboarded' },
  });
  expect(await askBody(200, { id: '5' })).toMatchObject({ kind: 'uncertain' });
});

test('both shapes of the answer to a question are read, of several stored ones the newest', async () => {
  const coverages = [
    { id: '1', statusCode: '4', createdDate: '2026-02-01T10:00:00.000+0000' },
    { id: '2', statusCode: '0', createdDate: '2026-03-01T10:00:00.000+0000' },
  ];
  expect(await askBody(200, { totalCount: 2, coverages })).toEqual({ kind: 'pending', requestId: '2' });
  expect(await askBody(200, { totalCount: 0, coverages: [] })).toMatchObject({ kind: 'uncertain' });
});

test('benefits come from the coverage by its id, also where part of the payer’s answer was invalid', async () => {
  const { availity, options } = await against((request) => {
    const head = { id: 'a/b', statusCode: '3', status: 'Complete (Invalid Response)' };
    if (request.method === 'POST') return { status: 200, body: { coverages: [head] } };
    return request.path.endsWith('/coverages/a%2Fb') ? { status: 200, body: { ...head, plans: [{ statusCode: '1' }] } } : { status: 404 };
  });
  expect(await availity.ask(QUESTION, options)).toMatchObject({
    kind: 'answered',
    requestId: 'a/b',
    answer: { plans: [{ status: { code: '1' } }], notices: [{ kind: 'partly-invalid' }] },
  });
});

test('a complete answer whose benefits cannot be fetched now is still known by its id', async () => {
  const { availity, options } = await against((request) =>
    request.method === 'POST' ? { status: 200, body: { id: '9', statusCode: '4' } } : { status: 503 },
  );
  expect(await availity.ask(QUESTION, options)).toEqual({ kind: 'pending', requestId: '9' });
});

test('a payer’s validation messages become the keys staff look for', async () => {
  const validationMessages = [
    { code: '72', errorMessage: 'Invalid/Missing Subscriber/Insured ID' },
    { field: 'patientBirthDate', errorMessage: 'Patient Birth Date Does Not Match That for the Patient on the Database' },
    { errorMessage: 'Provider Not on File' },
    { code: '79', errorMessage: 'Invalid Participant Identification' },
    { errorMessage: 'Subscriber/Insured Not Found (75)' },
    { field: 'serviceType[]', errorMessage: 'Choose another.' },
    { field: 'memberId', errorMessage: 'Check the card.' },
    { code: '71', errorMessage: 'That day is not the one we have' },
    { errorMessage: 'Something new' },
  ];
  expect(await askBody(200, { id: '5', statusCode: '19', validationMessages })).toMatchObject({
    kind: 'rejected',
    errors: {
      memberId: 'Invalid/Missing Subscriber/Insured ID Check the card.',
      patientBirthDate: 'Patient Birth Date Does Not Match That for the Patient on the Database That day is not the one we have (AAA 71)',
      provider_51: 'Provider Not on File',
      payer_79: 'Invalid Participant Identification',
      subscriber_75: 'Subscriber/Insured Not Found (75)',
      serviceType: 'Choose another.',
      subscriber_unknown: 'Something new',
    },
  });
});

test('a member id that comes with a rejection is told, unless it is the one that was sent', async () => {
  const validationMessages = [{ code: '51', errorMessage: 'Provider Not on File' }];
  const refused = (memberId: string) => askBody(200, { id: '5', statusCode: '19', validationMessages, subscriber: { memberId } });
  expect(await refused('NEW-77')).toMatchObject({ errors: { provider_51: 'Provider Not on File The payer names the member ID NEW-77.' } });
  expect(await refused(QUESTION.memberId ?? '')).toMatchObject({ errors: { provider_51: 'Provider Not on File' } });
});

test('a payer that could not respond has not rejected the patient', async () => {
  const validationMessages = [{ errorMessage: 'Unable to Respond at Current Time' }];
  expect(await askBody(200, { id: '5', statusCode: '19', validationMessages })).toMatchObject({ kind: 'no-answer', requestId: '5' });
});

test('a refused request carries the sentences and the words by form field', async () => {
  const errors = [
    { field: 'serviceType', errorMessage: 'Please choose a service.' },
    { field: 'memberId', errorMessage: 'Use letters and digits.' },
    { errorMessage: 'No field named.' },
  ];
  const body = { userMessage: 'The request is not valid.', developerMessage: 'Look at the form.', reasonCode: 0, statusCode: 400, errors };
  expect(await askBody(400, body)).toMatchObject({
    kind: 'refused',
    errors: {
      Message: ['The request is not valid.', 'No field named.'],
      ErrorDescription: ['Look at the form.'],
      serviceType: ['Please choose a service.'],
      memberId: ['Use letters and digits.'],
    },
  });
});

test('too many requests are waited for as long as asked, within reason', async () => {
  const waits: number[] = [];
  let calls = 0;
  const { availity, options } = await against(() => {
    calls += 1;
    return calls === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { status: 202, body: { id: '5', statusCode: '0' } };
  }, waits);
  expect((await availity.ask(QUESTION, options)).kind).toBe('pending');
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(2000);
  expect(waits[0]).toBeLessThan(3000);
});

test('a moment to come back at is understood like seconds', async () => {
  const headers = { date: 'Sun, 22 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 10:05:00 GMT' };
  const { availity, options } = await against(() => ({ status: 429, headers }));
  expect(await availity.ask(QUESTION, options)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 300 });
});

test('a broken gateway that asks to be left alone is, and what is in doubt stays so', async () => {
  const { availity, options, server } = await against(() => ({ status: 503, headers: { 'retry-after': '120' } }));
  expect(await availity.ask(QUESTION, options)).toMatchObject({ kind: 'uncertain', retryAfterSeconds: 120 });
  expect(server.requests.filter((request) => request.path.endsWith('coverages'))).toHaveLength(1);
});

const ERROR_BODY = { userMessage: 'There was a problem processing the request.', developerMessage: 'x', reasonCode: 0, errors: [] };

test.each([
  [500, 'uncertain'],
  [503, 'uncertain'],
  [400, 'refused'],
  [401, 'unavailable'],
  [429, 'unavailable'],
])('an error body of %i in a reply of status 200 counts as that status', async (statusCode, kind) => {
  expect(await askBody(200, { ...ERROR_BODY, statusCode })).toMatchObject({ kind });
});

test('an error body in place of a coverage says nothing about the payer, and one of 404 that it is gone', async () => {
  let statusCode = 500;
  const { availity, options } = await against(() => ({ status: 200, body: { ...ERROR_BODY, statusCode } }));
  expect(await availity.fetch('5', QUESTION, options)).toMatchObject({ kind: 'uncertain' });
  expect(await availity.withdraw('5', options)).toBe(false);
  statusCode = 404;
  expect(await availity.fetch('5', QUESTION, options)).toEqual({ kind: 'gone' });
});

test('a daily quota is not waited for', async () => {
  const waits: number[] = [];
  const { availity, options } = await against(() => ({ status: 429, headers: { 'retry-after': '86400' } }), waits);
  expect(await availity.ask(QUESTION, options)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 86_400 });
  expect(waits).toEqual([]);
});

test('a token service that asks to be left alone is, and nothing is sent meanwhile', async () => {
  const waits: number[] = [];
  const busy = { status: 503, headers: { 'retry-after': '120' } };
  const { availity, options, server } = await against(() => ({ status: 500 }), waits, busy);
  expect(await availity.ask(QUESTION, options)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 120 });
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/token']);
  expect(waits).toEqual([]);
});

test('a broken gateway is tried three times at most, with growing waits', async () => {
  const waits: number[] = [];
  const { availity, options, server } = await against(() => ({ status: 503 }), waits);
  expect((await availity.ask(QUESTION, options)).kind).toBe('uncertain');
  expect(server.requests.filter((request) => request.method === 'POST' && request.path.endsWith('coverages'))).toHaveLength(3);
  expect(waits).toEqual([300, 600]);
});

test('a failure kept from an earlier attempt is deleted and the question asked once more', async () => {
  let isKept = true;
  const { availity, options, server } = await against((request) => {
    if (request.method === 'DELETE') {
      isKept = false;
      return { status: 204 };
    }
    const createdDate = new Date(Date.now() - 120_000).toISOString().replace('Z', '+0000');
    return isKept ? { status: 200, body: { id: '7', statusCode: '14', createdDate } } : { status: 202, body: { id: '8', statusCode: '0' } };
  });
  expect(await availity.ask(QUESTION, options)).toEqual({ kind: 'pending', requestId: '8' });
  expect(server.requests.map((request) => request.method)).toEqual(['POST', 'POST', 'DELETE', 'POST']);
});

test('a failure of this very moment is not asked again by itself', async () => {
  const { availity, options, server } = await against(() => ({
    status: 200,
    body: { id: '7', statusCode: '14', createdDate: new Date().toISOString().replace('Z', '+0000') },
  }));
  expect((await availity.ask(QUESTION, options)).kind).toBe('no-answer');
  expect(server.requests.map((request) => request.method)).toEqual(['POST', 'POST']);
});

test('withdrawing deletes the stored request; one already gone counts as withdrawn', async () => {
  const { availity, options, server } = await against((request) => ({ status: request.path.endsWith('/7') ? 204 : 404 }));
  expect(await availity.withdraw('7', options)).toBe(true);
  expect(await availity.withdraw('8', options)).toBe(true);
  expect(server.requests.at(-1)?.method).toBe('DELETE');
});

async function payersOf(handle: (request: StubRequest) => StubReply): Promise<ListedPayer[]> {
  const { availity, options } = await against(handle);
  const payers: ListedPayer[] = [];
  for await (const page of availity.listPayers(options)) payers.push(...page);
  return payers;
}

test('3,000 payers are read page by page, each once', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => ({ payerId: `P${index}`, displayName: `Payer ${index}` }));
  const seen: string[] = [];
  const payers = await payersOf((request) => {
    seen.push(request.query.toString());
    const [offset, limit] = [Number(request.query.get('offset')), Number(request.query.get('limit'))];
    return { status: 200, body: { totalCount: 3000, offset, limit, payers: rows.slice(offset, offset + limit) } };
  });
  expect(payers).toHaveLength(3000);
  expect(new Set(payers.map((payer) => payer.code)).size).toBe(3000);
  expect(seen).toHaveLength(60);
  expect(seen[0]).toBe('transactionType=270&submissionMode=API&limit=50&offset=0');
});

test.each([
  ['has an empty page', () => []],
  ['has the first page again', (rows: unknown[]) => rows.slice(0, 50)],
  ['is not there any more', () => null],
])('a payer list that %s before its own total is reached is a failure of the source, not the whole list', async (_, second) => {
  const rows = Array.from({ length: 120 }, (__, index) => ({ payerId: `P${index}`, displayName: `Payer ${index}` }));
  const cut = payersOf((request) => {
    const payers = request.query.get('offset') === '0' ? rows.slice(0, 50) : second(rows);
    return payers === null ? { status: 404 } : { status: 200, body: { totalCount: rows.length, payers } };
  });
  await expect(cut).rejects.toThrow('The list ends after 50 of 120.');
});

test('a bare list is one page, even where the server does not page', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ payerId: `P${index}`, name: `Payer ${index}` }));
  expect(await payersOf(() => ({ status: 200, body: rows }))).toHaveLength(50);
});

test('a payer can be asked where one of its routes for eligibility is open', async () => {
  const route = { transactionDescription: 'Eligibility and Benefits Inquiry', submissionMode: 'API' };
  const payers = await payersOf(() => ({
    status: 200,
    body: [
      {
        payerId: 'A',
        name: 'A',
        processingRoutes: [
          { ...route, availability: false },
          { ...route, availability: true },
        ],
      },
      { payerId: 'B', name: 'B', processingRoutes: { ...route, availability: 'contract required' } },
      { payerId: 'C', name: 'C', processingRoutes: [{ transactionDescription: 'Professional Claims', availability: true }] },
      { payerId: 'D', shortName: 'D_SHORT', processingRoutes: 'odd' },
      { name: 'no id' },
    ],
  }));
  expect(payers.map(({ code, isAvailable }) => [code, isAvailable])).toEqual([
    ['A', true],
    ['B', false],
    ['C', false],
    ['D', true],
  ]);
  expect(payers[3]?.name).toBe('D_SHORT');
});

test('the configuration of one payer and those of all are read, abbreviated ones left out', async () => {
  const elements = { memberId: { type: 'Text', label: 'Member ID', allowed: true } };
  const { availity, options, server } = await against((request) => {
    const payerId = request.query.get('payerId');
    const all = [
      { type: '270', payerId: 'A', elements },
      { type: '270', payerId: 'B' },
      { type: '278', payerId: 'C', elements },
    ];
    const configurations = all.filter((item) => payerId === null || item.payerId === payerId);
    return { status: 200, body: { totalCount: configurations.length, configurations } };
  });
  expect((await availity.fetchSchema('A', options))?.fields).toMatchObject([{ name: 'memberId' }]);
  expect(server.requests.at(-1)?.query.toString()).toBe('type=270&payerId=A');
  expect(await availity.fetchSchema('B', options)).toBeNull();
  const codes: string[] = [];
  for await (const page of availity.listSchemas?.(options) ?? []) codes.push(...page.map((item) => item.payerCode));
  expect(codes).toEqual(['A']);
});
