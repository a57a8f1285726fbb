import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidingRule, leadingNetwork, previewRule, ruleBook, verdictOf, type RuleSubject, type RuleTerms } from './match-rules.ts';
import { ruleAttention } from './rule-attention.ts';

const rule = (over: Partial<RuleTerms> = {}): RuleTerms => ({
  id: `r${over.order ?? 1}`,
  order: 1,
  payer_id: null,
  provider_id: null,
  levels: [],
  plan_words: [],
  network_words: [],
  insurance_types: [],
  states: [],
  group_numbers: [],
  prefixes: [],
  verdict: 'in',
  source: 'contract',
  from: null,
  to: null,
  note: null,
  ...over,
});

const subject = (over: Partial<RuleSubject> = {}): RuleSubject => ({
  payerIds: ['p1', 'group'],
  providerId: 'f1',
  levels: ['op'],
  planName: 'Choice Plus PPO',
  networkName: 'National PPO Network',
  insuranceType: 'Preferred Provider Organization (PPO)',
  state: 'CA',
  groupNumber: '00-4711',
  prefix: 'XZA',
  day: '2026-06-15',
  ...over,
});

const decides = (terms: Partial<RuleTerms>, told: Partial<RuleSubject> = {}) =>
  decidingRule(ruleBook([rule(terms)]), subject(told)) !== null;

test.each<[string, Partial<RuleTerms>, Partial<RuleSubject>]>([
  ['payer', { payer_id: 'group' }, { payerIds: ['p2'] }],
  ['facility', { provider_id: 'f1' }, { providerId: 'f2' }],
  ['level', { levels: ['op', 'iop'] }, { levels: ['op', 'rtc'] }],
  ['word of the plan', { plan_words: ['hmo', 'plus ppo'] }, { planName: 'Choice HMOs' }],
  ['network', { network_words: ['national'] }, { networkName: null }],
  ['insurance type', { insurance_types: ['PPO'] }, { insuranceType: 'HMO' }],
  ['state', { states: ['CA'] }, { state: 'NV' }],
  ['group number', { group_numbers: ['004711'] }, { groupNumber: '4711' }],
  ['prefix', { prefixes: ['XZA'] }, { prefix: null }],
  ['first day', { from: '2026-06-15' }, { day: '2026-06-14' }],
  ['last day', { to: '2026-06-15' }, { day: '2026-06-16' }],
])('a rule that asks for a %s fits where it is that and not where it is another', (_what, terms, other) => {
  expect([decides(terms), decides(terms, other)]).toEqual([true, false]);
});

test('the first that fits decides, whatever the order they are stored in', () => {
  const rules = [
    rule({ order: 3, verdict: 'out' }),
    rule({ order: 1, verdict: 'in', states: ['NV'] }),
    rule({ order: 2, verdict: 'single-case' }),
  ];
  expect(decidingRule(ruleBook(rules), subject())?.verdict).toBe('single-case');
  expect(verdictOf(null)).toMatchObject({ verdict: 'ask', rule: null });
});

test('a verdict quotes its rule, and never as the payer’s word', () => {
  expect(verdictOf(rule({ order: 12, to: '2027-06-30' })).words).toBe('In network by your rule 12 (contract, until 06/30/2027)');
  expect(['in', 'out', 'single-case', 'ask'].map((verdict) => leadingNetwork(verdict as RuleTerms['verdict']))).toEqual([
    'in',
    'out',
    'out',
    null,
  ]);
});

test('a preview counts what the new rule decides, and where it decides otherwise than today', () => {
  const subjects = [subject(), subject({ state: 'NV' }), subject({ payerIds: ['p9'] })];
  const rules = [rule({ id: 'a', order: 5, payer_id: 'p1', verdict: 'in' })];

  expect(previewRule(rules, rule({ id: 'new', order: 1, states: ['CA'], verdict: 'out' }), { replaces: null, subjects })).toEqual({
    considered: 3,
    matched: 2,
    different: 2,
  });
  expect(previewRule(rules, rule({ id: 'new', order: 5, payer_id: 'p1', verdict: 'in' }), { replaces: 'a', subjects })).toEqual({
    considered: 3,
    matched: 2,
    different: 0,
  });
});

const someWords = fc.subarray(['choice', 'plus', 'ppo', 'hmo', 'national'], { maxLength: 2 });
const someRules = fc.array(
  fc.record({ plan_words: someWords, states: fc.subarray(['CA', 'NV']), prefixes: fc.subarray(['XZA', 'QQT']) }).map((terms) => terms),
  { maxLength: 30 },
);

test('the book decides as a reading of each rule in its order does', () => {
  fc.assert(
    fc.property(someRules, fc.constantFrom('CA', 'NV', null), (terms, state) => {
      const rules = terms.map((each, index) => rule({ ...each, id: `r${index}`, order: index + 1 }));
      const told = subject({ state });
      const words = ` ${(told.planName ?? '').toLowerCase()} `;
      const expected = rules.find(
        (each) =>
          (each.plan_words.length === 0 || each.plan_words.some((word) => words.includes(` ${word} `))) &&
          (each.states.length === 0 || (state !== null && each.states.includes(state))) &&
          (each.prefixes.length === 0 || each.prefixes.includes('XZA')),
      );
      expect(decidingRule(ruleBook(rules), told)?.id).toBe(expected?.id);
    }),
  );
});

test.each([
  ['2026-06-30', '2026-01-01', null, 'ends-soon'],
  ['2026-06-14', '2026-01-01', null, 'ended'],
  [null, '2025-06-14', null, 'unused'],
  [null, '2024-01-01', '2026-01-01', null],
  [null, '2026-01-01', null, null],
])('a rule until %s, made %s, that last fitted %s asks for attention as %s', (to, createdOn, lastFitOn, expected) => {
  expect(ruleAttention({ to, createdOn, lastFitOn }, '2026-06-15')).toBe(expected);
});
