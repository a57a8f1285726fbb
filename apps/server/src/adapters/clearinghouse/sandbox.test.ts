/** The adapters against the whole sandbox, which speaks both vendors' protocols and shares no code with them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AskOutcome, Clearinghouse, EligibilityQuestion, ListedPayer, PayerDirectory } from '#ports/clearinghouse.ts';
import { startSandbox } from '../../../../sandbox/src/sandbox.ts';
import type { Sandbox } from '../../../../sandbox/src/sandbox.ts';
import { createAvaility } from './availity/availity.adapter.ts';
import { createPverify } from './pverify/pverify.adapter.ts';

let sandbox: Sandbox;
interface Sources extends Record<'availity' | 'pVerify', Clearinghouse & PayerDirectory> {
  availity: Clearinghouse & Required<PayerDirectory>;
}
let sources: Sources;
/** The same with little patience, for exchanges that would never end. */
let hasty: Sources;
const payers: Record<string, ListedPayer[]> = { availity: [], pVerify: [] };

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 30, slowAnswerMs: 400 });
  const origin = `http://127.0.0.1:${sandbox.port}`;
  sources = connect(origin, 20_000);
  hasty = connect(origin, 700);
  for (const source of Object.values(sources)) {
    for await (const page of source.listPayers(options())) payers[source.id]?.push(...page);
  }
});
function connect(origin: string, timeoutMs: number): Sources {
  const shared = { clientId: 'sandbox', clientSecret: 'sandbox', now: () => new Date(), sleep: () => Promise.resolve(), timeoutMs };
  return {
    availity: createAvaility({ ...shared, baseUrl: `${origin}/availity/v1`, tokenUrl: `${origin}/availity/v1/token`, scope: 'hipaa' }),
    pVerify: createPverify({ ...shared, baseUrl: `${origin}/pverify` }),
  };
}

afterAll(async () => {
  await sandbox.close();
});

function options() {
  return { signal: new AbortController().signal };
}

function questionTo(source: Clearinghouse, memberId: string, change: Partial<EligibilityQuestion> = {}): EligibilityQuestion {
  const payer = payers[source.id]?.find((candidate) => candidate.isAvailable && candidate.isElectronic);
  return {
    payerCode: payer?.code ?? '',
    payerName: payer?.name ?? '',
    provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: '123456789' },
    memberId,
    firstName: 'Ottoline',
    lastName: 'Quackenbush',
    birthDate: '1984-07-19',
    today: new Date().toISOString().slice(0, 10),
    // Some payers insist on a date.
    asOfDate: new Date().toISOString().slice(0, 10),
    serviceTypes: ['MH'],
    allowedFields: [
      'memberId',
      'patientFirstName',
      'patientLastName',
      'patientBirthDate',
      'serviceType',
      'asOfDate',
      'subscriberRelationship',
    ],
    ...change,
  };
}

/** Asks and looks on until it ends, as the product does. */
async function settle(source: Clearinghouse, question: EligibilityQuestion): Promise<AskOutcome | { kind: 'gone' }> {
  let outcome: AskOutcome | { kind: 'gone' } = await source.ask(question, options());
  for (let look = 0; look < 20 && outcome.kind === 'pending'; look += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    outcome = await source.fetch(outcome.requestId, question, options());
  }
  return outcome;
}

async function fault(vendor: string, kind: string, times: number): Promise<void> {
  const origin = `http://127.0.0.1:${sandbox.port}`;
  await fetch(`${origin}/__fault`, { method: 'DELETE' });
  if (times === 0) return;
  const body = JSON.stringify({ vendor, kind, times, path: '/coverages|EligibilitySummary/i' });
  const reply = await fetch(`${origin}/__fault`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  if (!reply.ok) throw new Error(await reply.text());
}

const both = ['availity', 'pVerify'] as const;

test.each(both)('%s answers an ordinary patient richly', async (name) => {
  const outcome = await settle(sources[name], questionTo(sources[name], 'ZQX482910'));
  const lines = outcome.kind === 'answered' ? outcome.answer.lines : [];
  expect(outcome.kind).toBe('answered');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.some((line) => line.kind === 'B' && line.amount !== null)).toBe(true);
  expect(lines.some((line) => line.kind === 'A' && /^\d+(\.\d+)?$/.test(line.percent ?? ''))).toBe(true);
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
});

const CASES: [scenario: string, expected: object][] = [
  ['NOTFOUND', { kind: 'rejected', errors: { subscriber_75: expect.any(String) } }],
  ['BADNAME', { kind: 'rejected', errors: { patientLastName: expect.any(String) } }],
  ['BADDOB', { kind: 'rejected', errors: { patientBirthDate: expect.any(String) } }],
  ['NPI', { kind: 'rejected', errors: { provider_51: expect.any(String) } }],
  ['DOWN', { kind: 'no-answer' }],
  ['INVALID', { kind: 'refused', errors: { Message: [expect.any(String)] } }],
  ['SLOW', { kind: 'answered' }],
  ['EMPTY', { kind: 'answered' }],
  ['HUGE', { kind: 'answered' }],
  ['INACTIVE', { kind: 'answered' }],
];

test.each(both.flatMap((name) => CASES.map(([scenario, expected]) => ({ name, scenario, expected }))))(
  '$name understands the scenario $scenario',
  async ({ name, scenario, expected }) => {
    expect(await settle(sources[name], questionTo(sources[name], `${scenario}77`))).toMatchObject(expected);
  },
);

const FAULTS: [fault: string, kinds: string[]][] = [
  ['reset', ['uncertain']],
  ['502', ['uncertain']],
  ['malformed', ['uncertain']],
  ['wrong-type', ['uncertain']],
  ['truncated', ['uncertain']],
  ['lost', ['uncertain']],
  ['slow-drip', ['uncertain', 'pending']],
  ['hang', ['uncertain']],
  ['huge', ['uncertain', 'pending']],
  ['error-body', ['uncertain', 'refused']],
  ['429', ['unavailable']],
  ['401', ['unavailable']],
];

test.each(both.flatMap((name) => FAULTS.map(([kind, kinds]) => ({ name, kind, kinds }))))(
  '$name after the fault $kind is none the wiser, and says so',
  async ({ name, kind, kinds }) => {
    const isEndless = kind === 'hang' || kind === 'slow-drip';
    const source = (isEndless ? hasty : sources)[name];
    // The token is fetched in peace.
    if (isEndless) await source.fetch('1', questionTo(source, 'X1'), options());
    await fault(name.toLowerCase(), kind, 9);
    const outcome = await source.ask(questionTo(source, `FLT${kind}`), options());
    await fault(name.toLowerCase(), kind, 0);
    expect(kinds).toContain(outcome.kind);
  },
);

test('a payer’s back office at pVerify is pending for hours, can be found again and withdrawn', async () => {
  const source = sources.pVerify;
  const payer = payers['pVerify']?.find((candidate) => candidate.isAvailable && !candidate.isElectronic);
  const question = questionTo(source, 'BCK55120', { payerCode: payer?.code ?? '' });
  const outcome = await source.ask(question, options());
  expect(outcome).toMatchObject({ kind: 'pending' });
  const requestId = outcome.kind === 'pending' ? outcome.requestId : '';
  expect(await source.findLost(question, options())).toMatchObject({ kind: 'pending', requestId });
  expect(await source.withdraw(requestId, options())).toBe(true);
  expect(await source.findLost(question, options())).toEqual({ kind: 'not-found' });
});

test('every payer of Availity has a usable form, or none', async () => {
  const schemas = await Promise.all(
    (payers['availity'] ?? []).slice(0, 25).map((payer) => sources.availity.fetchSchema(payer.code, options())),
  );
  const usable = schemas.filter((schema) => schema !== null);
  expect(usable.length).toBeGreaterThan(15);
  for (const schema of usable) {
    expect(schema.combos.length).toBeGreaterThan(0);
    expect(schema.fields.find((field) => field.name === 'serviceType')?.options.length).toBeGreaterThan(0);
  }
});
