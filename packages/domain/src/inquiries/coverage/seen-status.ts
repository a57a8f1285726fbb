/**
 * The status of an answer as staff see it, wherever it stands: head of the page, list, print, admin area. Decided here alone (product.md
 * 10.13).
 */
import type { CoverageFilter, InquiryRow, PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '../asked-day.ts';
import { localDay, usDate } from '../calendar-day.ts';
import { readAs, statusWords, type Reading, type StatusWords } from './status-tone.ts';

/** A code whose words stand for the state. */
const CODE_OF_STATE: Readonly<Partial<Record<PlanState, string>>> = {
  unknown: '0',
  active: '1',
  capitated: '2',
  'at-risk': '5',
  inactive: '6',
  'may-change': '7',
};

type Answered = Pick<InquiryRow, 'status' | 'created_at' | 'as_of_date' | 'plan_state' | 'plan_status' | 'may_be_somebody_else'>;

/** The day of which an answer tells: the day asked for, but none after it was asked. */
function dayTold(inquiry: Answered, zone: string): string {
  const [asked, asking] = [askedDay(inquiry, zone), localDay(new Date(inquiry.created_at), zone)];
  return asked < asking ? asked : asking;
}

/** `zone` is the viewer's (IANA). */
export function readingOf(inquiry: Answered, zone: string): Reading {
  const wasOn = inquiry.status === 'expired' ? usDate(dayTold(inquiry, zone)) : null;
  return { wasOn, isSomebodyElse: inquiry.may_be_somebody_else };
}

/** The status of an answered inquiry in a few words, with its tone; null where there is no answer to tell of. */
export function seenStatus(inquiry: Answered, zone: string): Pick<StatusWords, 'tone' | 'label'> | null {
  const { plan_state: state, plan_status: words, status } = inquiry;
  if ((status !== 'complete' && status !== 'expired') || (state === null && words === null)) return null;
  if (inquiry.may_be_somebody_else) return { tone: 'neutral', label: 'May be about somebody else' };
  const reading = readingOf(inquiry, zone);
  if (state === 'contradicted') return readAs({ tone: 'warning', label: 'Called active and inactive', isKnown: true }, reading);
  const code = state === null ? null : (CODE_OF_STATE[state] ?? null);
  const { tone, label } = statusWords(code === null ? words : null, code, reading);
  return { tone, label };
}

/** The states of a plan by which lists are filtered; every state is in one group. */
export const STATES_OF_GROUP = {
  active: ['active', 'capitated'],
  'at-risk': ['at-risk'],
  inactive: ['inactive', 'may-change'],
  'no-status': ['not-stated', 'unknown', 'contradicted', 'other'],
} as const satisfies Partial<Record<CoverageFilter, readonly PlanState[]>>;

type StateGroup = keyof typeof STATES_OF_GROUP;
export type SeenGroup = StateGroup | 'different-person' | 'out-of-date';

/** The one group of lists that an answered inquiry belongs to; null where there is no answer to tell of. */
export function seenGroup(inquiry: Omit<Answered, 'created_at' | 'as_of_date'>): SeenGroup | null {
  const { status, plan_state: state } = inquiry;
  if ((status !== 'complete' && status !== 'expired') || (state === null && inquiry.plan_status === null)) return null;
  if (inquiry.may_be_somebody_else) return 'different-person';
  if (status === 'expired') return 'out-of-date';
  const groups = Object.entries(STATES_OF_GROUP) as [StateGroup, readonly PlanState[]][];
  return groups.find(([, states]) => state !== null && states.includes(state))?.[0] ?? 'no-status';
}
