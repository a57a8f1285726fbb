/** What case work reckons without a database: the verdict of a thousand rules, and back-tests of a payer's claims. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { backTest } from '@coverlight/domain/estimates/range.ts';
import { decidingRule, ruleBook, type RuleTerms } from '@coverlight/domain/network-rules/match-rules.ts';
import { median, timeRuns } from './clients.ts';
import type { Comparison } from './comparison.ts';

const RULES_MS = 10;
const NIGHT_MS = 10 * 60_000;
const OP: CareLevelKey = 'op';

/** Each asks for a word that the plan's name does not have: all of them have to be read to the end. */
const rules = Array.from({ length: 1000 }, (_, n): RuleTerms => ({
  id: `R${n}`,
  order: n + 1,
  payer_id: null,
  provider_id: null,
  levels: [],
  plan_words: [`choice ${n}`, 'gold'],
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
}));

function decide(): void {
  decidingRule(ruleBook(rules), {
    payerIds: ['P'],
    providerId: 'F',
    levels: [OP],
    planName: 'Statewide PPO Plus 1000',
    networkName: 'Statewide Network',
    insuranceType: 'PPO',
    state: 'WA',
    groupNumber: '235983',
    prefix: 'XQZ',
    day: '2026-03-21',
  });
}

const claims = Array.from({ length: 200_000 }, (_, n) => ({
  employer: n % 3 === 0 ? `e${n % 400}` : null,
  group: n % 6 === 0 ? `g${n % 50}` : null,
  prefix: 'XQZ',
  value: ((n * 7919) % 9000) * 100,
}));

export async function measureCaseWork(): Promise<Comparison[]> {
  await timeRuns(20, decide);
  const verdict = median(await timeRuns(60, decide));
  const test = median(await timeRuns(3, () => void backTest(claims)));
  return [
    { name: 'verdict of 1,000 network rules beside 10 ms', oursMs: verdict, bareMs: RULES_MS, bound: 1 },
    { name: 'back-test of 200,000 claims beside 10 minutes', oursMs: test, bareMs: NIGHT_MS, bound: 1 },
  ];
}
