/** Colour, word and icon of a plan's or service's status: never colour alone (product.md 2.9, 10.1). */
import { kindLabel } from './line-kind.ts';
import { wordsAndCodeDisagree } from './status-codes.ts';

export type StatusTone = 'success' | 'danger' | 'warning' | 'info' | 'neutral';

/** How an answer may be read now: nothing of one that is out of date, or may be about somebody else, looks current (product.md 10.13). */
export interface Reading {
  /** MM/DD/YYYY: the answer is out of date, and said what was so on that day. Null: it holds. */
  wasOn: string | null;
  /** The returned person may be another one, and nobody has confirmed that it is the patient. */
  isSomebodyElse: boolean;
}

export const CURRENT: Reading = { wasOn: null, isSomebodyElse: false };

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
const NO_STATUS = 'No status returned';

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

/** "Was active on 03/21/2026". */
function pastLabel(label: string, isKnown: boolean, day: string): string {
  if (label === NO_STATUS) return `No status was returned on ${day}`;
  return isKnown ? `Was ${label.charAt(0).toLowerCase()}${label.slice(1)} on ${day}` : `Was "${label}" on ${day}`;
}

/** A label as the reading allows: in the past where the answer is out of date, and without a colour that vouches for it. */
export function readAs(now: { tone: StatusTone; label: string; isKnown: boolean }, reading: Reading): { tone: StatusTone; label: string } {
  const label = reading.wasOn === null ? now.label : pastLabel(now.label, now.isKnown, reading.wasOn);
  return { tone: reading.wasOn !== null || reading.isSomebodyElse ? 'neutral' : now.tone, label };
}

/** `status` are the words as sent. No status at all is "no status returned", which is not inactive. */
export function statusWords(status: string | null, code: string | null, reading: Reading): StatusWords {
  const known = code === null ? undefined : SHORT[code];
  const short = known ?? status ?? code ?? NO_STATUS;
  // Word and code that say the opposite of each other: both, and the colour of neither.
  const isOpposite = wordsAndCodeDisagree(status, code);
  const label = isOpposite ? `${short} by its code, "${status}" in words` : short;
  const tone = isOpposite ? 'warning' : statusTone(code);
  const sameWords = isOpposite || status === null || status === short || status === kindLabel(code ?? '');
  return {
    ...readAs({ tone, label, isKnown: known !== undefined }, reading),
    payerWords: sameWords ? null : status,
    help: reading.wasOn === null ? (HELP[code ?? ''] ?? null) : null,
  };
}
