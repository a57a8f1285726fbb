import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { aRule } from '../batches-samples.test-kit.ts';
import { bodyOf, NEW_RULE, valuesOf } from './rule-values.ts';

test('a rule that is opened and saved is as it was', () => {
  const { name, who, when, monthly_budget, reuse_days, is_on } = aRule({
    who: { payers: [anId(20)], insurance_types: ['MC'], tags: ['IOP', 'PHP'], with_appointment: true, active_within_days: 90 },
    when: { kind: 'monthly', day: 28 },
  });
  const rule = aRule({ who, when });

  expect(bodyOf(valuesOf(rule), rule.who.insurance_types)).toEqual({ name, who, when, monthly_budget, reuse_days, is_on });
});

test('tags are parted by commas, once each, and an empty number narrows nothing', () => {
  const { who, when } = bodyOf({ ...NEW_RULE, kind: 'watch', tags: ' IOP, ,IOP,PHP ' });

  expect(who).toMatchObject({ tags: ['IOP', 'PHP'], active_within_days: null });
  expect(when).toEqual({ kind: 'watch' });
});
