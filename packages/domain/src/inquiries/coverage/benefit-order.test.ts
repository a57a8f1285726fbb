import { expect, test } from 'vitest';
import { aLine, answerOf, FAM, IND, MENTAL_HEALTH } from '../../../test/answers.ts';
import { orderGroups } from './benefit-order.ts';
import { normalizeCoverage } from './normalize-coverage.ts';

test('health benefit plan coverage comes first, then deductibles, then out-of-pocket, then behavioural health, then the rest by name', () => {
  const named = [
    { code: '33', name: 'Chiropractic' },
    { code: 'A6', name: 'Psychotherapy' },
    { code: null, name: 'Out-of-pocket' },
    { code: '98', name: 'Office visit' },
    { code: 'MH', name: 'Mental Health' },
    { code: null, name: 'Deductibles' },
    { code: 'AL', name: 'Vision' },
    { code: '30', name: 'HEALTH BENEFIT PLAN COVERAGE' },
  ];
  expect(orderGroups(named).map((group) => group.name)).toEqual([
    'HEALTH BENEFIT PLAN COVERAGE',
    'Deductibles',
    'Out-of-pocket',
    'Mental Health',
    'Psychotherapy',
    'Office visit',
    'Chiropractic',
    'Vision',
  ]);
});

test('within a service: deductibles, out-of-pocket, co-payment, co-insurance; individual before family; in before out of network', () => {
  const kinds = ['A', 'B', 'G', 'C'];
  const lines = kinds.flatMap((kind) =>
    [FAM, IND].flatMap((level) =>
      (['out', 'in'] as const).map((network) => aLine({ kind, level, network, service: MENTAL_HEALTH, amount: '10' })),
    ),
  );
  const benefits = normalizeCoverage(answerOf(...lines)).plans[0]?.benefit_groups[0]?.benefits ?? [];

  expect(benefits.map((benefit) => `${benefit.type_code} ${benefit.level_code} ${benefit.network_code}`)).toEqual(
    ['C', 'G', 'B', 'A'].flatMap((kind) =>
      ['IND', 'FAM'].flatMap((level) => ['inNetwork', 'outOfNetwork'].map((network) => `${kind} ${level} ${network}`)),
    ),
  );
});
