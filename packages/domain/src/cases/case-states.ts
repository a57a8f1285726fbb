/** Where a case and a call sheet stand, and what may follow (product.md 20.2, 20.4). */
import type { CallState } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { CaseState } from '@coverlight/contract/cases/case.schema.ts';
import { CASE_STATES_IN_ORDER } from './grid-order.ts';

const ENDS: ReadonlySet<CaseState> = new Set(['admitted', 'declined', 'closed']);

export const isEnded = (state: CaseState): boolean => ENDS.has(state);

/** People move an open case anywhere; one that has ended is opened again first. */
export const mayMoveCase = (from: CaseState, to: CaseState): boolean => from === to || !isEnded(from) || !isEnded(to);

/** Work that has begun moves a case on by itself, never back, and never out of an end or out of 'ready'. */
export function caseStateAfter(from: CaseState, work: 'checking' | 'calling' | 'estimating'): CaseState {
  const order = CASE_STATES_IN_ORDER.indexOf(from);
  return order < CASE_STATES_IN_ORDER.indexOf('ready') && order < CASE_STATES_IN_ORDER.indexOf(work) ? work : from;
}

const NEXT: Readonly<Record<CallState, readonly CallState[]>> = {
  draft: ['calling', 'partly', 'done'],
  calling: ['draft', 'partly', 'done'],
  partly: ['calling', 'done'],
  done: ['calling'],
};

/** What was called is no draft any more; 'partly' and 'done' are of calls that brought an answer. */
export function mayMoveSheet(from: CallState, to: CallState, hasAnswers: boolean): boolean {
  if (from === to) return true;
  if (!hasAnswers && (to === 'partly' || to === 'done')) return false;
  return !(hasAnswers && to === 'draft') && NEXT[from].includes(to);
}
