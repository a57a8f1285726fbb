import { expect, test } from 'vitest';
import { aLine, answerOf, FAM, IND, MENTAL_HEALTH } from '../../../test/answers.ts';
import { orderGroups } from './benefit-order.ts';
import { normalizeCoverage } from './normalize-coverage.ts';

test('health benefit plan coverage comes first, then what tells deductibles, then out-of-pocket, then behavioural health, then the rest by name', () => {
  const telling = (kind: string) => normalizeCoverage(answerOf(aLine({ kind, amount: '10' }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
  const named = [
    { code: '33', name: 'Chiropractic', benefits: [] },
    { code: 'A6', name: 'Psychotherapy', benefits: telling('B') },
    { code: null, name: 'Out-of-pocket', benefits: telling('G') },
    { code: '98', name: 'Office visit', benefits: [] },
    { code: 'MH', name: 'Mental Health', benefits: [] },
    { code: null, name: 'Deductibles', benefits: telling('C') },
    { code: 'AL', name: 'Vision', benefits: [] },
    { code: '30', name: 'HEALTH BENEFIT PLAN COVERAGE', benefits: [] },
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

test('what a group tells decides its place, whatever it is called', () => {
  const service = (code: string, text: string) => ({ code, text });
  const coverage = normalizeCoverage(
    answerOf(
      aLine({ kind: 'B', service: service('MH', 'Mental Health'), amount: '20' }),
      aLine({ kind: '1', service: { code: null, text: 'Deductible waiver program' } }),
      aLine({ kind: 'G', service: service('98', 'Professional (Physician) Visit - Office'), amount: '3000' }),
      aLine({ kind: 'C', service: service('A6', 'Psychotherapy'), amount: '500' }),
      aLine({ kind: 'C', service: service('33', 'Chiropractic'), amount: '500' }),
      aLine({ kind: '1' }),
    ),
  );
  expect(coverage.plans[0]?.benefit_groups.map((group) => group.code ?? group.name)).toEqual([
    '30',
    'A6',
    '33',
    '98',
    'MH',
    'Deductible waiver program',
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
