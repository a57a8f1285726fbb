/** The order in which benefits and services are read, and what a plan is for (product.md 2.9, 10.1, 10.5). */
import { expect, test } from 'vitest';
import { aLine, answerOf, aPlan, anAnswer } from '../../../test/answers.ts';
import { isMedical } from './medical-plan.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine, AnswerNetwork } from './payer-answer.ts';
import { behaviouralRank, isBehavioural, isFolded, isSubstanceUse } from './service-types.ts';

const benefitsOf = (lines: AnswerLine[]) => normalizeCoverage(answerOf(...lines)).plans[0]?.benefit_groups[0]?.benefits ?? [];
const bothWays = <T>(items: readonly T[]): T[][] => [[...items], items.toReversed()];

test('deductibles come before out-of-pocket limits, co-payments and co-insurance', () => {
  for (const kinds of bothWays(['C', 'G', 'B', 'A']))
    expect(benefitsOf(kinds.map((kind) => aLine({ kind, amount: '1' }))).map((benefit) => benefit.amount_code)).toEqual([
      'deductibles',
      'outOfPocket',
      'coPayment',
      'coInsurance',
    ]);
});

test('individual levels come before one that is not stated, and that before family levels and unknown ones', () => {
  const levels = ['IND', 'EMP', 'SPO', 'DEP', 'CHD', null, 'FAM', 'ESP', 'ECH', 'SPC', 'QQ'];
  for (const sent of bothWays(levels)) {
    const lines = sent.map((code) => aLine({ kind: 'B', amount: '1', level: code === null ? null : { code, text: null } }));
    expect(benefitsOf(lines).map((benefit) => benefit.level_code)).toEqual(levels);
  }
});

test('in network comes before both, out of network and unknown', () => {
  const networks: AnswerNetwork[] = ['in', 'both', 'out', 'unknown'];
  for (const sent of bothWays(networks))
    expect(benefitsOf(sent.map((network) => aLine({ kind: 'B', amount: '1', network }))).map((benefit) => benefit.network_code)).toEqual([
      'inNetwork',
      'notApplicableNetwork',
      'outOfNetwork',
      'noNetwork',
    ]);
});

test('lines alike in all that come in the order of their period, amount, place and text', () => {
  const inOrder: Partial<AnswerLine>[] = [
    { amount: '9', period: { code: '26', text: null } },
    { amount: '20', period: { code: '26', text: null } },
    { amount: '100', period: { code: '26', text: null } },
    { amount: '5', period: { code: '27', text: null }, placeOfService: { code: '11', text: 'Home' } },
    { amount: '5', period: { code: '27', text: null }, placeOfService: { code: '12', text: 'Office' }, texts: ['a'] },
    { amount: '6', period: { code: '27', text: null }, placeOfService: { code: '11', text: 'Home' } },
  ];
  for (const sent of bothWays(inOrder))
    expect(benefitsOf(sent.map((over) => aLine({ kind: 'B', ...over }))).map(({ amount, place_of_service: at }) => [amount, at])).toEqual([
      ['9.00', null],
      ['20.00', null],
      ['100.00', null],
      ['5.00', 'Home'],
      ['5.00', 'Office'],
      ['6.00', 'Home'],
    ]);
});

test('the plan comes first, then services with a deductible, with an out-of-pocket limit, and the rest, behavioural ones first', () => {
  const inOrder: [string, string][] = [
    ['30', 'B'],
    ['33', 'C'],
    ['34', 'G'],
    ['MH', 'B'],
    ['A6', 'B'],
    ['98', 'B'],
    ['47', 'B'],
    ['AL', 'B'],
  ];
  for (const sent of bothWays(inOrder)) {
    const lines = sent.map(([code, kind]) => aLine({ kind, amount: '1', service: { code, text: code === 'AL' ? 'Vision' : null } }));
    const groups = normalizeCoverage(answerOf(...lines)).plans[0]?.benefit_groups ?? [];
    expect(groups.map(({ code }) => code)).toEqual(inOrder.map(([code]) => code));
  }
});

const BEHAVIOURAL = 'MH SMH A4 CI AI AJ AK RT A5 CG A7 CE BB BC CH CJ A8 CF A6 BD E0 E2'.split(' ');
const RELATED = '98 48 47 50 22 CQ UC 86 1 60 67'.split(' ');

test('behavioural services come in the order of levels of care, then what is read with them; the rest is folded away, the plan and unknown codes never', () => {
  expect([...BEHAVIOURAL, ...RELATED].map(behaviouralRank)).toEqual([...BEHAVIOURAL, ...RELATED].map((_, index) => index));
  expect(BEHAVIOURAL.map(isBehavioural)).toEqual(BEHAVIOURAL.map(() => true));
  expect(RELATED.map(isBehavioural)).toEqual(RELATED.map(() => false));
  expect(['AI', 'AJ', 'AK', 'CI', 'CJ', 'MH', null].map(isSubstanceUse)).toEqual([true, true, true, true, true, false, false]);
  expect(['33', 'AL', '30', 'MH', '98', 'ZZ', null].map(isFolded)).toEqual([true, true, false, false, false, false, false]);
});

test.each<[string, string | null, string[], boolean]>([
  ['a dental plan', 'Elm Dental', [], false],
  ['a plan for medicines', 'Rx Gold', [], false],
  ['a medical and dental plan', 'Medical and Dental', [], true],
  ['a plan without a name', null, [], true],
  ['a plan of dental services alone', 'Gold', ['23', '35', 'AL'], false],
  ['a plan of dental and medical services', 'Gold', ['35', '98'], true],
])('%s: medical or not', (_what, name, codes, is) => {
  const lines = codes.map((code) => aLine({ kind: '1', service: { code, text: null } }));
  const [plan] = normalizeCoverage(anAnswer({ plans: [aPlan({ name })], lines })).plans;
  expect(plan && isMedical(plan)).toBe(is);
});
