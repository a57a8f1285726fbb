/** Estimates as people read them. */
import type { DELIVERY_WAYS, Estimate, Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { ApiFailure } from '#lib/api.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import type { Tone } from '#ui/status-badge.tsx';
import { instantDayText } from '#ui/calendar-date.tsx';

export const KIND_LABELS: Readonly<Record<Estimate['kind'], string>> = { gfe: 'Good Faith Estimate', estimate: 'Estimate' };

export const ESTIMATE_LOOKS: Readonly<Record<Estimate['state'], { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  delivered: { label: 'Handed over', tone: 'success' },
  replaced: { label: 'Replaced', tone: 'neutral' },
  settled: { label: 'Settled', tone: 'success' },
};

export const DELIVERY_LABELS: Readonly<Record<(typeof DELIVERY_WAYS)[number], string>> = {
  paper: 'On paper',
  mail: 'By mail',
  email: 'By email',
  portal: 'In the patient portal',
};

export const MISSING_WORDS: Readonly<Record<Estimate['missing'][number], string>> = {
  allowed: 'what the payer allows',
  share: 'the patient’s share or copayment',
  deductible_left: 'what is left of the deductible',
};

const MATCH_WORDS = {
  1: 'same payer',
  2: 'same payer and member ID prefix',
  3: 'same payer, prefix, and employer or group',
} as const;

function originWords({ origin, own = 0 }: Range): string | null {
  switch (origin) {
    case null:
      return null;
    case 'upload':
      return 'uploaded claims (what was paid)';
    case 'own':
      return 'your own claims (what was allowed)';
    case 'both':
      return `uploaded claims and ${own} of your own`;
  }
}

const percent = (value: string) => `${Number(value).toFixed(0)} %`;
const claims = (count: number) => (count === 1 ? '1 past claim' : `${count.toLocaleString('en-US')} past claims`);

/** "35 % to 52 % of the fee"; of too few claims no number at all. */
export function rangeText({ shown, p25, p75, low, high, n }: Range): string {
  const span = (from: string | null, to: string | null) =>
    from === null || to === null ? null : `${percent(from)} to ${percent(to)} of the fee`;
  const told = shown === 'p25-p75' ? span(p25, p75) : shown === 'lowest-highest' ? span(low, high) : null;
  if (told === null) return `Too few past claims to say (${n})`;
  return shown === 'p25-p75' ? `${told} (middle half)` : `${told} (lowest to highest)`;
}

/** What the range rests on: how many claims, how old, how alike, and how often such a range held. */
export function rangeBasis(range: Range): string {
  const { n, oldest, newest, match_level: level, held_share: held, held_of: of } = range;
  const parts = [
    claims(n),
    oldest !== null && newest !== null ? `of ${instantDayText(oldest)} to ${instantDayText(newest)}` : null,
    level === null ? null : MATCH_WORDS[level],
    originWords(range),
    held === null
      ? 'not yet tested against past claims'
      : `held for ${percent(held)}${of === null ? '' : ` of ${of.toLocaleString('en-US')}`}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

const NO_REPLY = 'The server did not answer. Please check your connection and try again.';

/** The server's words, whichever field of the paper they are about: none of them stands here. */
export const wordsOf = (error: unknown): string[] => {
  if (error instanceof ApiFailure && error.status === 0) return [NO_REPLY];
  const words = error instanceof ApiFailure ? Object.values(error.errors).flat() : [];
  return words.length === 0 ? [UNKNOWN_ERROR] : words;
};
