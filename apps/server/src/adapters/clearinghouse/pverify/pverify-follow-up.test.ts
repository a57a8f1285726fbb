import { coverageWarnings } from '@coverlight/domain/inquiries/coverage/warnings.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { afterEach, expect, test } from 'vitest';
import { placesOf } from '../../../../../../packages/domain/test/line-places.ts';
import { QUESTION } from '../../../ports/clearinghouse.port-test.ts';
import { startStubVendor, type StubVendor } from '../stub-vendor.port-test.ts';
import { createPverify } from './pverify.adapter.ts';

const servers: StubVendor[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const row = (over: object) => ({ EligibilityOrBenefit: 'Active Coverage', ...over });
const head = { APIResponseCode: '0', APIResponseMessage: 'Processed', ProcessedWithError: false };
const MEDICARE = {
  ...head,
  RequestID: 700_000_001,
  PayerName: 'Medicare Part A and B',
  RecursiveType: 'AdvantagePayer',
  RecursiveRequestId: 700_000_002,
  PlanCoverageSummary: { Status: 'Active', PlanName: 'Medicare Part B' },
  ServiceDetails: [{ ServiceName: 'Health Benefit Plan Coverage', EligibilityDetails: [row({ InsuranceType: 'Medicare Part B' })] }],
};
const PRIVATE = {
  ...head,
  RequestID: 700_000_002,
  RecursiveRequestId: 0,
  PayerName: 'Larkspur Gold Advantage',
  PlanCoverageSummary: { Status: 'Active', PlanName: 'Larkspur Gold HMO' },
  DemographicInfo: {
    Subscriber: { Firstname: 'OTTOLINE', Lastname_R: 'QUACKENBUSH', Identification: [{ Type: 'Member ID', Code: 'LK900100' }] },
  },
  ServiceDetails: [
    { ServiceName: 'Mental Health', EligibilityDetails: [row({}), row({ EligibilityOrBenefit: 'Co-Payment', MonetaryAmount: '35' })] },
  ],
};

/** The private plan's answers in the order in which they are fetched; the last repeats. */
async function askMedicare(answers: object[], medicare: object = MEDICARE) {
  const paths: string[] = [];
  const server = await startStubVendor((request) => {
    if (request.path === '/Token') return { status: 200, body: { access_token: 'abc', expires_in: 3600 } };
    paths.push(`${request.method} ${request.path}`);
    if (!request.path.endsWith('/700000002')) return { status: 200, body: medicare };
    return { status: 200, body: answers.length > 1 ? answers.shift() : answers[0] };
  });
  servers.push(server);
  const waits: number[] = [];
  const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
  const pverify = createPverify({ baseUrl: server.url, clientId: 'c', clientSecret: 's', now: () => new Date(), sleep });
  const options = { signal: AbortSignal.timeout(10_000) };
  const outcome = await pverify.ask(QUESTION, options);
  if (outcome.kind !== 'answered') throw new Error(`expected an answer, got ${outcome.kind}`);
  return { outcome, coverage: normalizeCoverage(outcome.answer), paths, waits, pverify, options };
}

const warningsOf = (coverage: ReturnType<typeof normalizeCoverage>) => {
  const now = new Date();
  const facts = { submission: {}, asOfDate: null, createdAt: now, answeredAt: now, now, zone: 'America/Chicago', askedUnder: null };
  return coverageWarnings({ ...facts, coverage });
};

test('the private plan behind Medicare is fetched, shown beside it, and warned of', async () => {
  const { outcome, coverage, paths } = await askMedicare([PRIVATE]);

  expect(paths).toEqual(['POST /API/EligibilitySummary', 'GET /API/GetEligibilitySummary/700000002']);
  expect(coverage.plans.map((plan) => plan.name)).toEqual(['Medicare Part B', 'Larkspur Gold HMO']);
  expect(coverage.plans[1]?.benefit_groups[0]).toMatchObject({ code: 'MH', benefits: [{ amount: '35.00' }] });
  expect(coverage.plans[0]?.additional_payer_info).toMatchObject([
    { role: 'Medicare Advantage payer', name: 'Larkspur Gold Advantage', member_id: 'LK900100' },
  ]);
  expect(warningsOf(coverage).map((warning) => warning.title)).toContain('Medicare Advantage: do not bill original Medicare');
  const places = placesOf(coverage);
  expect(outcome.answer.lines.filter((line) => places.get(line.id)?.size !== 1)).toEqual([]);
  expect(coverage.facts).toContainEqual({ label: 'Follow-up request', value: '700000002' });
  expect(outcome.raw).toEqual({ ...MEDICARE, RecursiveAnswer: PRIVATE });
  expect(outcome.requestId).toBe('700000001');
});

test('the private plan may answer some seconds later', async () => {
  const pending = { RequestID: 700_000_002, APIResponseCode: '3', APIResponseMessage: 'Pending' };
  const { coverage, waits } = await askMedicare([pending, PRIVATE]);

  expect(coverage.plans).toHaveLength(2);
  expect(waits).toEqual([0, 2000]);
});

test.each([
  ['is still pending', { RequestID: 700_000_002, APIResponseCode: '3' }, /not there yet/],
  [
    'refuses',
    { ...head, RequestID: 700_000_002, ProcessedWithError: true, ErrorCode: '75', ErrorDescription: 'Subscriber/Insured Not Found' },
    /refused: Subscriber/,
  ],
  ['cannot be read', { message: 'No record was found.' }, /not there yet/],
])('where the private plan %s, the answer of Medicare stands with a notice, a warning and the id', async (_, answer, notice) => {
  const { coverage } = await askMedicare([answer]);

  expect(coverage.plans.map((plan) => plan.name)).toEqual(['Medicare Part B']);
  expect(coverage.notices.map(({ text }) => text).join()).toMatch(notice);
  expect(coverage.facts).toContainEqual({ label: 'Follow-up request', value: '700000002' });
  expect(warningsOf(coverage).map((warning) => warning.title)).toContain('Medicare Advantage: do not bill original Medicare');
});

test('a look after a pending answer fetches the private plan, too', async () => {
  const { pverify, options } = await askMedicare([PRIVATE]);
  const outcome = await pverify.fetch('700000001', QUESTION, options);

  expect(outcome.kind === 'answered' ? outcome.answer.plans.map((plan) => plan.name) : []).toEqual([
    'Medicare Part B',
    'Larkspur Gold HMO',
  ]);
});

test('without a follow-up nothing more is fetched', async () => {
  const { paths, coverage } = await askMedicare([PRIVATE], { ...MEDICARE, RecursiveType: null, RecursiveRequestId: 0 });

  expect(paths).toEqual(['POST /API/EligibilitySummary']);
  expect(coverage.facts.map(({ label }) => label)).not.toContain('Follow-up request');
});
