import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  aLine,
  anAnswer,
  anEntity,
  answerOf,
  aPlan,
  CALENDAR_YEAR,
  FAM,
  IND,
  MENTAL_HEALTH,
  REMAINING,
  VISIT,
} from '../../../test/answers.ts';
import { arbitraryCareAnswer } from '../../../test/arbitrary-answers.ts';
import { SHOW_ALL, shownUnder } from './benefit-filter.ts';
import { isOnSide } from './care-services.ts';
import { levelsNamed, settingOf } from './care-setting.ts';
import { CARE_FACTS, type CareCell } from './care-cells.ts';
import { type CareRow, levelsOfCare } from './level-of-care.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine, PayerAnswer } from './payer-answer.ts';
import type { SourceLine } from './line-words.ts';

const PARTIAL = { code: 'BB', text: 'Partial Hospitalization (Psychiatric)' };
const ROOM = { code: 'A5', text: 'Psychiatric - Room and Board' };
const RESIDENTIAL = { code: 'RT', text: 'Residential Psychiatric Treatment' };
const SUBSTANCE = { code: 'AI', text: 'Substance Abuse' };
const PSYCHOTHERAPY = { code: 'A6', text: 'Psychotherapy' };
const OFFICE = { code: '11', text: 'Office' };
const TELEHEALTH = { code: '10', text: "Telehealth Provided in Patient's Home" };

function rowsOf(answer: PayerAnswer): CareRow[] {
  const coverage = normalizeCoverage(answer);
  if (coverage.plan === null) throw new Error('no plan');
  return levelsOfCare({ coverage, plan: coverage.plan });
}

function rowIn(answer: PayerAnswer, key: CareRow['level']['key']): CareRow {
  const row = rowsOf(answer).find(({ level }) => level.key === key);
  if (!row) throw new Error('no such level of care');
  return row;
}

const rowOf = (key: CareRow['level']['key'], ...lines: AnswerLine[]) => rowIn(answerOf(...lines), key);

const amounts = (cell: CareCell<{ amount: string | null }>) => cell.lines.map((line) => line.amount);

test('each level of care is listed even where the payer is silent, and silence holds no amounts', () => {
  const rows = rowsOf(answerOf());
  expect(rows.map((row) => row.level.name)).toEqual(['Detox', 'Residential', 'Partial Hosp.', 'Intensive OP', 'Outpatient']);
  for (const row of rows)
    for (const side of [row.in, row.out])
      for (const fact of CARE_FACTS) expect(side[fact]).toMatchObject({ state: 'not-stated', lines: [], refusals: [], saidFor: null });
  expect(rows[2]?.in.authorization).toMatchObject({ required: null, unknown: false, notes: [] });
});

test('a level that was not asked about is told from one the payer is silent about', () => {
  const rows = rowsOf(anAnswer({ lines: [aLine({ service: MENTAL_HEALTH })], askedServiceTypes: ['MH'] }));
  expect(rows.map((row) => [row.level.key, row.in.copay.state])).toEqual([
    ['dtx', 'not-asked'],
    ['rtc', 'not-asked'],
    ['php', 'not-asked'],
    ['iop', 'not-asked'],
    ['op', 'not-stated'],
  ]);
});

test('a cost said for the service stands on its side of the network and names that service', () => {
  const row = rowOf(
    'php',
    aLine({ kind: 'A', service: PARTIAL, network: 'in', percent: '20' }),
    aLine({ kind: 'A', service: PARTIAL, network: 'out', percent: '40' }),
  );
  expect(row.in.coinsurance).toMatchObject({ state: 'said', saidFor: { words: 'said for Partial Hospitalization (Psychiatric)' } });
  expect([amounts(row.in.coinsurance), amounts(row.out.coinsurance)]).toEqual([['20'], ['40']]);
});

test('a line that applies to both networks stands on both sides', () => {
  const row = rowOf('php', aLine({ kind: 'B', service: PARTIAL, network: 'both', amount: '50' }));
  expect([amounts(row.in.copay), amounts(row.out.copay)]).toEqual([['50.00'], ['50.00']]);
});

test.each([
  ['op', 'MH', 'INPATIENT FACILITY', []],
  ['op', 'MH', 'OUTPATIENT OFFICE VISIT', ['20']],
  ['op', 'MH', 'INPATIENT AND OUTPATIENT', ['20']],
  ['op', 'MH', 'INTENSIVE OUTPATIENT PROGRAM', []],
  ['op', 'MH', 'PARTIAL HOSPITALIZATION', []],
  ['op', 'MH', 'RESIDENTIAL, PARTIAL AND OUTPATIENT', ['20']],
  ['iop', 'A8', 'Inpatient Hospital', []],
  ['iop', 'A8', 'INTENSIVE OUTPATIENT', ['20']],
  ['dtx', 'AI', 'Outpatient Hospital', []],
  ['dtx', 'AI', 'OFFICE VISIT', []],
  ['dtx', 'AI', 'TELEHEALTH VISIT', []],
  ['dtx', 'AI', 'CALL OUR OFFICE', ['20']],
  ['dtx', 'CI', 'RESIDENTIAL TREATMENT', []],
  ['rtc', 'CI', 'DETOXIFICATION', []],
  ['rtc', 'A5', 'INPATIENT FACILITY', ['20']],
  ['rtc', 'CI', 'NON-RESIDENTIAL', []],
  ['php', 'BB', 'PROCESSED AS INPATIENT', ['20']],
] as const)(
  'a cost of %s said for %s with the words "%s" is one of that level only where the words allow it',
  (key, code, words, expected) => {
    const row = rowOf(key, aLine({ kind: 'A', service: { code, text: null }, network: 'in', percent: '20', texts: [words] }));
    expect(amounts(row.in.coinsurance)).toEqual(expected);
  },
);

test.each([
  ['dtx', SUBSTANCE, OFFICE, []],
  ['dtx', SUBSTANCE, TELEHEALTH, []],
  ['dtx', SUBSTANCE, { code: '11', text: null }, []],
  ['dtx', SUBSTANCE, { code: '51', text: 'Inpatient Psychiatric Facility' }, ['40.00']],
  ['rtc', ROOM, { code: '56', text: 'Psychiatric Residential Treatment Center' }, ['40.00']],
  ['op', PSYCHOTHERAPY, OFFICE, ['40.00']],
  ['op', PSYCHOTHERAPY, TELEHEALTH, ['40.00']],
  ['op', PSYCHOTHERAPY, { code: '21', text: null }, []],
  ['iop', { code: 'A8', text: null }, { code: '51', text: 'Inpatient Psychiatric Facility' }, []],
] as const)('the place of service tells the setting: %s, %o at %o', (key, service, placeOfService, expected) => {
  expect(amounts(rowOf(key, aLine({ kind: 'B', service, network: 'in', amount: '40', placeOfService })).in.copay)).toEqual(expected);
});

test('a price by the visit does not stand in for care one stays for; of the own service anything may be counted so', () => {
  const perVisit = { kind: 'A', network: 'in', percent: '10', period: VISIT } as const;
  expect(rowOf('dtx', aLine({ ...perVisit, service: SUBSTANCE })).in.coinsurance.state).toBe('not-stated');
  expect(amounts(rowOf('dtx', aLine({ ...perVisit, service: { code: 'CI', text: null } })).in.coinsurance)).toEqual(['10']);
});

test('where the exact service speaks of another setting only, the next service that speaks of this one is used', () => {
  const row = rowOf(
    'op',
    aLine({ kind: 'A', service: PSYCHOTHERAPY, network: 'in', percent: '10', placeOfService: { code: '21', text: 'Inpatient Hospital' } }),
    aLine({ kind: 'A', service: MENTAL_HEALTH, network: 'in', percent: '30' }),
  );
  expect(row.in.coinsurance).toMatchObject({ state: 'said-elsewhere', saidFor: { code: 'MH' }, lines: [{ amount: '30' }] });
});

test('the plan deductible is used where the service states none, and is called plan-level', () => {
  const row = rowOf(
    'rtc',
    aLine({ service: ROOM }),
    aLine({ kind: 'C', network: 'in', level: IND, amount: '500', period: CALENDAR_YEAR }),
    aLine({ kind: 'C', network: 'in', level: IND, amount: '100', period: REMAINING }),
    aLine({ kind: 'C', network: 'in', level: FAM, amount: '900', period: CALENDAR_YEAR }),
  );
  expect(row.in.deductible).toMatchObject({ state: 'said-for-plan', saidFor: { words: 'plan-level' } });
  expect(row.in.deductible.lines).toMatchObject([
    { level_code: 'IND', total: '500.00', remaining: '100.00', met: '400.00' },
    { level_code: 'FAM', total: '900.00', met: null },
  ]);
  expect(row.out.deductible.state).toBe('not-stated');
});

test('the deductible of the service goes before the plan deductible', () => {
  const row = rowOf(
    'php',
    aLine({ kind: 'C', level: IND, amount: '500' }),
    aLine({ kind: 'C', level: IND, service: PARTIAL, amount: '200' }),
  );
  expect(amounts(row.in.deductible)).toEqual(['200.00']);
});

test('a plan-level copay is not taken for a level of care, nor is the status of the plan', () => {
  const row = rowOf('op', aLine(), aLine({ kind: 'B', amount: '30' }), aLine({ kind: 'D', service: PSYCHOTHERAPY }));
  expect([row.in.copay.state, row.in.covered.state]).toEqual(['not-stated', 'not-stated']);
});

test('a service that tells a copayment borrows no coinsurance, neither from another service nor from the plan', () => {
  const row = rowOf(
    'rtc',
    aLine({ kind: 'B', service: RESIDENTIAL, network: 'in', amount: '150' }),
    aLine({ kind: 'A', service: ROOM, network: 'in', percent: '10' }),
    aLine({ kind: 'A', network: 'in', percent: '30' }),
  );
  expect([amounts(row.in.copay), row.in.coinsurance.state]).toEqual([['150.00'], 'not-stated']);
});

test('the very service is asked before those that stand in: residential before room and board', () => {
  const lines = [aLine({ kind: 'B', service: ROOM, amount: '90' }), aLine({ kind: 'B', service: RESIDENTIAL, amount: '70' })];
  expect(rowOf('rtc', ...lines).in.copay).toMatchObject({ state: 'said', saidFor: { code: 'RT' }, lines: [{ amount: '70.00' }] });
});

test.each([
  ['in', 'not-covered', 'said-elsewhere'],
  ['out', 'said-elsewhere', 'not-covered'],
  ['both', 'not-covered', 'not-covered'],
  ['unknown', 'not-covered', 'not-covered'],
  ['not-stated', 'not-covered', 'not-covered'],
] as const)('a level whose own service is not covered, network %s, borrows nothing on that side', (network, inside, outside) => {
  const row = rowOf(
    'rtc',
    aLine({ kind: 'I', service: RESIDENTIAL, network }),
    aLine({ service: ROOM, authorization: 'yes' }),
    aLine({ kind: 'A', service: ROOM, network: 'both', percent: '10' }),
  );
  for (const fact of ['covered', 'coinsurance', 'authorization'] as const)
    expect([row.in[fact].state, row.out[fact].state], fact).toEqual([inside, outside]);
  const refusing = inside === 'not-covered' ? row.in : row.out;
  expect(refusing.covered).toMatchObject({ saidFor: { code: 'RT' }, refusals: [{ type_code: 'I' }] });
  expect(refusing.deductible.state).toBe('not-covered');
});

test('not covered of a service that stands in is the answer only where the own service is silent', () => {
  const refusal = aLine({ kind: 'I', service: SUBSTANCE, network: 'out' });
  const covered = aLine({ kind: 'A', service: { code: 'CI', text: null }, network: 'out', percent: '40' });
  expect(rowOf('dtx', refusal).out.covered).toMatchObject({ state: 'not-covered', saidFor: { words: 'said for Substance Abuse' } });
  const row = rowOf('dtx', refusal, covered);
  expect([row.out.coinsurance.state, row.out.authorization.state, row.out.copay.state]).toEqual(['said', 'not-stated', 'not-stated']);
  // Nor does the status of the refused service stand for the level then.
  expect(rowOf('dtx', refusal, covered, aLine({ service: SUBSTANCE })).out.covered.state).toBe('not-stated');
});

test('an inactive service is not covered, and an inactive status elsewhere is none of its own', () => {
  const inactive = aLine({ kind: '6', service: RESIDENTIAL });
  expect(rowOf('rtc', inactive, aLine({ kind: 'B', service: ROOM, amount: '90' })).in.copay.state).toBe('not-covered');
  expect(rowOf('php', inactive).in.covered.state).toBe('not-stated');
});

test('not covered in words that name a part of a priced service is quoted beside its price, and a flat no stands beside it', () => {
  const priced = aLine({ kind: 'B', service: PARTIAL, network: 'in', amount: '50' });
  const part = rowOf('php', priced, aLine({ kind: 'I', service: PARTIAL, texts: ['BIOFEEDBACK'] }));
  expect([part.in.copay.state, part.in.covered.state]).toEqual(['said', 'not-stated']);
  // Without a price out of network it is that network's answer.
  expect(part.out.covered.state).toBe('not-covered');
  const flat = rowOf('php', priced, aLine({ kind: 'I', service: PARTIAL, network: 'in' }));
  expect([flat.in.covered.state, amounts(flat.in.copay)]).toEqual(['not-covered', ['50.00']]);
});

test('an exclusion is quoted with its words and is no refusal; without words it names its service', () => {
  const words = aLine({ kind: 'E', service: PARTIAL, network: 'both', texts: ['COURT ORDERED TREATMENT IS EXCLUDED'] });
  const quoted = rowOf('php', aLine({ service: PARTIAL }), words);
  expect([quoted.in.covered.state, quoted.out.covered.state]).toEqual(['said', 'said']);
  expect(quoted.exceptions).toMatchObject([
    { kind: 'excluded', saidFor: { code: 'BB' }, line: { text: 'COURT ORDERED TREATMENT IS EXCLUDED' } },
  ]);
  const bare = rowOf('php', aLine({ kind: 'E', service: PARTIAL, network: 'out' }));
  expect([bare.in.covered.state, bare.out.covered.state]).toEqual(['not-stated', 'not-covered']);
});

test('an exclusion that names a level in its words is quoted there, whatever behavioural service it stands under', () => {
  const line = aLine({ kind: 'E', service: MENTAL_HEALTH, texts: ['RESIDENTIAL TREATMENT IS EXCLUDED'] });
  expect(rowOf('rtc', line).exceptions).toMatchObject([{ saidFor: { code: 'MH' } }]);
  expect(rowOf('op', line).exceptions).toEqual([]);
});

test('of several own services the covered one gives the price, and the no of the other is quoted', () => {
  const row = rowOf(
    'op',
    aLine({ kind: 'I', service: { code: 'CF', text: null }, network: 'in' }),
    aLine({ kind: 'B', service: PSYCHOTHERAPY, network: 'in', amount: '55' }),
  );
  expect(row.in.copay).toMatchObject({ state: 'said', saidFor: { code: 'A6' } });
  expect(row.exceptions).toMatchObject([{ kind: 'not-covered', saidFor: { code: 'CF' } }]);
});

test('a network that is not covered is not called so again for another service', () => {
  const refusal = { kind: 'I', network: 'out' } as const;
  const row = rowOf('op', aLine({ ...refusal, service: { code: 'CF', text: null } }), aLine({ ...refusal, service: PSYCHOTHERAPY }));
  expect([row.out.covered.saidFor?.code, row.exceptions]).toEqual(['CF', []]);
});

test('an own service that is merely called active does not hide the no of another', () => {
  const row = rowOf('op', aLine({ service: PSYCHOTHERAPY }), aLine({ kind: 'I', service: { code: 'CF', text: null }, network: 'out' }));
  expect([row.in.covered.state, row.out.covered.state]).toEqual(['said', 'not-covered']);
});

test('a level that the payer answered unasked is not called "not asked"', () => {
  const lines = [aLine({ kind: 'A', service: PARTIAL, network: 'in', percent: '20' })];
  expect(rowIn(anAnswer({ lines, askedServiceTypes: ['MH'] }), 'php').in.copay.state).toBe('not-stated');
});

test('what another company handles shows nothing of this plan', () => {
  const administrator = anEntity({ name: 'SABLE BEHAVIORAL PARTNERS', role: { code: '2B', text: 'Third-Party Administrator' } });
  const rows = rowsOf(
    answerOf(
      aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [administrator] }),
      aLine({ kind: 'A', network: 'in', percent: '30' }),
      aLine({ kind: 'C', network: 'in', amount: '500' }),
      aLine({ kind: 'B', service: { code: '98', text: null }, network: 'in', amount: '60' }),
      aLine({ kind: 'I', service: { code: '98', text: null }, network: 'out' }),
    ),
  );
  for (const row of rows) {
    for (const fact of CARE_FACTS)
      for (const side of [row.in, row.out])
        expect(side[fact], fact).toMatchObject({ state: 'said-elsewhere', company: 'SABLE BEHAVIORAL PARTNERS', lines: [], refusals: [] });
    expect(row.exceptions).toEqual([]);
  }
});

test('a company for substance use alone leaves the mental health levels to the plan, without their substance use services', () => {
  const answer = anAnswer({
    plans: [aPlan()],
    lines: [
      aLine({
        kind: 'U',
        service: SUBSTANCE,
        entities: [anEntity({ name: 'CEDAR', role: { code: '2B', text: 'Third-Party Administrator' } })],
      }),
      aLine({ kind: 'A', service: { code: 'CI', text: null }, network: 'in', percent: '20' }),
      aLine({ kind: 'B', service: PSYCHOTHERAPY, network: 'in', amount: '40' }),
    ],
  });
  expect(rowIn(answer, 'dtx').in.coinsurance).toMatchObject({ state: 'said-elsewhere', company: 'CEDAR' });
  expect(rowIn(answer, 'rtc').in.coinsurance.state).toBe('not-stated');
  expect(amounts(rowIn(answer, 'op').in.copay)).toEqual(['40.00']);
});

test.each([
  ['required', { authorization: 'yes' } as const, { required: true, unknown: false, state: 'said' }],
  ['not required', { authorization: 'no' } as const, { required: false, unknown: false, state: 'said' }],
  ['unknown', { authorization: 'unknown' } as const, { required: null, unknown: true, state: 'said' }],
  ['not stated', {}, { required: null, unknown: false, saidFor: null, state: 'not-stated' }],
])('authorization that is %s reads so', (_word, over, expected) => {
  expect(rowOf('php', aLine({ kind: 'B', service: PARTIAL, amount: '10', ...over })).in.authorization).toMatchObject(expected);
});

test('authorization that one own service needs is not hidden by another that needs none', () => {
  const row = rowOf(
    'op',
    aLine({ kind: 'CB', service: PSYCHOTHERAPY, network: 'in', authorization: 'no' }),
    aLine({ service: { code: 'A8', text: null }, network: 'in', authorization: 'yes' }),
    aLine({ service: { code: 'A8', text: null }, network: 'out', authorization: 'unknown' }),
  );
  expect(row.in.authorization).toMatchObject({ required: true, saidFor: { code: 'A8' } });
  expect(row.out.authorization).toMatchObject({ required: null, unknown: true, saidFor: { code: 'A8' } });
});

test('authorization that a service standing in needs is named beside the own service that needs none', () => {
  const row = rowOf(
    'op',
    aLine({ kind: 'CB', service: PSYCHOTHERAPY, network: 'in', authorization: 'no' }),
    aLine({ service: MENTAL_HEALTH, network: 'in', authorization: 'yes' }),
    aLine({ service: MENTAL_HEALTH, network: 'out', authorization: 'unknown' }),
  );
  expect(row.in.authorization).toMatchObject({ required: false, saidFor: { code: 'A6' }, alsoRequired: [{ code: 'MH' }] });
  expect(row.out.authorization).toMatchObject({ state: 'said-elsewhere', unknown: true, saidFor: { code: 'MH' } });
});

test('mental health and substance use are never merged: detox does not read mental health lines', () => {
  const row = rowOf('dtx', aLine({ kind: 'B', service: { code: 'CG', text: null }, amount: '10' }));
  expect(row.in.copay.state).toBe('not-stated');
});

test('notes that speak of authorization are shown where the line itself states none', () => {
  const texts = ['PRIOR AUTHORIZATION REQUIRED AFTER 8 VISITS', 'Member services: see card'];
  const { authorization } = rowOf('php', aLine({ service: PARTIAL, texts })).in;
  expect(authorization).toMatchObject({ required: null, unknown: false, notes: ['PRIOR AUTHORIZATION REQUIRED AFTER 8 VISITS'] });
});

test('limits are those of the level itself, else those of a service that stands in, which is named', () => {
  const limit = (code: string, value: string, unit = 'DY') =>
    aLine({ kind: 'F', service: { code, text: null }, network: 'both', quantity: { value, qualifier: { code: unit, text: null } } });
  expect(rowOf('rtc', limit('RT', '30'), limit('A5', '60')).in.limit).toMatchObject({
    state: 'said',
    lines: [{ quantity: { value: '30' } }],
  });
  expect(rowOf('rtc', limit('A5', '60')).in.limit).toMatchObject({ state: 'said-elsewhere', saidFor: { code: 'A5' } });
  expect(rowOf('op', limit('CF', '20', 'VS'), limit('A6', '12', 'VS')).in.limit.lines).toHaveLength(2);
  expect(rowOf('dtx', limit('AI', '45', 'VS')).in.limit.state).toBe('not-stated');
});

test('what a filter hides is called so, and what was not stated stays so', () => {
  const coverage = normalizeCoverage(
    answerOf(aLine({ kind: 'B', service: PARTIAL, network: 'in', amount: '50' }), aLine({ kind: 'I', service: PARTIAL, network: 'out' })),
  );
  const { plan } = coverage;
  if (plan === null) throw new Error('no plan');
  const shown = shownUnder({ ...SHOW_ALL, networks: ['outOfNetwork'] }, plan);
  const row = levelsOfCare({ coverage, plan, shown })[2];
  expect([row?.in.copay.state, row?.in.coinsurance.state, row?.out.copay.state]).toEqual(['filtered', 'not-stated', 'not-covered']);
});

/** What is wrong with a cell; expecting one by one would take seconds. */
function faultsOf({ level, ...row }: CareRow, side: 'in' | 'out', fact: (typeof CARE_FACTS)[number]): string[] {
  const cell: CareCell<SourceLine> = row[side][fact];
  const lines = [...cell.lines, ...cell.refusals];
  const isOfService = cell.state === 'said' || (cell.state === 'said-elsewhere' && cell.company === null);
  const codes = cell.state === 'said' ? level.own : level.near;
  const silence = cell.company === null ? ['not-stated', 'not-asked'] : ['said-elsewhere'];
  const isMisplaced = (line: SourceLine) => {
    const [named, setting] = [levelsNamed(line), settingOf(line)];
    return named.length > 0 ? !named.includes(level.key) : level.setting !== null && setting !== null && setting !== level.setting;
  };
  return [
    ...(lines.some((line) => !isOnSide(line, side)) ? ['another network'] : []),
    ...(lines.some(isMisplaced) ? ['another level or setting'] : []),
    ...(isOfService && !codes.includes(cell.saidFor?.code ?? '') ? ['the service of another tier'] : []),
    ...(cell.state === 'said-for-plan' && !PLAN_FACTS.has(fact) ? ['taken from the plan'] : []),
    ...(cell.state === 'not-covered' && cell.refusals.length === 0 ? ['a no that nobody said'] : []),
    ...(lines.length === 0 && !silence.includes(cell.state) ? ['a value that nobody said'] : []),
  ].map((fault) => `${level.key} ${side} ${fact}: ${fault}`);
}
const PLAN_FACTS: ReadonlySet<string> = new Set(['coinsurance', 'deductible', 'outOfPocket']);

test('whatever the answer, the states add up, and no cell shows a line of another network, level of care or setting', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(arbitraryCareAnswer(), (answer) => {
      const coverage = normalizeCoverage(answer);
      for (const plan of coverage.plans) {
        const rows = levelsOfCare({ coverage, plan });
        const places = rows.flatMap((row) => (['in', 'out'] as const).flatMap((side) => CARE_FACTS.map((fact) => ({ row, side, fact }))));
        expect(places).toHaveLength(70);
        expect(places.flatMap(({ row, side, fact }) => faultsOf(row, side, fact))).toEqual([]);
        for (const { row, side, fact } of places) seen.set(row[side][fact].state, (seen.get(row[side][fact].state) ?? 0) + 1);
      }
    }),
  );
  expect([...seen.keys()].toSorted()).toEqual(['not-asked', 'not-covered', 'not-stated', 'said', 'said-elsewhere', 'said-for-plan']);
});
