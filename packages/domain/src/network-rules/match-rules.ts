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

/** What a rule asks of texts, made ready. */
interface Texts {
  planWords: readonly string[];
  networkWords: readonly string[];
  insuranceTypes: readonly string[];
  groups: readonly string[];
}

interface Compiled {
  rule: RuleTerms;
  texts: () => Texts;
}

const paddedAll = (words: readonly string[]) => words.flatMap((word) => padded(word) ?? []);

/** Texts are made ready when the first answer gets as far as them: most rules are settled by less. */
function compile(rule: RuleTerms): Compiled {
  let texts: Texts | undefined;
  return {
    rule,
    texts: () =>
      (texts ??= {
        planWords: paddedAll(rule.plan_words),
        networkWords: paddedAll(rule.network_words),
        insuranceTypes: paddedAll(rule.insurance_types),
        groups: rule.group_numbers.flatMap((group) => comparable(group) ?? []),
      }),
  };
}

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

const isOf = (values: readonly string[], value: string | null) => values.length === 0 || (value !== null && values.includes(value));
const anyIn = (words: readonly string[], text: string | null) =>
  words.length === 0 || (text !== null && words.some((word) => text.includes(word)));

/** What costs little to ask comes first. */
function fits({ rule, texts }: Compiled, facts: Facts): boolean {
  const isOfPlace =
    (rule.payer_id === null || facts.payerIds.includes(rule.payer_id)) &&
    (rule.provider_id === null || rule.provider_id === facts.providerId) &&
    (rule.from === null || rule.from <= facts.day) &&
    (rule.to === null || rule.to >= facts.day) &&
    // A rule of some levels says nothing of a case that seeks another besides.
    (rule.levels.length === 0 || (facts.levels.length > 0 && facts.levels.every((level) => rule.levels.includes(level)))) &&
    isOf(rule.states, facts.state) &&
    isOf(rule.prefixes, facts.prefix);
  if (!isOfPlace) return false;
  const { planWords, networkWords, insuranceTypes, groups } = texts();
  return (
    isOf(groups, facts.group) &&
    anyIn(planWords, facts.plan) &&
    anyIn(networkWords, facts.network) &&
    anyIn(insuranceTypes, facts.insurance)
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
