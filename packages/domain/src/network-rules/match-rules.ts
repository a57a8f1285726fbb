/** Which of a practice's network rules decides, and what it says (product.md 20.5). The first that fits does; else it is to be asked. */
import type { GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { NetworkRule, NetworkVerdict, RuleSource, Verdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { usDate } from '../inquiries/calendar-day.ts';
import { comparable } from '../reimbursements/match-reimbursements.ts';

/** What decides of a rule. */
export type RuleTerms = Pick<
  NetworkRule,
  | 'id'
  | 'order'
  | 'payer_id'
  | 'provider_id'
  | 'levels'
  | 'plan_words'
  | 'network_words'
  | 'insurance_types'
  | 'states'
  | 'group_numbers'
  | 'prefixes'
  | 'verdict'
  | 'source'
  | 'from'
  | 'to'
  | 'note'
>;

/** What a rule is held against. Null: not told, which fits no rule that asks for it. */
export interface RuleSubject {
  /** The payer, its group, and the payer it was merged into. */
  payerIds: readonly string[];
  providerId: string;
  levels: readonly CareLevelKey[];
  planName: string | null;
  networkName: string | null;
  insuranceType: string | null;
  /** Two letters, of the member's address. */
  state: string | null;
  groupNumber: string | null;
  prefix: string | null;
  /** The day of service. */
  day: string;
}

/** A text as its words between blanks, so that a whole word is found by a search for it. */
const padded = (text: string | null): string | null => {
  const key = comparable(text);
  return key === null ? null : ` ${key} `;
};

interface Compiled {
  rule: RuleTerms;
  levels: ReadonlySet<CareLevelKey>;
  planWords: readonly string[];
  networkWords: readonly string[];
  insuranceTypes: readonly string[];
  states: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  prefixes: ReadonlySet<string>;
}

const paddedAll = (words: readonly string[]) => words.flatMap((word) => padded(word) ?? []);

const compile = (rule: RuleTerms): Compiled => ({
  rule,
  levels: new Set(rule.levels),
  planWords: paddedAll(rule.plan_words),
  networkWords: paddedAll(rule.network_words),
  insuranceTypes: paddedAll(rule.insurance_types),
  states: new Set(rule.states),
  groups: new Set(rule.group_numbers.flatMap((group) => comparable(group) ?? [])),
  prefixes: new Set(rule.prefixes),
});

/** Rules made ready to be held against many answers, in their order. */
export type RuleBook = readonly Compiled[];

export const ruleBook = (rules: readonly RuleTerms[]): RuleBook =>
  rules.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)).map(compile);

interface Facts extends RuleSubject {
  plan: string | null;
  network: string | null;
  insurance: string | null;
  group: string | null;
}

const factsOf = (subject: RuleSubject): Facts => ({
  ...subject,
  plan: padded(subject.planName),
  network: padded(subject.networkName),
  insurance: padded(subject.insuranceType),
  group: comparable(subject.groupNumber),
});

const anyIn = (words: readonly string[], text: string | null) =>
  words.length === 0 || (text !== null && words.some((word) => text.includes(word)));
const isOf = (values: ReadonlySet<string>, value: string | null) => values.size === 0 || (value !== null && values.has(value));

function fits({ rule, ...terms }: Compiled, facts: Facts): boolean {
  return (
    (rule.payer_id === null || facts.payerIds.includes(rule.payer_id)) &&
    (rule.provider_id === null || rule.provider_id === facts.providerId) &&
    (rule.from === null || rule.from <= facts.day) &&
    (rule.to === null || rule.to >= facts.day) &&
    // A rule of some levels says nothing of a case that seeks another besides.
    (terms.levels.size === 0 || (facts.levels.length > 0 && facts.levels.every((level) => terms.levels.has(level)))) &&
    isOf(terms.states, facts.state) &&
    isOf(terms.prefixes, facts.prefix) &&
    isOf(terms.groups, facts.group) &&
    anyIn(terms.planWords, facts.plan) &&
    anyIn(terms.networkWords, facts.network) &&
    anyIn(terms.insuranceTypes, facts.insurance)
  );
}

/** Null where none fits. */
export function decidingRule(book: RuleBook, subject: RuleSubject): RuleTerms | null {
  const facts = factsOf(subject);
  return book.find((compiled) => fits(compiled, facts))?.rule ?? null;
}

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  in: 'In network',
  out: 'Out of network',
  'single-case': 'Single case agreement to be sought',
  ask: 'To be asked',
};
const SOURCE_WORDS: Readonly<Record<RuleSource, string>> = {
  contract: 'contract',
  portal: 'portal',
  call: 'call',
  directory: 'directory',
};

/** "In network by your rule 12 (contract, until 06/30/2027)". Never as the payer's word. */
export function verdictOf(rule: RuleTerms | null): NetworkVerdict {
  if (rule === null) return { verdict: 'ask', rule: null, words: 'No rule of yours fits: ask whether it is in network' };
  const { id, order, source, from, to, note, verdict } = rule;
  const told = [SOURCE_WORDS[source], ...(to === null ? [] : [`until ${usDate(to)}`])].join(', ');
  return { verdict, rule: { id, order, source, from, to, note }, words: `${VERDICT_WORDS[verdict]} by your rule ${order} (${told})` };
}

/** The column of the grid that leads; null: neither does. A single case agreement is made where a practice is out of network. */
export function leadingNetwork(verdict: Verdict): GridNetwork | null {
  if (verdict === 'ask') return null;
  return verdict === 'in' ? 'in' : 'out';
}

export interface RulePreview {
  considered: number;
  /** Answers that the new rule decides. */
  matched: number;
  /** Of these the ones that the rules of today judge otherwise. */
  different: number;
}

/** `replaces`: the id of the rule in whose place the new one stands. */
export function previewRule(
  rules: readonly RuleTerms[],
  rule: RuleTerms,
  { replaces, subjects }: { replaces: string | null; subjects: readonly RuleSubject[] },
): RulePreview {
  const today = ruleBook(rules);
  const after = ruleBook([...rules.filter(({ id }) => id !== replaces), rule]);
  const decided = subjects.filter((subject) => decidingRule(after, subject)?.id === rule.id);
  const different = decided.filter((subject) => (decidingRule(today, subject)?.verdict ?? 'ask') !== rule.verdict);
  return { considered: subjects.length, matched: decided.length, different: different.length };
}
