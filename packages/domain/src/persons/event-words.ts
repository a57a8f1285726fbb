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

/** `by`: who did it, '' where that is nobody. */
export type CaseEventTold =
  | { kind: 'call'; company: string | null; answers: number; by: string }
  | { kind: 'note'; by: string }
  | { kind: 'task'; title: string; step: 'made' | 'done' | 'dropped' }
  | { kind: 'estimate'; isGoodFaith: boolean; step: 'made' | 'delivered'; by: string };

const STEPS = { made: 'To do', done: 'Done', dropped: 'Dropped' } as const;

export function caseEventWords(told: CaseEventTold): string {
  switch (told.kind) {
    case 'call':
      return `${told.company ?? 'The payer'} told ${told.by === '' ? 'us' : told.by} ${told.answers === 1 ? '1 answer' : `${told.answers} answers`} by phone.`;
    case 'note':
      return `${told.by === '' ? 'Somebody' : told.by} wrote a note.`;
    case 'task':
      return `${STEPS[told.step]}: ${told.title}`;
    case 'estimate': {
      const name = told.isGoodFaith ? 'A Good Faith Estimate' : 'An estimate';
      return `${name} was ${told.step === 'made' ? 'made' : 'handed over'}${told.by === '' ? '' : ` by ${told.by}`}.`;
    }
  }
}

/** `at`: YYYY-MM-DD, or YYYY-MM-DDTHH:MM by the practice's clock. */
export function appointmentWords({ at, provider }: { at: string; provider: string }): string {
  const time = at.slice(11);
  return `Appointment on ${usDate(at.slice(0, 10))}${time === '' ? '' : ` at ${time}`}, ${provider}.`;
}

/** What is told because a day came nearer, without a new answer. */
export const watchWords = (endsOn: string | null): string => (endsOn === null ? 'Cover ends soon.' : `Cover ends on ${usDate(endsOn)}.`);
