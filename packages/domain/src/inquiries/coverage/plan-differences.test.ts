import { expect, test } from 'vitest';
import { aLine, anAnswer, aPlan, CALENDAR_YEAR, IND } from '../../../test/answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import { planDifferences } from './plan-differences.ts';
import { CURRENT } from './status-tone.ts';

function plansOf(...amounts: string[]) {
  const plans = amounts.map(() => aPlan({ status: { code: '1', text: 'Active Coverage' } }));
  const lines = amounts.map((amount, plan) => aLine({ kind: 'C', level: IND, network: 'in', amount, period: CALENDAR_YEAR, plan }));
  return normalizeCoverage(anAnswer({ plans, lines })).plans;
}

test('what differs is named, what is the same is not', () => {
  const [first, second] = plansOf('500', '250');
  if (!first || !second) throw new Error('no plans');
  expect(planDifferences(first, second, CURRENT)).toEqual(['Deductible in network $250.00, what is left is not stated']);
  expect(planDifferences(first, { ...second, status: 'Inactive', status_code: '6' }, CURRENT)[0]).toBe('Status Inactive');
});

test('two plans that say the same differ in nothing', () => {
  const [first, second] = plansOf('500', '500');
  if (!first || !second) throw new Error('no plans');
  expect(planDifferences(first, second, CURRENT)).toEqual([]);
});
