import { expect, test } from 'vitest';
import { aLine, anAnswer, answerOf, MENTAL_HEALTH } from '../../../test/answers.ts';
import { type BenefitFilter, countLines, filterBenefits, matchesLevel, matchesNetwork, SHOW_ALL } from './benefit-filter.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerNetwork } from './payer-answer.ts';

const planOf = (...lines: ReturnType<typeof aLine>[]) => normalizeCoverage(answerOf(...lines)).plans[0] ?? { benefit_groups: [] };
const show = (over: Partial<BenefitFilter>): BenefitFilter => ({ ...SHOW_ALL, ...over });

test.each<[string | null, boolean, boolean]>([
  ['IND', true, false],
  ['EMP', true, false],
  ['FAM', false, true],
  ['ESP', false, true],
  ['ECH', false, true],
  ['SPC', false, true],
  ['SPO', true, true],
  ['DEP', true, true],
  ['CHD', true, true],
  ['XYZ', true, true],
  [null, true, true],
])('level %s shows under Individual: %s, under Family: %s, and always under All', (code, individual, family) => {
  expect([matchesLevel(code, 'Individual'), matchesLevel(code, 'Family'), matchesLevel(code, 'All')]).toEqual([individual, family, true]);
});

test('lines that apply to both networks show with either; unstated ones have their own choice', () => {
  expect(matchesNetwork('notApplicableNetwork', ['inNetwork'])).toBe(true);
  expect(matchesNetwork('notApplicableNetwork', ['outOfNetwork'])).toBe(true);
  expect(matchesNetwork('notApplicableNetwork', ['noNetwork'])).toBe(false);
  expect(matchesNetwork('noNetwork', ['inNetwork', 'outOfNetwork'])).toBe(false);
  expect(matchesNetwork('noNetwork', ['noNetwork'])).toBe(true);
  expect(matchesNetwork('outOfNetwork', null)).toBe(true);
});

const networks: AnswerNetwork[] = ['in', 'out', 'both', 'unknown'];
const copays = networks.map((network) => aLine({ kind: 'B', network, amount: '25' }));

test('a network choice hides the other network and counts what it hides', () => {
  const { groups, hidden } = filterBenefits(planOf(...copays), show({ networks: ['inNetwork'] }));
  expect(groups[0]?.benefits.map((benefit) => benefit.network)).toEqual(['In network', 'In and out of network']);
  expect(hidden).toBe(2);
});

test('a payment choice leaves statuses and notes alone', () => {
  const plan = planOf(
    aLine(),
    aLine({ kind: 'B', amount: '25' }),
    aLine({ kind: 'C', amount: '500' }),
    aLine({ kind: 'F', texts: ['30 visits'] }),
  );
  const { groups, hidden } = filterBenefits(plan, show({ payments: ['deductibles'] }));
  expect(groups[0]?.benefits.map((benefit) => benefit.amount_code)).toEqual(['deductibles']);
  expect(groups[0]?.status_details).toHaveLength(1);
  expect(groups[0]?.auxilary.limitations).toHaveLength(1);
  expect(hidden).toBe(1);
});

test('a benefit choice keeps the chosen services and those without a code', () => {
  const plan = planOf(aLine(), aLine({ service: MENTAL_HEALTH }), aLine({ service: { code: null, text: 'Walk-in art class' } }));
  const { groups, hidden } = filterBenefits(plan, show({ benefits: ['MH'] }));
  expect(groups.map((group) => group.name)).toEqual(['Mental Health', 'Walk-in art class']);
  expect(hidden).toBe(1);
});

test('a group that loses all its lines goes, one that only names another payer stays', () => {
  const plan = planOf(aLine({ kind: 'B', network: 'out', amount: '25' }), aLine({ kind: 'R', service: MENTAL_HEALTH, network: 'out' }));
  expect(filterBenefits(plan, show({ networks: ['inNetwork'] })).groups.map((group) => group.code)).toEqual(['MH']);
});

test('without any choice everything shows and nothing is hidden', () => {
  const plan = planOf(...copays, aLine({ kind: 'I' }));
  expect(filterBenefits(plan, SHOW_ALL)).toEqual({ groups: plan.benefit_groups, hidden: 0 });
});

test('shown and hidden lines add up to all lines, whatever is chosen', () => {
  const plan = planOf(...copays, ...copays.map((line) => ({ ...line, id: `${line.id}f`, level: { code: 'FAM', text: null } })), aLine());
  const all = plan.benefit_groups.reduce((sum, group) => sum + countLines(group), 0);
  for (const level of ['All', 'Family', 'Individual'] as const)
    for (const payments of [null, [], ['coPayment' as const]])
      for (const chosen of [null, [], ['inNetwork' as const], ['noNetwork' as const]]) {
        const { groups, hidden } = filterBenefits(plan, { level, payments, networks: chosen, benefits: null });
        expect(groups.reduce((sum, group) => sum + countLines(group), 0) + hidden).toBe(all);
      }
});

test('an answer without plans has nothing to filter', () => {
  expect(filterBenefits({ benefit_groups: normalizeCoverage(anAnswer()).plan?.benefit_groups ?? [] }, SHOW_ALL)).toEqual({
    groups: [],
    hidden: 0,
  });
});
