import { newNetworkRuleSchema } from '@coverlight/contract/cases/network-rule.schema.ts';
import { expect, test } from 'vitest';
import { listOf, ruleBody, ruleValues } from './rule-values.ts';
import { previewWords } from './rule-words.ts';

test('a rule of a verdict and a source alone asks for nothing else', () => {
  const body = ruleBody({ ...ruleValues(null), verdict: 'in', source: 'contract' });

  expect(newNetworkRuleSchema.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({ payer_id: null, levels: [], plan_words: [], from: null, to: null });
  expect(body).not.toHaveProperty('order');
});

test('lists are typed with commas, states and prefixes in any case, days as Americans write them', () => {
  const body = ruleBody({
    ...ruleValues(null),
    verdict: 'out',
    source: 'call',
    plan_words: 'PPO, Choice ,PPO',
    states: 'ca, nv',
    prefixes: 'xyz',
    to: '06302027',
    order: '12',
  });

  expect(body).toMatchObject({ plan_words: ['PPO', 'Choice'], states: ['CA', 'NV'], prefixes: ['XYZ'], to: '2027-06-30', order: 12 });
  expect(listOf(' , ')).toEqual([]);
});

test('a try says how many it would have decided, and how many differently', () => {
  expect(previewWords({ considered: 312, matched: 41, different: 3 })).toBe(
    'It would have decided 41 of 312 answers of the last 90 days, 3 differently from now.',
  );
  expect(previewWords({ considered: 0, matched: 0, different: 0 })).toMatch(/no answers/);
});
