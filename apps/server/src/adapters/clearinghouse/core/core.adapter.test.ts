/** The adapter against the sandbox's gateway, which speaks CORE in both transports and shares no code with it. */
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AskOutcome, EligibilityQuestion } from '#ports/clearinghouse.ts';
import { startSandbox, type Sandbox } from '../../../../../sandbox/src/sandbox.ts';
import { createCore, type CoreOptions } from './core.adapter.ts';

let sandbox: Sandbox;
let origin: string;
let controlNumber = 0;
beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 5, slowAnswerMs: 60 });
  origin = `http://127.0.0.1:${sandbox.port}`;
});
afterEach(async () => void (await fetch(`${origin}/__fault`, { method: 'DELETE' })));
afterAll(async () => await sandbox.close());

const TRANSPORTS = ['soap', 'mime'] as const;

function partner(change: Partial<CoreOptions> = {}) {
  return createCore({
    name: 'lantern',
    url: `${origin}/core`,
    transport: 'soap',
    sender: { qualifier: 'ZZ', id: 'COVERLIGHT' },
    receiver: { qualifier: 'ZZ', id: 'LANTERN' },
    user: 'sandbox',
    password: 'sandbox',
    namespace: 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd',
    usage: 'T',
    now: () => new Date(),
    nextControlNumber: async () => {
      controlNumber += 1;
      return controlNumber;
    },
    timeoutMs: 1500,
    ...change,
  });
}

function questionAbout(memberId: string, change: Partial<EligibilityQuestion> = {}): EligibilityQuestion {
  const today = new Date().toISOString().slice(0, 10);
  return {
    payerCode: 'LANTERN1',
    payerName: 'Lantern Health Cooperative',
    provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: '123456789' },
    memberId,
    firstName: 'Ottoline',
    lastName: 'Quackenbush',
    birthDate: '1984-07-19',
    relationship: '18',
    today,
    serviceTypes: ['30'],
    allowedFields: [
      'memberId',
      'patientFirstName',
      'patientLastName',
      'patientBirthDate',
      'subscriberRelationship',
      'serviceType',
      'asOfDate',
    ],
    ...change,
  };
}

const options = () => ({ signal: new AbortController().signal });
const order = async (kind: string) =>
  await fetch(`${origin}/__fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'core', kind }),
  });
async function answerOf(outcome: AskOutcome | Promise<AskOutcome>) {
  const settled = await outcome;
  if (settled.kind !== 'answered') throw new Error(JSON.stringify(settled));
  return settled.answer;
}

test.each(TRANSPORTS)('over %s an ordinary member has an active plan with costs, nothing lost on the way', async (transport) => {
  const log: unknown[] = [];
  const outcome = await partner({ transport }).ask(questionAbout('XQZ100200300'), { ...options(), onExchange: (entry) => log.push(entry) });
  const coverage = normalizeCoverage(await answerOf(outcome));
  expect(coverage).toMatchObject({
    payer_name: 'LANTERN HEALTH COOPERATIVE',
    patient: { first_name: 'OTTOLINE', member_id: 'XQZ100200300' },
  });
  expect(coverage.plan).toMatchObject({ status_code: '1', group_number: expect.stringMatching(/^\d{6}$/) });
  expect(coverage.plan?.benefit_groups.length).toBeGreaterThan(3);
  expect(coverage.also_said).toEqual([]);
  expect(coverage.service_types.asked).toEqual(['30']);
  const nine = expect.stringMatching(/^\d{9}$/);
  const controlNumbers = { sent: nine, received: nine };
  expect(log).toEqual([{ operation: 'ask', httpStatus: 200, durationMs: expect.any(Number), vendorCode: '271', controlNumbers }]);
});

test('a dependent is asked for below the subscriber, and is the patient', async () => {
  const answer = await answerOf(
    partner().ask(questionAbout('XQZ7', { relationship: '19', firstName: 'Barnaby', birthDate: '2012-03-04' }), options()),
  );
  expect(answer.patient).toMatchObject({ firstName: 'BARNABY', birthDate: '2012-03-04', relationship: { code: '19' } });
  expect(answer.subscriber).toMatchObject({ firstName: 'HARPER', memberId: 'XQZ7' });
});

test.each<[string, (plan: ReturnType<typeof normalizeCoverage>) => unknown, unknown]>([
  ['SLOW1', ({ plan }) => plan?.status_code, '1'],
  ['INACTIVE1', ({ plan }) => plan?.status_code, '6'],
  ['GRACE1', ({ plan }) => plan?.status_code, '5'],
  ['EMPTY1', ({ plans }) => plans.length, 0],
  ['SILENT1', ({ plan }) => plan?.benefit_groups.find(({ code }) => code === 'MH')?.benefits.length ?? 0, 0],
  [
    'CARVE1',
    ({ plan }) => plan?.benefit_groups.find(({ code }) => code === 'MH')?.auxilary.contact?.[0]?.contacts[0]?.name,
    'SABLE BEHAVIORAL PARTNERS',
  ],
  [
    'COB1',
    ({ plan }) => plan?.benefit_groups.flatMap((group) => group.additional_payers).map(({ name, primary }) => [name, primary]),
    [['KESTREL MUTUAL HEALTH', true]],
  ],
  ['MISMATCH1', ({ patient, notices }) => [patient?.last_name, notices[0]?.kind], ['QUENNELL', 'update-your-records']],
  ['TWOPLANS1', ({ plans }) => plans.map(({ status_code: code }) => code), ['1', '3']],
  ['NOLIMIT1', ({ plan }) => plan?.benefit_groups.some((group) => group.benefits.some(({ no_limit: none }) => none)), true],
  ['HUGE1', ({ plan }) => (plan?.benefit_groups.length ?? 0) > 10, true],
])('%s is told as what it is', async (memberId, of, expected) => {
  const coverage = normalizeCoverage(await answerOf(partner({ timeoutMs: 20_000 }).ask(questionAbout(memberId), options())));
  expect(of(coverage)).toEqual(expected);
  expect(coverage.also_said).toEqual([]);
});

test.each([
  ['NOTFOUND1', ['subscriber_75']],
  ['BADNAME1', ['patientLastName']],
  ['BADDOB1', ['patientBirthDate']],
  ['NPI1', ['provider_51']],
])('%s is a rejection under %j', async (memberId, keys) => {
  const outcome = await partner().ask(questionAbout(memberId), options());
  expect(outcome).toMatchObject({ kind: 'rejected' });
  expect(Object.keys(outcome.kind === 'rejected' ? outcome.errors : {})).toEqual(keys);
});

test.each(['DOWN1', 'DOWN2', 'DOWN3', 'DOWN4', 'DOWN5'])('%s: in whatever way the gateway says it, no answer was got', async (memberId) => {
  expect(await partner().ask(questionAbout(memberId), options())).toMatchObject({ kind: 'no-answer' });
});

test('FLAKY answers the third time, and each time is asked under a number of its own', async () => {
  const kinds: string[] = [];
  for (let time = 0; time < 3; time += 1) kinds.push((await partner().ask(questionAbout('FLAKY1'), options())).kind);
  expect(kinds).toEqual(['no-answer', 'no-answer', 'answered']);
});

test('INVALID: a refusal of the form says which segment, and nothing of the patient', async () => {
  const outcome = await partner().ask(questionAbout('INVALID1'), options());
  expect(outcome).toMatchObject({ kind: 'no-answer', reason: expect.stringContaining('Segment NM1 at 8 in loop 2100') });
  expect(JSON.stringify({ ...outcome, raw: null })).not.toContain('INVALID1');
});

test('a control number that was used before is refused by the gateway, which is no word about the patient', async () => {
  const again = partner({ nextControlNumber: () => Promise.resolve(999_000_001) });
  expect(await again.ask(questionAbout('XQZ1'), options())).toMatchObject({ kind: 'answered' });
  expect(await again.ask(questionAbout('XQZ1'), options())).toMatchObject({
    kind: 'no-answer',
    reason: expect.stringContaining('The control number was used before'),
  });
});

test.each<[string, AskOutcome['kind']]>([
  ['soap-fault', 'no-answer'],
  ['empty-payload', 'uncertain'],
  ['ack-999', 'no-answer'],
  ['ack-ta1', 'no-answer'],
  ['wrong-numbers', 'uncertain'],
  ['cut-x12', 'uncertain'],
  ['reset', 'uncertain'],
  ['lost', 'uncertain'],
  ['late-hang', 'uncertain'],
  ['truncated', 'uncertain'],
  ['slow-drip', 'uncertain'],
  ['502', 'uncertain'],
  ['503', 'uncertain'],
  ['wrong-type', 'uncertain'],
  ['malformed', 'uncertain'],
  ['huge', 'uncertain'],
  ['401', 'unavailable'],
  ['429', 'unavailable'],
])('fault %s is %s', async (fault, kind) => {
  await order(fault);
  expect(await partner().ask(questionAbout('XQZ9'), options())).toMatchObject({ kind });
});

test.each(['escaped-payload', 'two-transactions'])('fault %s is read through: the answer is ours', async (fault) => {
  await order(fault);
  const answer = await answerOf(partner().ask(questionAbout('XQZ9'), options()));
  expect(answer.patient?.memberId).toBe('XQZ9');
});

test('NEVER ends as uncertain when time is up, and cannot be looked for, so it is asked nowhere else', async () => {
  const source = partner({ timeoutMs: 150 });
  expect(await source.ask(questionAbout('NEVER1'), options())).toMatchObject({ kind: 'uncertain' });
  expect(await source.findLost(questionAbout('NEVER1'), options())).toEqual({ kind: 'not-found' });
  expect(await source.fetch('CL1', questionAbout('NEVER1'), options())).toMatchObject({ kind: 'uncertain' });
  expect(await source.withdraw('CL1', options())).toBe(false);
});

test('a gateway that cannot be reached, or for which no number could be had, was not asked; a wrong password is our account’s matter', async () => {
  expect(await partner({ url: 'http://127.0.0.1:59999/core' }).ask(questionAbout('XQZ1'), options())).toMatchObject({
    kind: 'unreachable',
  });
  expect(await partner({ nextControlNumber: () => Promise.resolve(null) }).ask(questionAbout('XQZ1'), options())).toMatchObject({
    kind: 'unreachable',
  });
  expect(await partner({ password: 'wrong' }).ask(questionAbout('XQZ1'), options())).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('UnAuthorized'),
  });
});

test('a payer that the partner does not know is a rejection of our set-up', async () => {
  const outcome = await partner().ask(questionAbout('XQZ1', { payerCode: 'NOBODY' }), options());
  expect(outcome).toMatchObject({ kind: 'rejected', errors: { payer_79: expect.any(String) } });
});

test('every question that reached the gateway was whole, and is counted once', async () => {
  const report = (await (await fetch(`${origin}/__requests`)).json()) as {
    core: { refused: { refused: string; fault: string | null }[] };
  };
  const reasons = report.core.refused.filter(({ fault }) => fault === null).map(({ refused }) => refused);
  expect(reasons).toEqual(['wrong user or password']);
});
