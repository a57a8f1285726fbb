import { expect, test } from 'vitest';
import { aLine, answerOf, CALENDAR_YEAR, FAM, IND, REMAINING } from '../../../test/answers.ts';
import { compareText } from './benefit-order.ts';
import { limitRows } from './limit-rows.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';

const LIFETIME = { code: '32', text: 'Lifetime' };
const LIFETIME_LEFT = { code: '33', text: 'Lifetime Remaining' };
const EPISODE = { code: '26', text: 'Episode' };

const deductible = (over: Partial<AnswerLine>) => aLine({ kind: 'C', level: IND, network: 'in', ...over });

/** By name; individual and family rows that hold nothing are left out. */
function rowsOf(...lines: AnswerLine[]) {
  const plan = normalizeCoverage(answerOf(...lines)).plan ?? { benefit_groups: [], insurance_type: null };
  return limitRows(plan, 'deductibles')
    .filter((row) => row.lines.length > 0)
    .toSorted((a, b) => compareText(a.names.join(), b.names.join()))
    .map((row) => [row.level_code, row.names.join(', '), row.lines.map(({ total, met, remaining }) => [total, met, remaining])]);
}

test('individual and family have a row each, stated or not, and silence has none', () => {
  expect(limitRows({ benefit_groups: [], insurance_type: null }, 'deductibles')).toEqual([]);
  const plan = normalizeCoverage(answerOf(deductible({ level: FAM, amount: '900' }))).plan;
  expect(plan && limitRows(plan, 'deductibles').map((row) => [row.level, row.lines.length])).toEqual([
    ['Individual', 0],
    ['Family', 1],
  ]);
});

test('a total and what is left of it stand in one row', () => {
  expect(rowsOf(deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '120', period: REMAINING }))).toEqual([
    ['IND', '', [['500.00', '380.00', '120.00']]],
  ]);
});

test.each([
  ['two lines', [deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '120', period: LIFETIME_LEFT })]],
  ['columns of one line', [deductible({ total: '500', totalPeriod: CALENDAR_YEAR, remaining: '120', remainingPeriod: LIFETIME_LEFT })]],
])('what is left of a lifetime does not stand beside the total of a year: %s', (_name, lines) => {
  expect(rowsOf(...lines)).toEqual([
    ['IND', '', [['500.00', null, null]]],
    ['IND', 'lifetime', [[null, null, '120.00']]],
  ]);
});

test('what is left of the year does not stand beside the total of an episode', () => {
  expect(rowsOf(deductible({ amount: '1676', period: EPISODE }), deductible({ amount: '0', period: REMAINING }))).toEqual([
    ['IND', '', [[null, null, '0.00']]],
    ['IND', 'episode', [['1676.00', null, null]]],
  ]);
});

test('a lifetime limit has its own row with what is left of it', () => {
  expect(
    rowsOf(
      deductible({ amount: '500', period: CALENDAR_YEAR }),
      deductible({ amount: '9000', period: LIFETIME }),
      deductible({ amount: '8000', period: LIFETIME_LEFT }),
    ),
  ).toEqual([
    ['IND', '', [['500.00', null, null]]],
    ['IND', 'lifetime', [['9000.00', '1000.00', '8000.00']]],
  ]);
});

test('tiers that only texts tell have a row each, and what is left of one is not taken from the other', () => {
  const tier = (words: string, over: Partial<AnswerLine>) => deductible({ ...over, texts: [words] });
  expect(
    rowsOf(
      tier('TIER 1 PROVIDERS', { amount: '500', period: CALENDAR_YEAR }),
      tier('Tier 2 providers', { amount: '1500', period: CALENDAR_YEAR }),
      tier('TIER-2', { amount: '1200', period: REMAINING }),
    ),
  ).toEqual([
    ['IND', 'TIER 1', [['500.00', null, null]]],
    ['IND', 'TIER 2', [['1500.00', '300.00', '1200.00']]],
  ]);
  expect(rowsOf(tier('TIER 1', { amount: '500', period: CALENDAR_YEAR }), tier('TIER 2', { amount: '90', period: REMAINING }))).toEqual([
    ['IND', 'TIER 1', [['500.00', null, null]]],
    ['IND', 'TIER 2', [[null, null, '90.00']]],
  ]);
});

test("Medicare's parts have a row each that names them", () => {
  const part = (letter: string, amount: string) =>
    deductible({ amount, insuranceType: { code: `M${letter}`, text: `Medicare Part ${letter}` } });
  expect(rowsOf(part('A', '1676'), part('B', '257'))).toEqual([
    ['IND', 'Medicare Part A', [['1676.00', null, null]]],
    ['IND', 'Medicare Part B', [['257.00', null, null]]],
  ]);
});

test('of two totals in one network the one that names no tier stands with the one that does', () => {
  const lines = [deductible({ amount: '500', texts: ['TIER 1'] }), deductible({ amount: '600' })];
  expect(rowsOf(...lines)).toEqual([
    [
      'IND',
      'TIER 1',
      [
        ['500.00', null, null],
        ['600.00', null, null],
      ],
    ],
  ]);
});

test('a line that names no part stands with the only one that is named in its network', () => {
  const left = { amount: '90', period: REMAINING };
  const lines = [
    deductible({ amount: '500', period: CALENDAR_YEAR, texts: ['TIER 1'] }),
    deductible({ ...left }),
    deductible({ network: 'out', amount: '900' }),
  ];
  expect(rowsOf(...lines)).toEqual([
    ['IND', '', [['900.00', null, null]]],
    ['IND', 'TIER 1', [['500.00', '410.00', '90.00']]],
  ]);
});
