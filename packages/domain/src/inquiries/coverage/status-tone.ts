/** Colour, word and icon of a plan's or service's status: never colour alone (product.md 2.9, 10.1). */
import { kindLabel } from './line-kind.ts';

export type StatusTone = 'success' | 'danger' | 'info';

/** 1-5 success, 0 and 6-8 danger; anything else, and a status that the payer did not state, info. */
export function statusTone(code: string | null): StatusTone {
  if (code === null) return 'info';
  if (/^[1-5]$/.test(code)) return 'success';
  return /^[0678]$/.test(code) ? 'danger' : 'info';
}

const SHORT: Readonly<Record<string, string>> = {
  0: 'Unknown',
  1: 'Active',
  2: 'Active, capitated',
  3: 'Active, capitated',
  4: 'Active, capitated',
  5: 'Active, at risk',
  6: 'Inactive',
  7: 'Inactive, may change',
  8: 'Inactive, may change',
};

/** What to do about a status that is more than active or inactive; null where nothing is to be added (product.md 10.1). */
const HELP: Readonly<Record<string, string>> = {
  0: 'The payer sent a status that says neither active nor inactive.',
  2: 'Capitated: check who pays and whether you need that group or PCP.',
  3: 'Capitated: check who pays and whether you need that group or PCP.',
  4: 'Capitated: check who pays and whether you need that group or PCP.',
  5: 'The payer is still investigating; cover can end retroactively.',
  7: 'The payer is updating this record; check again later.',
  8: 'The payer is still investigating; call to confirm.',
};

export interface StatusWords {
  tone: StatusTone;
  /** A few words for the badge. */
  label: string;
  /** The payer's own words where they say more than the label; null otherwise. */
  payerWords: string | null;
  help: string | null;
}

/** `status` are the words as sent. No status at all is "no status returned", which is not inactive. */
export function statusWords(status: string | null, code: string | null): StatusWords {
  const known = code === null ? undefined : SHORT[code];
  const label = known ?? status ?? code ?? 'No status returned';
  const sameWords = status === null || status === label || status === kindLabel(code ?? '');
  return { tone: statusTone(code), label, payerWords: sameWords ? null : status, help: HELP[code ?? ''] ?? null };
}
