/** One plain sentence for each thing that happened to a person's record (product.md 18.3). */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { usDate } from '../inquiries/calendar-day.ts';

export interface CheckTold {
  status: StoredInquiryStatus;
  payer: string;
  plan_status: string | null;
  /** YYYY-MM-DD: the day asked for. */
  asked: string;
  may_be_somebody_else: boolean;
}

/** A failure to ask is never told as a refusal, and neither as "not covered". */
export function checkWords({ status, payer, plan_status: words, asked, may_be_somebody_else: isSomebodyElse }: CheckTold): string {
  switch (status) {
    case 'complete':
      if (isSomebodyElse) return `${payer} answered, maybe about somebody else.`;
      return words === null ? `${payer} answered for ${usDate(asked)}.` : `${payer} answered for ${usDate(asked)}: ${words}.`;
    case 'error':
      return `${payer} did not accept the check.`;
    case 'failure':
      return `${payer} could not be asked.`;
    case 'unknown':
      return `${payer} gave no answer that could be read.`;
    case 'cancel':
      return `The check with ${payer} was canceled.`;
    case 'draft':
    case 'pending':
    case 'max-retry':
      return `${payer} is being asked.`;
  }
}

export const isRefused = (status: StoredInquiryStatus): boolean => status === 'error' || status === 'failure' || status === 'unknown';

const checks = (count: number): string => (count === 1 ? '1 check' : `${count} checks`);

export interface MoveTold {
  kind: 'link' | 'merge' | 'split';
  count: number;
  /** Whether the checks came to this person; else they left it. */
  isHere: boolean;
  /** Null: nobody; the server did it. */
  by: string | null;
  isUndone: boolean;
}

export function moveWords({ kind, count, isHere, by, isUndone }: MoveTold): string {
  const who = by === null || by === '' ? '' : ` by ${by}`;
  const undone = isUndone ? ' This was undone.' : '';
  if (kind === 'link') return `${checks(count)} joined by what the payer returned.${undone}`;
  if (kind === 'merge') return `Another record was merged into this one${who}: ${checks(count)}.${undone}`;
  return `${isHere ? 'Split off from another record' : 'Split off to a record of its own'}${who}: ${checks(count)}.${undone}`;
}
