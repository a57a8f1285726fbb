/** Answers that say the same differ in nothing, however they are ordered, spelled or carried (docs/product.md 18.4). */
import { readFileSync } from 'node:fs';
import { compareCoverages } from '@coverlight/domain/changes/compare-coverages.ts';
import type { AnswerLine, PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clearinghouse, EligibilityQuestion, ListedPayer, PayerDirectory } from '#ports/clearinghouse.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/sandbox.ts';
import { ANSWERS, answerOf, BEFORE, compared, RECORDED_ANSWERS, type Route } from '../../../test/compared-answers.ts';
import { createAvaility } from './availity/availity.adapter.ts';
import { mapAvailityCoverage } from './availity/availity.mapper.ts';
import { createPverify } from './pverify/pverify.adapter.ts';
import { mapPverifySummary } from './pverify/pverify.mapper.ts';

type Source = Clearinghouse & PayerDirectory;

let sandbox: Sandbox;
let sources: Record<'availity' | 'pVerify', Source>;

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 5 });
  const origin = `http://127.0.0.1:${sandbox.port}`;
  const shared = { clientId: 'sandbox', clientSecret: 'sandbox', now: () => new Date(), sleep: () => Promise.resolve(), timeoutMs: 20_000 };
  sources = {
    availity: createAvaility({ ...shared, baseUrl: `${origin}/availity/v1`, tokenUrl: `${origin}/availity/v1/token`, scope: 'hipaa' }),
    pVerify: createPverify({ ...shared, baseUrl: `${origin}/pverify` }),
  };
});

afterAll(async () => {
  await sandbox.close();
});

const unstopped = () => ({ signal: new AbortController().signal });

async function firstPayer(source: Source): Promise<ListedPayer> {
  for await (const page of source.listPayers(unstopped())) {
    const payer = page.find((candidate) => candidate.isAvailable && candidate.isElectronic);
    if (payer) return payer;
  }
  throw new Error('no payer');
}

async function askSandbox(name: keyof typeof sources, memberId: string): Promise<PayerAnswer> {
  const source = sources[name];
  const payer = await firstPayer(source);
  const today = new Date().toISOString().slice(0, 10);
  const question: EligibilityQuestion = {
    payerCode: payer.code,
    payerName: payer.name,
    provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: '123456789' },
    memberId,
    firstName: 'Ottoline',
    lastName: 'Quackenbush',
    birthDate: '1984-07-19',
    today,
    asOfDate: today,
    serviceTypes: ['30'],
    allowedFields: ['memberId', 'patientFirstName', 'patientLastName', 'patientBirthDate', 'serviceType', 'asOfDate'],
  };
  let outcome: Awaited<ReturnType<Source['fetch']>> = await source.ask(question, unstopped());
  for (let look = 0; look < 40 && outcome.kind === 'pending'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    outcome = await source.fetch(outcome.requestId, question, unstopped());
  }
  if (outcome.kind !== 'answered') throw new Error(`not answered: ${outcome.kind}`);
  return outcome.answer;
}

/** Plans and lines the other way round, each line twice, once in capitals and with other punctuation. */
function retold(answer: PayerAnswer): PayerAnswer {
  const plan = (line: AnswerLine) => answer.plans.length - 1 - line.plan;
  const loud = (text: string) => text.toUpperCase().replace(/\.$/, '');
  return {
    ...answer,
    plans: answer.plans.toReversed(),
    lines: [
      ...answer.lines.map((line) => ({ ...line, id: `a${line.id}`, plan: plan(line), texts: line.texts.map(loud) })).toReversed(),
      ...answer.lines.map((line) => ({ ...line, id: `b${line.id}`, plan: plan(line) })),
    ],
  };
}

/** What is told of the two, either way round. */
function toldOf(one: PayerAnswer, other: PayerAnswer): string[] {
  const [before, after] = [compared(one, 'here'), compared(other, 'here')];
  const options = { endsSoonDays: 7, today: BEFORE };
  return [...compareCoverages(before, after, options).changes, ...compareCoverages(after, before, options).changes].map(
    ({ words }) => words,
  );
}

const bodyIn = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const SCENARIOS = 'INACTIVE GRACE EMPTY SILENT CARVE COB MISMATCH TWOPLANS NOLIMIT HUGE PLAIN'.split(' ');

test.each([...RECORDED_ANSWERS])(
  '%s has not changed since itself, told again in another order, case and number of times',
  (_name, answer) => {
    expect([...toldOf(answer, answer), ...toldOf(answer, retold(answer))]).toEqual([]);
  },
);

test('rich bodies of both clearinghouses have not changed since themselves', () => {
  for (const answer of [
    mapAvailityCoverage(bodyIn('availity/rich-coverage.json'), ['30']),
    mapPverifySummary(bodyIn('pverify/rich-summary.json'), ['30']),
  ]) {
    expect([...toldOf(answer, answer), ...toldOf(answer, retold(answer))]).toEqual([]);
  }
});

test.each(SCENARIOS)('%s of the sandbox has not changed, asked twice and through both clearinghouses', async (scenario) => {
  const [availity, pVerify] = [await askSandbox('availity', `${scenario}123456`), await askSandbox('pVerify', `${scenario}123456`)];
  for (const answer of [availity, pVerify]) expect(toldOf(answer, retold(answer))).toEqual([]);
  const [one, other] = [compared(availity, 'Availity'), compared(pVerify, 'pVerify')];
  for (const pair of [
    [one, other],
    [other, one],
  ] as const)
    expect(compareCoverages(...pair, { endsSoonDays: 7, today: BEFORE }).changes).toEqual([]);
});

test('what one patient’s answer says by another route is no change, and what is not compared is told', () => {
  const routes: Route[] = ['x12', 'availity', 'pVerify'];
  for (const from of routes)
    for (const to of routes.filter((route) => route !== from)) {
      const [one, other] = [compared(answerOf(from, ANSWERS[from]), from), compared(answerOf(to, ANSWERS[to]), to)];
      const { changes, notComparable } = compareCoverages(one, other, { endsSoonDays: 7, today: BEFORE });
      expect(changes, `${from} to ${to}`).toEqual([]);
      expect(notComparable.map(({ why }) => why)).toContain('asked through another clearinghouse');
    }
});
