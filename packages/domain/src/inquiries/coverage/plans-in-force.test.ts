import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDate, aLine, anAnswer, aPlan, MENTAL_HEALTH } from '../../../test/answers.ts';
import { kindsOf, warningsOf } from '../../../test/warnings.ts';
import { answerSentence } from './answer-sentence.ts';
import { leadingPlan, leadOn } from './medical-plan.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine, AnswerPlan } from './payer-answer.ts';
import { CURRENT } from './status-tone.ts';

const ASKED = '2026-03-21';
const active = { code: '1', text: 'Active Coverage' };
const runs = (from: string, to: string | null = null) => [aDate({ qualifier: '307', label: 'Eligibility', from, to })];
const gold = aPlan({ name: 'Gold PPO', status: active, dates: runs('2026-01-01') });

/** A second plan of which nearly everything is amiss. */
const troubled = aPlan({
  name: 'Silver HMO',
  status: { code: '5', text: 'Active - Pending Investigation' },
  dates: [
    aDate({ qualifier: '347', label: 'Plan end', to: '2026-03-24' }),
    aDate({ qualifier: '343', label: 'Premium paid to date end', to: '2026-02-28' }),
  ],
});
const uncovered = aLine({ plan: 1, kind: 'I', service: MENTAL_HEALTH });
const cost = aLine({ kind: 'B', service: { code: 'A8', text: 'Psychiatric - Outpatient' }, amount: '20' });

test('every plan in force is read for warnings, and each names the plan it is about', () => {
  const warnings = warningsOf({ answer: { plans: [gold, troubled], lines: [cost, uncovered] } });
  expect(warnings.map(({ severity, title }) => `${severity}: ${title}`)).toEqual([
    'danger: Not covered: Mental Health (Silver HMO)',
    'warning: Active, but at risk: the payer is still investigating (Silver HMO)',
    'warning: Premiums are paid until 02/28/2026 only: this may be a grace period (Silver HMO)',
    'warning: The plan ends on 03/24/2026 (Silver HMO)',
    'warning: 2 plans, 2 of them active',
  ]);
});

test('what every plan in force has is said once, without a name', () => {
  const both = ['Gold PPO', 'Silver HMO'].map((name) => aPlan({ name, status: { code: '3', text: null } }));
  const capitated = warningsOf({ answer: { plans: both } }).filter(({ kind }) => kind === 'capitated');
  expect(capitated.map(({ title }) => title)).toEqual(['Active, capitated']);
});

const mended = (plan: number) => (line: AnswerLine) => ({ ...line, plan });

test('the order in which plans are sent changes no warning', () => {
  const bronze = aPlan({ name: 'Bronze', status: { code: '6', text: 'Inactive' } });
  const future = aPlan({ name: 'Gold 2027', status: active, dates: runs('2027-01-01') });
  const told: { plan: AnswerPlan; lines: AnswerLine[] }[] = [
    { plan: gold, lines: [cost] },
    { plan: troubled, lines: [uncovered] },
    { plan: bronze, lines: [aLine({ kind: 'T', service: null })] },
    { plan: future, lines: [aLine({ kind: 'Y', service: null, amount: '100' })] },
  ];
  const inOrder = (order: typeof told) =>
    warningsOf({ answer: { plans: order.map(({ plan }) => plan), lines: order.flatMap(({ lines }, index) => lines.map(mended(index))) } });
  fc.assert(
    fc.property(fc.shuffledSubarray(told, { minLength: 2 }), (order) => {
      expect(inOrder(order)).toEqual(inOrder(told.filter((each) => order.includes(each))));
    }),
  );
});

test.each([
  ['one that begins later', aPlan({ name: 'Gold 2027', status: active, dates: runs('2027-01-01') })],
  ['one that has ended', aPlan({ name: 'Gold 2024', status: active, dates: runs('2024-01-01', '2024-12-31') })],
  ['one that is not active', aPlan({ name: 'Bronze', status: { code: '6', text: 'Inactive' } })],
  ['one for teeth', aPlan({ name: 'Elm Dental', status: active })],
])('the plan in force on the day asked for leads before %s, whatever the order', (_what, other) => {
  for (const plans of [
    [gold, other],
    [other, gold],
  ]) {
    const coverage = normalizeCoverage(anAnswer({ plans }), ASKED);
    expect(coverage.plan?.name).toBe('Gold PPO');
    expect(answerSentence(leadOn({ ...coverage, plan: null }, ASKED), ASKED, CURRENT)).toMatch(/^Active: Fern Valley Health Gold PPO, /);
  }
});

test('asked for a day of next year the plan of next year leads', () => {
  const plans = [
    aPlan({ name: 'Gold 2026', status: active, dates: runs('2026-01-01', '2026-12-31') }),
    aPlan({ name: 'Gold 2027', status: active, dates: runs('2027-01-01') }),
  ];
  const coverage = normalizeCoverage(anAnswer({ plans }), ASKED);
  expect(leadingPlan(coverage.plans, ASKED)?.name).toBe('Gold 2026');
  expect(leadingPlan(coverage.plans, '2027-01-15')?.name).toBe('Gold 2027');
});

test('a plan that is not in force today is not warned of beside one that is', () => {
  const future = aPlan({ name: 'Gold 2027', status: active, dates: runs('2027-01-01') });
  expect(warningsOf({ answer: { plans: [future, gold], lines: [mended(1)(cost)] } }).map(({ kind }) => kind)).toEqual(['several-plans']);
});

test('where no plan is in force all of them are read', () => {
  const future = aPlan({ name: 'Gold 2027', status: active, dates: runs('2027-01-01') });
  const bronze = aPlan({ name: 'Bronze', status: { code: '6', text: 'Inactive' } });
  const titles = warningsOf({ answer: { plans: [bronze, future], lines: [mended(1)(cost)] } }).map(({ title }) => title);
  expect(titles).toContain('The plan is not active (Bronze)');
  expect(titles).toContain('The plan starts on 01/01/2027, after the date asked for (Gold 2027)');
});

test('a grace period of a plan is told before what the plan leaves out', () => {
  const plan = aPlan({ status: active, notes: ['HIX GRACE PERIOD'] });
  const kinds = warningsOf({ answer: { plans: [plan], lines: [cost, aLine({ kind: 'E', service: MENTAL_HEALTH })] } }).map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['at-risk', 'prominent-line']);
});

const head = (code: string, text: string) => ({ plans: [aPlan({ name: 'Gold PPO', status: { code, text } })] });

test.each([
  ['active', 'inactive', head('1', 'Active Coverage'), aLine({ kind: '6', kindText: 'Inactive' }), /^Not active|^The payer says both/],
  ['inactive', 'active', head('6', 'Inactive'), aLine({ kind: '1', kindText: 'Active Coverage' }), /^Active|^The payer says both/],
])('a plan called %s whose own lines say %s is a contradiction, and the lines are its status', (_head, _lines, answer, line) => {
  const over = { ...answer, lines: [cost, line] };
  expect(normalizeCoverage(anAnswer(over)).plan).toMatchObject({
    status_code: line.kind,
    stated_status: { status_code: answer.plans[0]?.status?.code },
  });
  expect(warningsOf({ answer: over })).toContainEqual(
    expect.objectContaining({ kind: 'contradicting-lines', severity: 'danger', line_ids: [line.id] }),
  );
});

test('a line about one network does not contradict the plan', () => {
  const line = aLine({ kind: '6', kindText: 'Inactive', network: 'out' });
  expect(warningsOf({ answer: { ...head('1', 'Active'), lines: [cost, line] } })).toEqual([]);
});

test.each([
  ['1', 'Inactive'],
  ['6', 'Active Coverage'],
  ['1', 'TERMINATED'],
])('a status of code %s in the words "%s" is shown in both, and warned of', (code, text) => {
  const [warning] = warningsOf({ answer: head(code, text) }).filter(({ kind }) => kind === 'contradicting-lines');
  expect(warning).toMatchObject({ severity: 'danger' });
  expect(warning?.payer_words.join(' ')).toContain(text);
});

test('premiums overdue of the answer as a whole are told where one of the plans runs', () => {
  const over = { code: '6', text: 'Inactive' };
  const gone = aPlan({ name: 'Bronze', status: over });
  const lines = [aLine({ kind: 'ZQ', texts: ['Member is in the grace period'] })];
  expect(kindsOf({ answer: { plans: [aPlan({ name: 'Gold', status: active }), gone], lines } })).toContain('at-risk');
  expect(kindsOf({ answer: { plans: [gone], lines } })).not.toContain('at-risk');
});

test('a dental plan in force does not hide that the medical plan ended', () => {
  const ended = aPlan({ name: 'Gold PPO', status: active, dates: runs('2025-01-01', '2025-12-31') });
  const plans = [ended, aPlan({ name: 'Elm Dental', status: active })];
  const told = warningsOf({ answer: { plans } });
  expect(told).toContainEqual(expect.objectContaining({ kind: 'plan-ended', severity: 'danger' }));
  expect(told.find(({ kind }) => kind === 'plan-ended')?.title).toContain('(Gold PPO)');
});
