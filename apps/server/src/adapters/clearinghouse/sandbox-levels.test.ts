/** Levels of care as they come out of whole answers of the sandbox, read by the adapters of both clearinghouses (docs/product.md 10.5). */
import { CARE_FACTS, type CareSide } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { type CareRow, levelsOfCare } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clearinghouse, EligibilityQuestion, ListedPayer, PayerDirectory } from '#ports/clearinghouse.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/sandbox.ts';
import { createAvaility } from './availity/availity.adapter.ts';
import { createPverify } from './pverify/pverify.adapter.ts';

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

const options = () => ({ signal: new AbortController().signal });

async function firstPayer(source: Source): Promise<ListedPayer> {
  for await (const page of source.listPayers(options())) {
    const payer = page.find((candidate) => candidate.isAvailable && candidate.isElectronic);
    if (payer) return payer;
  }
  throw new Error('no payer');
}

async function rowsOf(name: keyof typeof sources, memberId: string): Promise<Map<CareRow['level']['key'], CareRow>> {
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
  let outcome: Awaited<ReturnType<Source['fetch']>> = await source.ask(question, options());
  for (let look = 0; look < 40 && outcome.kind === 'pending'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    outcome = await source.fetch(outcome.requestId, question, options());
  }
  if (outcome.kind !== 'answered') throw new Error(`not answered: ${outcome.kind}`);
  const coverage = normalizeCoverage(outcome.answer);
  if (coverage.plan === null) throw new Error('no plan');
  return new Map(levelsOfCare({ coverage, plan: coverage.plan }).map((row) => [row.level.key, row]));
}

const PRICE = ['copay', 'coinsurance', 'authorization'] as const;
const statesOf = (side: CareSide | undefined) => PRICE.map((fact) => side?.[fact].state);
const REFUSED = ['not-covered', 'not-covered', 'not-covered'];

const both = ['availity', 'pVerify'] as const;
const onBoth = <T extends readonly unknown[]>(...cases: T[]) => both.flatMap((name) => cases.map((each) => [name, ...each] as const));

test.each(
  onBoth(['MISMATCH77001', ['dtx', 'rtc', 'iop', 'op']], ['GRACE123456', ['dtx', 'rtc', 'php', 'iop', 'op']], ['PLAIN123456', ['op']]),
)('%s, %s: what is not covered out of network stands in the cells of that network alone', async (name, memberId, refused) => {
  const rows = [...(await rowsOf(name, memberId))];
  const isRefused = (side: CareSide) => JSON.stringify(statesOf(side)) === JSON.stringify(REFUSED);
  expect(rows.filter(([, row]) => isRefused(row.out)).map(([key]) => key)).toEqual(refused);
  const elsewhere = rows.flatMap(([key, row]) => [row.in, ...(refused.includes(key) ? [] : [row.out])]);
  expect(elsewhere.flatMap(statesOf)).not.toContain('not-covered');
});

test.each(onBoth(['HUGE77001'], ['COB123456'], ['NOLIMIT123456']))(
  '%s, %s: residential that is not covered borrows neither status nor price nor authorization',
  async (name, memberId) => {
    const row = (await rowsOf(name, memberId)).get('rtc');
    for (const side of [row?.in, row?.out])
      for (const fact of CARE_FACTS) expect(side?.[fact], fact).toMatchObject({ state: 'not-covered', lines: [], saidFor: { code: 'RT' } });
  },
);

test.each(onBoth(['NOLIMIT77001'], ['MISMATCH77001'], ['PLAIN123456'], ['GRACE123456']))(
  '%s, %s: detox is not priced with visits at an office or by telephone',
  async (name, memberId) => {
    const row = (await rowsOf(name, memberId)).get('dtx');
    const lines = [row?.in, row?.out].flatMap((side) => [...(side?.copay.lines ?? []), ...(side?.coinsurance.lines ?? [])]);
    expect(lines.map((line) => line.place_of_service ?? '').filter((place) => /office|telehealth/i.test(place))).toEqual([]);
    expect(row?.in.copay.lines).toEqual([]);
  },
);

test.each(onBoth(['CARVE77001'], ['CARVE123456']))(
  '%s, %s: nothing of the main plan is behavioural under a carve-out',
  async (name, memberId) => {
    for (const row of (await rowsOf(name, memberId)).values())
      for (const side of [row.in, row.out])
        for (const fact of CARE_FACTS)
          expect(side[fact], fact).toMatchObject({ state: 'said-elsewhere', company: 'SABLE BEHAVIORAL PARTNERS', lines: [] });
  },
);
