/** Network rules as people read them. */
import type { NetworkRule, RuleSource, Verdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { LEVELS_OF_CARE } from '@coverlight/domain/inquiries/coverage/care-levels.ts';
import type { Tone } from '#ui/status-badge.tsx';

export const VERDICT_LOOKS: Readonly<Record<Verdict, { label: string; tone: Tone }>> = {
  in: { label: 'In network', tone: 'success' },
  out: { label: 'Out of network', tone: 'warning' },
  'single-case': { label: 'Single case agreement', tone: 'info' },
  ask: { label: 'To be asked', tone: 'neutral' },
};

export const SOURCE_LABELS: Readonly<Record<RuleSource, string>> = {
  contract: 'Contract',
  portal: 'Payer’s portal',
  call: 'Call',
  directory: 'Payer’s directory',
};

export const ATTENTION_WORDS: Readonly<Record<NonNullable<NetworkRule['attention']>, string>> = {
  'ends-soon': 'Ends within 30 days',
  ended: 'Has ended',
  unused: 'Fitted nothing for a year',
};

/** What the rule asks for, in one line: "Sunflower, PHP; plan words: PPO". A rule that asks for nothing fits everything. */
export function conditionWords(rule: NetworkRule): string {
  const levels = LEVELS_OF_CARE.filter(({ key }) => rule.levels.includes(key)).map(({ name }) => name);
  const lists = [
    ['levels', levels],
    ['plan words', rule.plan_words],
    ['network words', rule.network_words],
    ['insurance types', rule.insurance_types],
    ['states', rule.states],
    ['groups', rule.group_numbers],
    ['member ID begins', rule.prefixes],
  ] as const;
  const parts = [
    rule.payer_name,
    rule.provider_name === null ? null : `at ${rule.provider_name}`,
    ...lists.map(([label, values]) => (values.length === 0 ? null : `${label}: ${values.join(', ')}`)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'Every answer' : parts.join('; ');
}

/** "until 06/30/2027"; '' without an end or a beginning. */
export function periodWords({ from, to }: Pick<NetworkRule, 'from' | 'to'>): string {
  return [from && `from ${usDate(from)}`, to && `until ${usDate(to)}`].filter(Boolean).join(' ');
}

/** "41 of 312 answers of the last 90 days, 3 differently from now". */
export function previewWords({ considered, matched, different }: { considered: number; matched: number; different: number }): string {
  if (considered === 0) return 'There are no answers of the last 90 days to try it on.';
  const answers = considered === 1 ? 'answer' : 'answers';
  return `It would have decided ${matched} of ${considered} ${answers} of the last 90 days, ${different} differently from now.`;
}
