import { expect, test } from 'vitest';
import { aLine, anAnswer, aPerson, aPlan, CALENDAR_YEAR, IND, MENTAL_HEALTH } from '../../../test/answers.ts';
import { mergeAnswers } from './merge-answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';

const plan = aPlan({ name: 'Alder PPO', groupNumber: '77', status: { code: '1', text: 'Active' } });
const deductible = (texts: string[]) => aLine({ kind: 'C', level: IND, amount: '500', period: CALENDAR_YEAR, texts });

test('a benefit told by several answers appears once, with all texts and both lines', () => {
  const first = anAnswer({ plans: [plan], lines: [deductible(['Combined'])], askedServiceTypes: ['30'] });
  const second = anAnswer({ plans: [plan], lines: [deductible(['Applies to mental health'])], askedServiceTypes: ['MH'] });

  const coverage = normalizeCoverage(mergeAnswers([first, second]));

  expect(coverage.plans).toHaveLength(1);
  const benefits = coverage.plan?.benefit_groups[0]?.benefits ?? [];
  expect(benefits).toHaveLength(1);
  expect(benefits[0]?.line_ids).toHaveLength(2);
  expect([benefits[0]?.text, ...(benefits[0]?.merged_benefit_texts ?? [])]).toEqual(['Applies to mental health', 'Combined']);
});

test('lines keep their plan, whatever the order of plans in each answer', () => {
  const other = aPlan({ name: 'Birch HMO' });
  const first = anAnswer({ plans: [plan, other], lines: [aLine({ plan: 1 })] });
  const second = anAnswer({ plans: [other, plan], lines: [aLine({ plan: 0, service: MENTAL_HEALTH }), aLine({ plan: 1, kind: '6' })] });

  const coverage = normalizeCoverage(mergeAnswers([first, second]));

  expect(coverage.plans.map((each) => [each.name, each.benefit_groups.map((group) => group.code)])).toEqual([
    ['Alder PPO', ['30']],
    ['Birch HMO', ['30', 'MH']],
  ]);
});

test('plans that differ in something both state stay apart', () => {
  const merged = mergeAnswers([anAnswer({ plans: [plan] }), anAnswer({ plans: [{ ...plan, groupNumber: '78' }] })]);
  expect(merged.plans).toHaveLength(2);
});

test('a differing status of the same plan is kept as a fact', () => {
  const merged = mergeAnswers([anAnswer({ plans: [plan] }), anAnswer({ plans: [{ ...plan, status: { code: '6', text: 'Inactive' } }] })]);
  expect(merged.plans).toMatchObject([{ status: { code: '1' }, facts: [{ label: 'Status in another answer', value: '6' }] }]);
});

test('service types without an answer stay asked, read as silent, and are named in a notice', () => {
  const coverage = normalizeCoverage(mergeAnswers([anAnswer({ lines: [aLine()], askedServiceTypes: ['30'] })], ['BB']));
  expect(coverage.service_types).toEqual({ asked: ['30', 'BB'], answered: ['30'], silent: ['BB'] });
  expect(coverage.notices).toMatchObject([{ kind: 'service-type-silent', service_types: ['BB'] }]);
});

test('one answer passes unchanged but for its line ids', () => {
  const answer = anAnswer({
    plans: [plan],
    lines: [aLine({ id: 'a' })],
    patient: { ...aPerson({ firstName: 'Ada' }), relationship: null },
  });
  expect(mergeAnswers([answer])).toEqual({ ...answer, lines: [{ ...answer.lines[0], id: '0:a' }] });
});
