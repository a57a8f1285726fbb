import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { clientOf, type Answer, type Client, type Json } from '../testing/client.ts';

const refusals: string[] = [];
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 20, printLine: (line) => refusals.push(line) });
  client = clientOf(sandbox);
});
afterAll(() => sandbox.close());

function inquiryFor(memberId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    payerCode: '00703',
    provider: { lastName: 'Quill Recovery', npi: '1234567893' },
    subscriber: { firstName: 'Nora', lastName: 'Quill', dob: '01/31/1990', memberID: memberId },
    dependent: null,
    isSubscriberPatient: 'True',
    doS_StartDate: '11/21/2026',
    doS_EndDate: '11/21/2026',
    PracticeTypeCode: '64',
    ...more,
  };
}

async function ask(memberId: string, more: Record<string, unknown> = {}, from: Client = client): Promise<Answer> {
  return from.send('POST', '/pverify/API/EligibilitySummary', { json: inquiryFor(memberId, more), headers: await from.pverifyToken() });
}

async function read(requestId: string, from: Client = client): Promise<Json> {
  return (await from.send('GET', `/pverify/API/GetEligibilitySummary/${requestId}`, { headers: await from.pverifyToken() })).body;
}

test('a call without token or without the client id header is refused', async () => {
  const { authorization = '' } = await client.pverifyToken();

  const without = await client.send('GET', '/pverify/API/GetAllPayers');
  const headerless = await client.send('GET', '/pverify/API/GetAllPayers', { headers: { authorization } });

  expect([without.status, headerless.status]).toEqual([401, 401]);
  expect(without.body.at('message')).toBe('Authorization has been denied for this request.');
});

test('the payer list holds electronic, back-office, inactive and dental rows in camel case', async () => {
  const { body } = await client.send('GET', '/pverify/api/GetAllPayers', { headers: await client.pverifyToken() });
  const rows = body.list();

  expect(rows.some((row) => row.at('isEDIPayer') === false && row.text('payerCode').startsWith('BO'))).toBe(true);
  expect(rows.some((row) => row.at('isActive') === false)).toBe(true);
  expect(rows.some((row) => row.at('isSupportingEligibility') === false)).toBe(true);
  expect(rows.some((row) => row.text('payerName').endsWith(' '))).toBe(true);
});

test('an ordinary inquiry is processed with service details in both networks', async () => {
  const { status, body } = await ask('ORD1001');

  expect([status, body.at('APIResponseCode'), body.at('APIResponseMessage'), body.at('ProcessedWithError')]).toEqual([
    200,
    '0',
    'Processed',
    false,
  ]);
  expect(body.at('PlanCoverageSummary', 'Status')).toBe('Active');
  expect(body.list('ServiceDetails').map((service) => service.at('ServiceName'))).toContain('Mental Health');
  expect(body.text('HBPC_Deductible_OOP_Summary', 'IndividualOOP_InNet', 'Value')).toMatch(/^\$\d+\.\d\d$/);
  expect(body.at('MentalHealthSummary')).toBeTruthy();
});

test('both vendors tell the same plan for the same member', async () => {
  const { body } = await ask('SAME55');
  const form = {
    payerId: 'COPPR',
    providerNpi: '1234567893',
    asOfDate: new Date().toISOString().slice(0, 10),
    serviceType: '30',
    memberId: 'SAME55',
    patientBirthDate: '1990-01-31',
    patientLastName: 'Quill',
    patientFirstName: 'Nora',
  };
  const headers = await client.availityToken();
  await client.send('POST', '/availity/v1/coverages', { form, headers });
  await client.send('POST', '/__clock', { json: { advance_seconds: 1 } });
  const other = await client.send('POST', '/availity/v1/coverages', { form, headers });
  const coverage = other.body.list('coverages')[0] ?? other.body;

  expect(coverage.at('plans', 0, 'groupNumber')).toBe(body.at('PlanCoverageSummary', 'GroupNumber'));
});

test('names are read in any case and unknown ones are ignored', async () => {
  const { body } = await ask('', {
    SUBSCRIBER: { FirstName: 'Nora', LastName: 'Quill', DOB: '01/31/1990', MemberId: 'ORD1001' },
    subscriber: undefined,
    isSubscriberPatient: true,
    somethingNew: 1,
  });

  expect(body.at('APIResponseCode')).toBe('0');
});

test('every POST is a new transaction', async () => {
  const ids = [(await ask('COUNT1')).body.at('RequestID'), (await ask('COUNT1')).body.at('RequestID')];
  const { body } = await client.send('GET', '/__requests?full=1');

  expect(new Set(ids).size).toBe(2);
  expect(
    body
      .list('pverify', 'transactions')
      .find((row) => row.at('member_id') === 'COUNT1')
      ?.at('count'),
  ).toBe(2);
});

test('a payer rejection looks processed, carries markup, and holds no plan', async () => {
  const { body } = await ask('BADNAME1');

  expect([body.at('APIResponseCode'), body.at('ProcessedWithError'), body.at('ErrorCode')]).toEqual(['0', true, '73']);
  expect(body.text('EDIErrorMessage')).toContain('<strong>');
  expect([body.at('ServiceDetails'), body.at('PlanCoverageSummary')]).toEqual([null, null]);
});

test.each([
  ['NOTFOUND1', '75'],
  ['BADDOB1', '71'],
  ['NPI1', '51'],
])('%s is rejected with code %s', async (memberId, code) => {
  expect((await ask(memberId)).body.at('ErrorCode')).toBe(code);
});

test('too little information is refused with the search criteria in a message', async () => {
  const invalid = await ask('INVALID1');
  const nameless = await ask('ORD1001', { subscriber: { memberID: 'ORD1001' } });

  expect(invalid.status).toBe(400);
  expect(invalid.body.text('message')).toContain('Allowed Search Criteria');
  expect(nameless.body.at('APIResponseCode')).toBeUndefined();
});

test('an unknown payer, a bad date and a dental payer are refused', async () => {
  const answers = await Promise.all([
    ask('ORD1001', { payerCode: '99999' }),
    ask('ORD1001', { doS_StartDate: '2026-11-21' }),
    ask('ORD1001', { payerCode: 'DE301' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(refusals.some((line) => line.includes('Payer is invalid'))).toBe(true);
});

test('FLAKY cannot reach the payer twice, then answers', async () => {
  const messages = [];
  for (let i = 0; i < 3; i += 1) messages.push((await ask('FLAKY1')).body.at('APIResponseMessage'));

  expect(messages).toEqual(['Error occurred while connecting to carrier', 'Error occurred while connecting to carrier', 'Processed']);
});

test('DOWN never reaches the payer', async () => {
  const { body } = await ask('DOWN1');

  expect(body.at('ProcessedWithError')).toBe(true);
  expect(body.at('ServiceDetails')).toBeNull();
});

test('SLOW holds the caller, and is in the pending list meanwhile', async () => {
  const own = await startSandbox({ slowAnswerMs: 60_000 });
  const ownClient = clientOf(own);
  const headers = await ownClient.pverifyToken();
  const slow = ask('SLOW1', {}, ownClient);
  let pending: Json[] = [];
  while (pending.length === 0) {
    pending = (await ownClient.send('GET', '/pverify/API/GetPendingInquiries?DOS=11-21-2026', { headers })).body.list();
  }
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 60 } });

  const { body } = await slow;
  await own.close();

  expect(pending.map((row) => row.at('MemberId'))).toEqual(['SLOW1']);
  expect(body.at('APIResponseMessage')).toBe('Processed');
});

test('a back-office payer answers after hours of the sandbox clock', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  const { body: posted } = await ask('ORD1001', { payerCode: 'BO10101' }, ownClient);
  const headers = await ownClient.pverifyToken();
  const pending = await ownClient.send('GET', '/pverify/API/GetPendingInquiries?DOS=11-21-2026', { headers });
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 60 } });
  const early = await read(posted.text('RequestID'), ownClient);
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 12 * 3600 } });
  const late = await read(posted.text('RequestID'), ownClient);
  await own.close();

  expect([posted.at('APIResponseCode'), posted.at('IsPayerBackOffice')]).toEqual(['3', true]);
  expect(pending.body.at(0, 'TransactionId')).toBe(posted.text('RequestID'));
  expect(pending.body.at(0, 'IsDependentVerification')).toBe('False');
  expect([early.at('APIResponseCode'), late.at('APIResponseCode')]).toEqual(['3', '0']);
});

test('a cancelled transaction is no longer pending and never answered', async () => {
  const { body: posted } = await ask('NEVER1');
  const headers = await client.pverifyToken();

  const cancelled = await client.send('POST', '/pverify/API/CancelTransaction', {
    json: { transactionId: posted.at('RequestID') },
    headers,
  });
  const again = await read(posted.text('RequestID'));

  expect(cancelled.body.at('IsCancelled')).toBe('True');
  expect(again.at('APIResponseMessage')).toBe('Canceled');
});

test('service types the payer is silent about are named', async () => {
  const { body } = await ask('CARVE1', { PracticeTypeCode: '94' });

  expect(body.at('AreAllSTCsProcessed')).toBe(false);
  expect(body.text('STCsStatusMessage')).toContain('Psychotherapy');
});

test('a dependent is the patient where the request says so', async () => {
  const { body } = await ask('ORD1001', {
    isSubscriberPatient: 'False',
    dependent: { patient: { firstName: 'Ida', lastName: 'Quill', dob: '05/06/2012' } },
  });

  expect(body.at('VerificationType')).toBe('Dependent Verification');
  expect(body.at('DemographicInfo', 'Dependent', 'DependentInfo', 'Firstname')).toBe('IDA');
});

test('Original Medicare has its own summary, rows without network or level, and the private plan under another id', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => ask(`MBI${i}`, { payerCode: '00817' })));
  const withAdvantage = answers.map(({ body }) => body).find((body) => body.at('RecursiveType') === 'AdvantagePayer');
  const followUp = await read(withAdvantage?.text('RecursiveRequestId') ?? '');
  const details = answers.flatMap(({ body }) => body.list('ServiceDetails').flatMap((service) => service.list('EligibilityDetails')));

  expect(answers[0]?.body.text('MedicareInfoSummary', 'Part_B_Deductible', 'Value')).toBe('$257.00');
  expect(details.every((detail) => detail.at('PlanNetworkIndicator') === null && detail.at('CoverageLevel') === null)).toBe(true);
  expect(answers[0]?.body.at('MentalHealthSummary')).toBeNull();
  expect(followUp.at('PayerName')).toBe('Pinnacle Ridge Medicare Advantage');
});

test('an answer of a back-office payer may hold summaries only', async () => {
  const own = await startSandbox();
  const ownClient = clientOf(own);
  const { body: posted } = await ask('ORD1001', { payerCode: 'BOR103' }, ownClient);
  await ownClient.send('POST', '/__clock', { json: { advance_seconds: 12 * 3600 } });
  const late = await read(posted.text('RequestID'), ownClient);
  await own.close();

  expect(late.at('ServiceDetails')).toBeNull();
  expect(late.at('PlanCoverageSummary', 'Status')).toBe('Active');
});
