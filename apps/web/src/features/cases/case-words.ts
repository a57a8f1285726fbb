/** The words of cases as people read them. */
import type { GridCell, GridFact, GridNetwork, GridState } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case, CareLevelKey, CaseEvent, CaseRole, CaseState, PaymentWay } from '@coverlight/contract/cases/case.schema.ts';
import { LEVELS_OF_CARE } from '@coverlight/domain/inquiries/coverage/care-levels.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Tone } from '#ui/status-badge.tsx';

export const STATE_LOOKS: Readonly<Record<CaseState, { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'info' },
  checking: { label: 'Checking', tone: 'info' },
  calling: { label: 'Calling', tone: 'info' },
  estimating: { label: 'Estimating', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  admitted: { label: 'Admitted', tone: 'success' },
  declined: { label: 'Declined', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
};

export const PAYMENT_LABELS: Readonly<Record<PaymentWay, string>> = {
  insured: 'Insurance is billed',
  'self-pay': 'Self-pay: wants no claim filed',
  uninsured: 'No insurance',
};

export const ROLE_LABELS: Readonly<Record<CaseRole, string>> = {
  main: 'Main payer',
  'carve-out': 'Administers care',
  'other-payer': 'Other payer',
  recheck: 'Asked again',
};

export const EVENT_LABELS: Readonly<Record<CaseEvent['kind'], string>> = {
  case: 'Case',
  check: 'Check',
  call: 'Call',
  note: 'Note',
  task: 'Task',
  estimate: 'Estimate',
};

export const FACT_LABELS: Readonly<Record<GridFact, string>> = {
  covered: 'Covered',
  authorization: 'Authorization',
  limit: 'Limit, what is left',
  copay: 'Copayment',
  coinsurance: 'Coinsurance',
  deductible: 'Deductible',
  out_of_pocket: 'Out-of-pocket limit',
};

export const NETWORK_LABELS: Readonly<Record<GridNetwork, string>> = { in: 'In network', out: 'Out of network' };

export const levelName = (level: CareLevelKey): string => LEVELS_OF_CARE.find(({ key }) => key === level)?.name ?? level;
export const levelNames = (levels: readonly CareLevelKey[]): string => levels.map(levelName).join(', ');

/** What stands below a value, or in its place. */
export const GRID_STATE_WORDS: Readonly<Record<GridState, string>> = {
  said: 'said',
  'said-for-plan': 'for the plan only',
  'by-phone': 'by phone',
  contradicts: 'contradicts',
  'not-stated': 'not stated',
  'not-asked': 'not asked',
  filtered: 'filtered away',
};

/** Which of the two columns leads: the practice's own word on its network decides, else the payer's order. */
export const leadingNetwork = (verdict: Case['network']['verdict']): GridNetwork =>
  verdict === 'out' || verdict === 'single-case' ? 'out' : 'in';

/** Names a cell where its row and column are not seen. */
export const cellName = ({ level, fact, network }: Pick<GridCell, 'level' | 'fact' | 'network'>): string =>
  `${levelName(level)}, ${NETWORK_LABELS[network].toLowerCase()}, ${FACT_LABELS[fact].toLowerCase()}`;

/** "due 11/30/2026"; '' without a day. */
export const dueWords = (due: string | null): string => (due === null ? '' : `due ${usDate(due)}`);

const counted = (count: number, one: string) => `${count} ${one}`;

/** "6 not stated, 2 not asked": what is open of the levels that are sought. */
export function openWords({ not_stated, not_asked, not_clear, filtered }: Case['known']): string {
  const parts = [
    [not_stated, 'not stated'],
    [not_asked, 'not asked'],
    [not_clear, 'not clear'],
    [filtered, 'filtered away'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => counted(count, words));
  return told.length === 0 ? 'nothing is open' : told.join(', ');
}

/** The check that another one starts from: of the main payer the newest. Null: the viewer has none of it. */
export const mainInquiry = ({ inquiries }: Case): string | null =>
  inquiries.findLast(({ role }) => role === 'main' || role === 'recheck')?.id ?? null;
