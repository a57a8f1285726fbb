/** A network rule as it is typed, and as it travels. */
import type { NetworkRule, NewNetworkRule, RuleSource, Verdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { dateDigitsFromIso, isoFromDateDigits } from '#ui/digit-mask.ts';

/** Lists are typed with commas between; days are digits MMDDYYYY. */
export interface RuleValues {
  verdict: Verdict | '';
  source: RuleSource | '';
  payer_id: string;
  provider_id: string;
  levels: CareLevelKey[];
  plan_words: string;
  network_words: string;
  insurance_types: string;
  states: string;
  group_numbers: string;
  prefixes: string;
  from: string;
  to: string;
  note: string;
  order: string;
}

/** In the order of the screen. */
export const RULE_FIELDS = [
  'verdict',
  'source',
  'payer_id',
  'provider_id',
  'levels',
  'plan_words',
  'network_words',
  'insurance_types',
  'states',
  'group_numbers',
  'prefixes',
  'from',
  'to',
  'note',
  'order',
] as const satisfies readonly (keyof RuleValues)[];

const shown = (values: readonly string[]) => values.join(', ');

export function ruleValues(rule: NetworkRule | null): RuleValues {
  return {
    verdict: rule?.verdict ?? '',
    source: rule?.source ?? '',
    payer_id: rule?.payer_id ?? '',
    provider_id: rule?.provider_id ?? '',
    levels: rule?.levels ?? [],
    plan_words: shown(rule?.plan_words ?? []),
    network_words: shown(rule?.network_words ?? []),
    insurance_types: shown(rule?.insurance_types ?? []),
    states: shown(rule?.states ?? []),
    group_numbers: shown(rule?.group_numbers ?? []),
    prefixes: shown(rule?.prefixes ?? []),
    from: dateDigitsFromIso(rule?.from),
    to: dateDigitsFromIso(rule?.to),
    note: rule?.note ?? '',
    order: rule === null ? '' : String(rule.order),
  };
}

export const listOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
];
const upper = (typed: string) => listOf(typed.toUpperCase());
const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim());

/** What is chosen of `verdict` and `source` was checked by the form. */
export function ruleBody(values: RuleValues): NewNetworkRule {
  return {
    verdict: values.verdict as Verdict,
    source: values.source as RuleSource,
    payer_id: orNull(values.payer_id),
    provider_id: orNull(values.provider_id),
    levels: values.levels,
    plan_words: listOf(values.plan_words),
    network_words: listOf(values.network_words),
    insurance_types: listOf(values.insurance_types),
    states: upper(values.states),
    group_numbers: listOf(values.group_numbers),
    prefixes: upper(values.prefixes),
    from: isoFromDateDigits(values.from),
    to: isoFromDateDigits(values.to),
    note: orNull(values.note),
    ...(/^\d+$/.test(values.order.trim()) ? { order: Number(values.order) } : {}),
  };
}
