/**
 * The product against clearinghouses that are not our sandbox: published bodies, and every misbehaviour at every stage, all at
 * once. Whatever they do, people get the right status in time, and nobody who asks another payer notices (product.md 4.1, 11).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncPayers } from '../src/features/payers/sync-payers.ts';
import { createOrganization, createProvider, createUser, type Provider } from './factories.ts';
import { AVAILITY_FACTS } from './foreign-availity-bodies.ts';
import { PVERIFY_FACTS } from './foreign-pverify-bodies.ts';
import {
  FAULTS,
  startForeignClearinghouses,
  type Fault,
  type ForeignClearinghouses,
  type ReceivedRequest,
} from './foreign-clearinghouses.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Long enough for what ends well to end within it, however busy the machine. */
const WAIT_SECONDS = 20;
const LATEST_MS = (WAIT_SECONDS + 5) * 1000;
const STAGES = ['ASK', 'LOOK'] as const;
type Stage = (typeof STAGES)[number];
const VENDORS = ['availity', 'pverify'] as const;
type Vendor = (typeof VENDORS)[number];

/** Each misbehaviour has a payer of its own, lest one payer's circuit hide another's fault. */
const payerOf = (vendor: Vendor, stage: Stage, fault: Fault) => `${vendor === 'availity' ? 'AV' : 'PV'}${stage}${fault}`;
const PLAIN = { availity: 'AVPLAIN', pverify: 'PVPLAIN' } as const;
const codesOf = (vendor: Vendor) => [PLAIN[vendor], ...STAGES.flatMap((stage) => FAULTS.map((fault) => payerOf(vendor, stage, fault)))];

let foreign: ForeignClearinghouses;
let t: TestApp;
let token: string;
let provider: Provider;
const payerIds = new Map<string, string>();

interface Reply {
  status: number;
  ms: number;
  body: { inquiry: Inquiry; errors?: Record<string, string[]> };
}

async function submit(payerCode: string, memberId: string): Promise<Reply> {
  const started = performance.now();
  const payload = {
    provider_id: provider.id,
    payer_id: payerIds.get(payerCode),
    memberId,
    patientFirstName: 'Isolde',
    patientLastName: 'Fennimore',
    patientBirthDate: '1990-07-04',
    subscriberRelationship: '18',
    serviceType: ['30'],
  };
  const reply = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload });
  return { status: reply.statusCode, ms: performance.now() - started, body: reply.json<Reply['body']>() };
}

const storm = new Map<string, Promise<Reply>>();
const bystanders: Promise<Reply>[] = [];

beforeAll(async () => {
  foreign = await startForeignClearinghouses({ availity: codesOf('availity'), pverify: codesOf('pverify') });
  t = await startTestApp({
    env: {
      INQUIRY_WAIT_SECONDS: String(WAIT_SECONDS),
      AVAILITY_BASE_URL: `${foreign.url}/availity/v1`,
      PVERIFY_BASE_URL: `${foreign.url}/pverify`,
    },
  });
  await syncPayers(t.deps, 'availity');
  await syncPayers(t.deps, 'pVerify');
  const organization = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: organization.id });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(user);
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: { id: string; name: string }[] }>();
  for (const { id, name } of payers) payerIds.set(name.replace(/^foreign /i, ''), id);
  for (const vendor of VENDORS) {
    for (const stage of STAGES) {
      for (const fault of FAULTS) {
        const code = payerOf(vendor, stage, fault);
        storm.set(code, submit(code, `${stage}${fault}7`));
      }
    }
  }
  for (let each = 0; each < 5; each += 1) {
    await sleep(400);
    bystanders.push(submit(PLAIN.availity, `PLAIN${each}`), submit(PLAIN.pverify, `PLAIN${each}`));
  }
}, 60_000);
afterAll(async () => {
  await t.close();
  await foreign.close();
}, 30_000);

/** Written by hand: what a person must read after each misbehaviour. */
const STATUS: Record<Fault, Inquiry['status']> = {
  PAYERERROR: 'error',
  COMMERROR: 'max-retry',
  PENDING: 'max-retry',
  REFUSED: 'error',
  MALFORMED: 'max-retry',
  EXPIRED: 'complete',
  BUSY: 'max-retry',
  BUSYONCE: 'complete',
  HANG: 'max-retry',
  RESET: 'max-retry',
  TRUNCATED: 'max-retry',
  GATEWAY: 'max-retry',
  WRONGTYPE: 'max-retry',
  DRIP: 'max-retry',
  HUGE: 'max-retry',
};

/** A look that is refused says nothing about a question that was accepted. */
const statusOf = (stage: Stage, fault: Fault): Inquiry['status'] => (stage === 'LOOK' && fault === 'REFUSED' ? 'max-retry' : STATUS[fault]);

describe.each(VENDORS)('%s', (vendor) => {
  describe.each(STAGES)('at the %s stage', (stage) => {
    test.each(FAULTS)('%s leads to its status in time, and to no failure of ours', async (fault) => {
      const reply = await storm.get(payerOf(vendor, stage, fault));

      expect(reply?.status).toBeLessThan(500);
      expect(reply?.ms).toBeLessThan(LATEST_MS);
      expect(reply?.body.inquiry.status).toBe(statusOf(stage, fault));
      expect(reply?.status).toBe(fault === 'REFUSED' && stage === 'ASK' ? 422 : 201);
    });
  });

  test('a payer’s refusal names the field and the reason', async () => {
    const reply = await storm.get(payerOf(vendor, 'ASK', 'PAYERERROR'));

    expect(reply?.body.inquiry.remote_errors).toEqual(
      vendor === 'availity' ? { memberId: 'Invalid/Missing Subscriber/Insured ID' } : { subscriber_75: 'Subscriber/Insured Not Found' },
    );
  });

  test('a refusal of the request itself answers its words', async () => {
    const reply = await storm.get(payerOf(vendor, 'ASK', 'REFUSED'));

    expect(reply?.body.errors).toEqual(
      vendor === 'availity'
        ? {
            Message: ['This client system has made an invalid request.'],
            ErrorDescription: ['Your request is not formed properly.'],
            memberId: ['Enter the number on the card.'],
          }
        : { Message: ['The provider NPI is invalid.'] },
    );
  });

  test('an answer in its published shape shows its facts', async () => {
    const inquiry = (await storm.get(payerOf(vendor, 'ASK', 'EXPIRED')))?.body.inquiry;
    const shown = JSON.stringify(inquiry?.coverage);

    expect((vendor === 'availity' ? AVAILITY_FACTS : PVERIFY_FACTS).filter((fact) => !shown.includes(fact))).toEqual([]);
    expect(inquiry?.plan_status).toMatch(/^active/i);
  });
});

test('who asks another payer meanwhile is answered within its wait', async () => {
  const replies = await Promise.all(bystanders);

  expect(replies.map((reply) => [reply.status, reply.body.inquiry.status])).toEqual(replies.map(() => [201, 'complete']));
});

test('nothing that failed was called inactive or given a coverage', async () => {
  const failed = (await Promise.all(storm.values())).map(({ body }) => body.inquiry).filter(({ status }) => status !== 'complete');

  expect(failed.map(({ coverage, plan_status }) => [coverage, plan_status])).toEqual(failed.map(() => [null, null]));
});

/** The parameters of Availity's published description, by hand. */
const COVERAGE_PARAMETERS = new Set(
  `payerId providerLastName providerFirstName providerType providerNpi providerTaxId payerAssignedProviderId providerSSN providerPIN
   medicaidProviderNumber providerOfficeId providerUserId contractNumber providerCity providerState providerZipCode providerSpecialty
   placeOfService submitterId asOfDate toDate cardIssueDate serviceType procedureCode memberId patientSSN medicaidId
   medicalRecordIdentificationNumber patientAccountNumber identificationCardSerialNumber identityCardNumber insurancePolicyNumber
   planNetworkIdentificationNumber agencyClaimNumber patientLastName patientZipCode patientFirstName patientMiddleName patientSuffix
   patientBirthDate patientGender patientState groupNumber groupOrPolicyNumber planNumber healthInsuranceClaimNumber
   subscriberRelationship caseNumber`.split(/\s+/),
);
const QUERY_PARAMETERS: Record<string, string[]> = {
  '/availity-payer-list': ['payerId', 'transactionType', 'submissionMode', 'availability', 'enrollmentRequired', 'limit', 'offset'],
  '/configurations': ['type', 'subtypeId', 'payerId', 'limit', 'offset'],
};

function misfits({ method, path, query, headers, body }: ReceivedRequest): string[] {
  const resource = path.slice('/availity/v1'.length);
  const names = [...query.keys()].filter((name) => !(QUERY_PARAMETERS[resource] ?? []).includes(name));
  if (resource === '/token') {
    const form = [...new URLSearchParams(body).keys()].toSorted().join();
    return form === 'client_id,client_secret,grant_type,scope' && method === 'POST' ? names : [`token ${form}`];
  }
  if (headers.authorization !== 'Bearer foreign') names.push('authorization');
  if (!/application\/json/.test(headers.accept ?? '')) names.push('accept');
  if (resource === '/coverages' && method === 'POST') {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) names.push('content-type');
    const form = new URLSearchParams(body);
    names.push(...[...form.keys()].filter((name) => !COVERAGE_PARAMETERS.has(name)));
    for (const name of ['asOfDate', 'toDate', 'patientBirthDate']) {
      if (form.has(name) && !/^\d{4}-\d{2}-\d{2}$/.test(form.get(name) ?? '')) names.push(`${name} is no day`);
    }
    return names;
  }
  if (/^\/coverages\/[^/]+$/.test(resource)) return ['GET', 'DELETE'].includes(method) && body === '' ? names : [...names, method];
  return method === 'GET' && resource in QUERY_PARAMETERS ? names : [...names, `${method} ${resource}`];
}

test('every request that Availity received fits its published description', async () => {
  await Promise.all(storm.values());
  const received = foreign.requests.filter(({ path }) => path.startsWith('/availity'));

  expect(received.length).toBeGreaterThan(50);
  expect(received.flatMap(misfits)).toEqual([]);
});

test('pVerify was asked once for each inquiry, whatever came of it', async () => {
  await Promise.all(storm.values());
  const asked = new Map<string, number>();
  for (const { path, body } of foreign.requests) {
    if (!path.endsWith('/EligibilitySummary')) continue;
    const memberId = (JSON.parse(body) as { subscriber: { memberID: string } }).subscriber.memberID;
    asked.set(memberId, (asked.get(memberId) ?? 0) + 1);
  }
  // Turned away for a token or a quota, or told that there was no answer, it has not been asked.
  const mayRepeat = /^(ASK|LOOK)(EXPIRED|BUSY|COMMERROR)/;

  expect([...asked].filter(([memberId, times]) => times > 1 && !mayRepeat.test(memberId))).toEqual([]);
});
