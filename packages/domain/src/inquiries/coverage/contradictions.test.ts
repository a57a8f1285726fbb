import { expect, test } from 'vitest';
import { aDate, aLine, anEntity, CALENDAR_YEAR, FAM, IND, MENTAL_HEALTH, REMAINING, YEAR_TO_DATE } from '../../../test/answers.ts';
import { kindsOf, warningsOf, withLines } from '../../../test/warnings.ts';
import type { AnswerLine } from './payer-answer.ts';

const PSYCHIATRY = { code: 'A6', text: 'Psychotherapy' };
const contradictions = (...lines: AnswerLine[]) => warningsOf(withLines(...lines)).filter(({ kind }) => kind === 'contradicting-lines');
const copay = (amount: string, over: Partial<AnswerLine> = {}) => aLine({ kind: 'B', service: PSYCHIATRY, amount, ...over });
const status = (kind: string, over: Partial<AnswerLine> = {}) => aLine({ kind, service: PSYCHIATRY, ...over });
const office = { code: '11', text: 'Office' };
const home = { code: '12', text: 'Home' };
const delivery = { quantity: '1', quantityQualifier: null, per: null, periods: null, period: null, pattern: null, time: null };

const APART: [string, Partial<AnswerLine>, Partial<AnswerLine>][] = [
  ['level', { level: IND }, { level: FAM }],
  ['network', { network: 'in' }, { network: 'out' }],
  ['place of service', { placeOfService: office }, { placeOfService: home }],
  ['insurance type', { insuranceType: { code: 'PR', text: 'PPO' } }, { insuranceType: { code: 'HM', text: 'HMO' } }],
  ['plan text', { planName: 'Gold' }, { planName: 'Silver' }],
  ['begin', { dates: [aDate({ qualifier: '348', from: '2026-01-01' })] }, { dates: [aDate({ qualifier: '348', from: '2026-02-01' })] }],
  ['end', { dates: [aDate({ qualifier: '349', to: '2026-11-30' })] }, { dates: [aDate({ qualifier: '349', to: '2026-12-31' })] }],
];

test.each<(typeof APART)[number]>([
  ...APART,
  ['period', { period: { code: '27', text: 'Visit' } }, { period: { code: '36', text: 'Admission' } }],
  [
    'quantity',
    { quantity: { value: '20', qualifier: { code: 'VS', text: 'Visits' } } },
    { quantity: { value: '30', qualifier: { code: 'VS', text: 'Visits' } } },
  ],
  ['delivery', { deliveries: [delivery] }, { deliveries: [{ ...delivery, quantity: '2' }] }],
  ['text', { texts: ['Office visit'] }, { texts: ['Home visit'] }],
  ['second text', { texts: ['Visit', 'Office'] }, { texts: ['Visit', 'Home'] }],
  ['fact', { facts: [{ label: 'Tier', value: '1' }] }, { facts: [{ label: 'Tier', value: '2' }] }],
])('two co-payments that differ in %s as well are no contradiction, and alike they are', (_what, one, other) => {
  expect(contradictions(copay('20', one), copay('30', other))).toEqual([]);
  expect(contradictions(copay('20', one), copay('30', one))).toHaveLength(1);
});

test.each<(typeof APART)[number]>([
  ...APART,
  ['date', { dates: [aDate({ label: 'Added', from: '2026-01-01' })] }, { dates: [aDate({ label: 'Added', from: '2026-02-01' })] }],
])('active and inactive of a different %s are no contradiction, and alike they are', (_what, one, other) => {
  expect(contradictions(status('1', one), status('6', other))).toEqual([]);
  expect(contradictions(status('1', one), status('6', one))).toHaveLength(1);
});

test('two amounts for the same thing are quoted with all lines they stand on', () => {
  const lines = [copay('20', { id: 'a' }), copay('30', { id: 'b' }), copay('30', { id: 'c', entities: [anEntity({ name: 'Cedar' })] })];
  const [warning] = contradictions(...lines);
  expect(warning).toMatchObject({ severity: 'warning', title: 'The payer contradicts itself' });
  expect(warning?.payer_words).toEqual(['Psychotherapy, Co-Payment: $20.00 and $30.00 and $30.00 for the same thing']);
  expect(warning?.line_ids.toSorted()).toEqual(['a', 'b', 'c']);
});

test('the same amount twice, written in two ways, is no contradiction, and an amount that was not stated contradicts nothing', () => {
  expect(contradictions(copay('20'), copay('20.00', { entities: [anEntity({ name: 'Cedar' })] }))).toEqual([]);
  expect(contradictions(copay('20'), aLine({ kind: 'B', service: PSYCHIATRY }))).toEqual([]);
});

test('active and inactive of one service are quoted, each with its line', () => {
  const [warning] = contradictions(status('1', { id: 'yes', kindText: 'Active' }), status('7', { id: 'no', kindText: 'Being updated' }));
  expect(warning).toMatchObject({
    severity: 'warning',
    payer_words: ['Psychotherapy: "Active" and "Being updated"'],
    line_ids: ['yes', 'no'],
  });
});

test.each([
  ['1', '8', true],
  ['5', '6', true],
  ['1', '0', false],
  ['1', '5', false],
  ['6', '7', false],
])('statuses %s and %s of one service: a contradiction %s', (one, other, is) => {
  expect(contradictions(status(one), status(other))).toHaveLength(is ? 1 : 0);
});

test('a word and its code that say the opposite are quoted', () => {
  const [warning] = contradictions(status('6', { kindText: 'Active Coverage', id: 'l' }));
  expect(warning).toMatchObject({
    payer_words: ['Psychotherapy: the words say "Active Coverage", the code says "Inactive"'],
    line_ids: ['l'],
  });
});

test('on lines of the plan itself it is grave, and said once', () => {
  const onPlan = { service: { code: '30', text: 'Health Benefit Plan Coverage' } };
  const found = contradictions(status('1', onPlan), status('6', onPlan));
  expect(found).toMatchObject([{ severity: 'danger', title: 'The payer says both that the plan is active and that it is not' }]);
});

const limit = (over: Partial<AnswerLine>) => aLine({ kind: 'C', level: IND, service: MENTAL_HEALTH, id: 'l', ...over });
const ofYear = { totalPeriod: CALENDAR_YEAR, remainingPeriod: REMAINING };

test.each<[string, Partial<AnswerLine>, string[]]>([
  [
    'more is left than there was',
    { ...ofYear, total: '500', remaining: '500.01' },
    ['Mental Health, Deductible: remaining $500.01 is more than the total $500.00'],
  ],
  ['all is left', { ...ofYear, total: '500', remaining: '500' }, []],
  [
    'total, met and remaining do not add up',
    { ...ofYear, amount: '450', period: YEAR_TO_DATE, total: '500', remaining: '100' },
    ['Mental Health, Deductible: total, met and remaining do not add up'],
  ],
  ['they add up', { ...ofYear, amount: '400', period: YEAR_TO_DATE, total: '500', remaining: '100' }, []],
  ['nothing is said of what is left', { amount: '450', period: YEAR_TO_DATE, total: '500', totalPeriod: CALENDAR_YEAR }, []],
  ['the total is no limit', { ...ofYear, total: '999999.99', remaining: '1999999.99' }, []],
])('where %s, the warning says so or is not there', (_what, line, words) => {
  expect(contradictions(limit(line)).flatMap((warning) => warning.payer_words)).toEqual(words);
});

test('an answer that agrees with itself has no such warning', () => {
  expect(kindsOf(withLines(copay('20'), status('1')))).toEqual([]);
});

test('of an expired answer the title of a contradicting status is in the past', () => {
  const lines = [aLine({ kind: '1' }), aLine({ kind: '6' })];
  const found = warningsOf({ answer: { lines }, input: { now: new Date('2027-03-21T18:00:00Z') } });
  const titles = found.filter(({ kind }) => kind === 'contradicting-lines').map(({ title }) => title);
  expect(titles).toEqual(['The payer said both that the plan was active on 03/21/2026 and that it was not']);
});
