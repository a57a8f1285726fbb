import { expect, test } from 'vitest';
import { aLine, answerOf, CALENDAR_YEAR, FAM, IND, REMAINING } from '../../../test/answers.ts';
import { type CareRow, levelsOfCare } from './level-of-care.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';

const PARTIAL = { code: 'BB', text: 'Partial Hospitalization (Psychiatric)' };
const ROOM = { code: 'A5', text: 'Psychiatric - Room and Board' };

function rowOf(key: CareRow['level']['key'], ...lines: AnswerLine[]): CareRow {
  const row = levelsOfCare(normalizeCoverage(answerOf(...lines)).plans[0] ?? { benefit_groups: [] }).find(({ level }) => level.key === key);
  if (!row) throw new Error('no such level of care');
  return row;
}

test('each level of care is listed even where the payer is silent, and silence holds no amounts', () => {
  const rows = levelsOfCare({ benefit_groups: [] });
  expect(rows.map((row) => [row.level.name, row.isSilent])).toEqual([
    ['Detox', true],
    ['Residential', true],
    ['Partial Hosp.', true],
    ['Intensive OP', true],
    ['Outpatient', true],
  ]);
  expect(rows[2]?.in).toEqual({
    copay: [],
    coinsurance: [],
    deductible: { individual: [], family: [], other: [] },
    outOfPocket: { individual: [], family: [], other: [] },
    authorization: { required: null, unknown: false, saidFor: null, notes: [] },
  });
});

test('a cost said for the service stands on its side of the network and names that service', () => {
  const row = rowOf(
    'php',
    aLine({ kind: 'A', service: PARTIAL, network: 'in', percent: '20' }),
    aLine({ kind: 'A', service: PARTIAL, network: 'out', percent: '40' }),
  );
  expect(row.in.coinsurance.map((line) => [line.benefit.amount, line.saidFor.words])).toEqual([
    ['20', 'said for Partial Hospitalization (Psychiatric)'],
  ]);
  expect(row.out.coinsurance.map((line) => line.benefit.amount)).toEqual(['40']);
});

test('a line that applies to both networks stands on both sides', () => {
  const row = rowOf('php', aLine({ kind: 'B', service: PARTIAL, network: 'both', amount: '50' }));
  expect([row.in.copay[0]?.benefit.amount, row.out.copay[0]?.benefit.amount]).toEqual(['50.00', '50.00']);
});

test.each([
  ['op', 'MH', 'INPATIENT FACILITY', []],
  ['op', 'MH', 'OUTPATIENT OFFICE VISIT', ['20']],
  ['op', 'MH', 'INPATIENT AND OUTPATIENT', ['20']],
  ['iop', 'A8', 'Inpatient Hospital', []],
  ['dtx', 'AI', 'Outpatient Hospital', []],
  ['rtc', 'A5', 'INPATIENT FACILITY', ['20']],
  ['php', 'BB', 'PROCESSED AS INPATIENT', ['20']],
] as const)(
  'a cost of %s said for %s with the words "%s" is one of that level only where the words allow it',
  (key, code, words, amounts) => {
    const row = rowOf(key, aLine({ kind: 'A', service: { code, text: null }, network: 'in', percent: '20', texts: [words] }));
    expect(row.in.coinsurance.map((line) => line.benefit.amount)).toEqual(amounts);
    expect(row.isSilent).toBe(false);
  },
);

test('where the exact service speaks of another setting only, the next service that speaks of this one is used', () => {
  const row = rowOf(
    'op',
    aLine({
      kind: 'A',
      service: { code: 'A6', text: null },
      network: 'in',
      percent: '10',
      placeOfService: { code: '21', text: 'Inpatient Hospital' },
    }),
    aLine({ kind: 'A', service: { code: 'MH', text: null }, network: 'in', percent: '30' }),
  );
  expect(row.in.coinsurance.map((line) => [line.benefit.amount, line.saidFor.code])).toEqual([['30', 'MH']]);
});

test('the plan deductible is used where the service states none, and is called plan-level', () => {
  const row = rowOf(
    'rtc',
    aLine({ service: ROOM }),
    aLine({ kind: 'C', network: 'in', level: IND, amount: '500', period: CALENDAR_YEAR }),
    aLine({ kind: 'C', network: 'in', level: IND, amount: '100', period: REMAINING }),
    aLine({ kind: 'C', network: 'in', level: FAM, amount: '900', period: CALENDAR_YEAR }),
  );
  expect(row.in.deductible.individual).toMatchObject([
    { benefit: { total: '500.00', remaining: '100.00', met: '400.00' }, saidFor: { words: 'plan-level' } },
  ]);
  expect(row.in.deductible.family).toMatchObject([{ benefit: { total: '900.00', met: null } }]);
  expect(row.out.deductible.individual).toEqual([]);
});

test('the deductible of the service goes before the plan deductible', () => {
  const row = rowOf(
    'php',
    aLine({ kind: 'C', level: IND, amount: '500' }),
    aLine({ kind: 'C', level: IND, service: PARTIAL, amount: '200' }),
  );
  expect(row.in.deductible.individual.map((line) => line.benefit.amount)).toEqual(['200.00']);
});

test('a plan-level copay is not taken for a level of care', () => {
  expect(rowOf('op', aLine({ kind: 'B', amount: '30' }), aLine({ service: { code: 'A6', text: null } })).in.copay).toEqual([]);
});

test('service types are tried in order: residential before room and board', () => {
  const row = rowOf(
    'rtc',
    aLine({ kind: 'B', service: ROOM, amount: '90' }),
    aLine({ kind: 'B', service: { code: 'RT', text: null }, amount: '70' }),
  );
  expect(row.in.copay.map((line) => [line.benefit.amount, line.saidFor.code])).toEqual([['70.00', 'RT']]);
});

test.each([
  ['required', { authorization: 'yes' } as const, { required: true, unknown: false }],
  ['not required', { authorization: 'no' } as const, { required: false, unknown: false }],
  ['unknown', { authorization: 'unknown' } as const, { required: null, unknown: true }],
  ['not stated', {}, { required: null, unknown: false, saidFor: null }],
])('authorization that is %s reads so', (_word, over, expected) => {
  expect(rowOf('php', aLine({ kind: 'B', service: PARTIAL, amount: '10', ...over })).in.authorization).toMatchObject(expected);
});

test('authorization that one service of a level needs is not hidden by another service that needs none', () => {
  const row = rowOf(
    'op',
    aLine({ kind: 'CB', service: { code: 'A6', text: null }, network: 'in', authorization: 'no' }),
    aLine({ service: { code: 'MH', text: null }, network: 'in', authorization: 'yes' }),
    aLine({ service: { code: 'MH', text: null }, network: 'out', authorization: 'unknown' }),
  );
  expect(row.in.authorization).toMatchObject({ required: true, saidFor: { code: 'MH' } });
  expect(row.out.authorization).toMatchObject({ required: null, unknown: true, saidFor: { code: 'MH' } });
});

test('a level without a stated level of the family is shown apart, not guessed', () => {
  const row = rowOf('php', aLine({ kind: 'C', service: PARTIAL, amount: '500' }));
  expect(row.in.deductible.other).toHaveLength(1);
  expect(row.in.deductible.individual).toEqual([]);
});

test('a service that is not covered says so', () => {
  const row = rowOf('php', aLine({ kind: 'I', service: PARTIAL }));
  expect(row.notCovered.map((said) => said.code)).toEqual(['BB']);
});

test('mental health and substance use are never merged: detox does not read mental health lines', () => {
  const row = rowOf('dtx', aLine({ kind: 'B', service: { code: 'CG', text: null }, amount: '10' }));
  expect(row.isSilent).toBe(true);
});

test('notes that speak of authorization are shown where the line itself states none', () => {
  const texts = ['PRIOR AUTHORIZATION REQUIRED AFTER 8 VISITS', 'Member services: see card'];
  const { authorization } = rowOf('php', aLine({ service: PARTIAL, texts })).in;
  expect(authorization).toEqual({ required: null, unknown: false, saidFor: null, notes: ['PRIOR AUTHORIZATION REQUIRED AFTER 8 VISITS'] });
});
