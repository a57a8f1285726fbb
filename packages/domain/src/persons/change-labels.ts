/** A change in a few words: badges, filters and settings name it so (product.md 18.4). Read after 'changed:' or alone. */
import type { Change, ChangeCode, ChangePlace, Gravity } from '@coverlight/contract/persons/changes.schema.ts';

export const CHANGE_LABELS: Readonly<Record<ChangeCode, string>> = {
  deceased: 'payer reports a death',
  'became-inactive': 'now inactive',
  'coverage-ended': 'coverage ended',
  'coverage-ends-soon': 'coverage ends soon',
  'at-risk-began': 'now at risk',
  'other-payer-now-primary': 'another payer now first',
  'other-payer-appeared': 'another payer named',
  'medicare-advantage-appeared': 'Medicare Advantage named',
  'carve-out-appeared': 'behavioral health now elsewhere',
  'carve-out-changed': 'another company for behavioral health',
  'plan-changed': 'another plan',
  'member-id-changed': 'another member ID',
  'now-not-covered': 'a service no longer covered',
  'authorization-now-required': 'authorization now required',
  'limit-exhausted': 'a limit used up',
  'retro-ended': 'ended for days already past',
  'active-again': 'active again',
  'retro-added': 'covered for days already past',
  'identity-corrected': 'name or birth date corrected',
  'group-changed': 'another group',
  'network-name-changed': 'another network',
  'plan-year-began': 'new plan year',
  'went-backwards': 'less used than before',
  'copay-changed': 'copay changed',
  'coinsurance-changed': 'coinsurance changed',
  'deductible-total-changed': 'deductible changed',
  'out-of-pocket-total-changed': 'out-of-pocket limit changed',
  'limit-changed': 'a limit changed',
  'authorization-no-longer': 'authorization no longer required',
  'contradiction-began': 'payer contradicts itself',
  'now-silent': 'no longer stated',
  'deductible-met': 'deductible met',
  'out-of-pocket-met': 'out-of-pocket limit met',
  accumulated: 'more used, as usual',
  'no-longer-silent': 'now stated',
  'contact-changed': 'contact changed',
  'words-only': 'other words',
};

/** What staff do about a change of this gravity. */
export const GRAVITY_LABELS: Readonly<Record<Gravity, string>> = { urgent: 'Urgent', look: 'Have a look', info: 'As usual' };

/** More would not be read on one line. */
const NAMED = 3;

/** One line: 'Since 10/22/2026: now inactive, another plan, and 2 more'. `day` is MM/DD/YYYY; the changes come gravest first. */
export function changesSentence(changes: readonly Pick<Change, 'code' | 'gravity'>[], day: string): string {
  if (changes.length === 0) return `Since ${day}: nothing changed`;
  const grave = changes.filter(({ gravity }) => gravity !== 'info');
  if (grave.length === 0) {
    const labels = labelsOf(changes);
    return `Since ${day}: ${labels.slice(0, NAMED).join(', ')}${moreWords(labels.length - NAMED)}`;
  }
  const labels = labelsOf(grave);
  const named = labels.slice(0, NAMED);
  // Several of one code are one label, and count once more each.
  const told = grave.filter(({ code }) => named.includes(CHANGE_LABELS[code])).length;
  return `Since ${day}: ${named.join(', ')}${moreWords(changes.length - told)}`;
}

const labelsOf = (changes: readonly Pick<Change, 'code'>[]): string[] => [...new Set(changes.map(({ code }) => CHANGE_LABELS[code]))];
const moreWords = (count: number): string => (count > 0 ? `, and ${count} more` : '');

/** Where in the answer a change is, in words; empty where it is about all of it. */
export const placeWords = ({ plan, service, level, network, period }: ChangePlace): string[] =>
  [plan, service, level, network, period].filter((part) => part !== null);
