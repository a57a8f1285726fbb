/** What was told by telephone: in words, how long it counts, and what the wire's value may be (product.md 20.3). */
import type { CallQuestionKey, CallValue, CallValueType } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridFact, GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { addDays, usDate } from '../inquiries/calendar-day.ts';
import { countText, moneyText, percentText } from '../inquiries/coverage/amounts.ts';

const YES: Partial<Record<CallQuestionKey, string>> = { covered: 'Covered', authorization: 'Required' };
const NO: Partial<Record<CallQuestionKey, string>> = {
  covered: 'Not covered',
  authorization: 'Not required',
  limit: 'No limit',
  copay: 'No copayment',
  coinsurance: 'No coinsurance',
  deductible: 'No deductible',
  out_of_pocket: 'No out-of-pocket limit',
};

/** "Not required", "$30.00", "20 %", "12 visits". */
export function callValueText(question: CallQuestionKey, value: CallValue): string {
  switch (value.type) {
    case 'yes':
      return YES[question] ?? 'Yes';
    case 'no':
      return NO[question] ?? 'No';
    case 'unknown':
      return 'The representative could not tell';
    case 'money':
      return moneyText(value.amount);
    case 'percent':
      return percentText(value.percent);
    case 'count':
      return countText(String(value.count), value.unit) ?? '';
    case 'date':
      return usDate(value.date);
    case 'text':
      return value.text;
  }
}

/** The types that a question may be answered with, the likeliest first. `unknown` and `text` always may. */
export const VALUE_TYPES: Readonly<Record<CallQuestionKey, readonly CallValueType[]>> = {
  covered: ['yes', 'no', 'unknown', 'text'],
  authorization: ['yes', 'no', 'unknown', 'text'],
  limit: ['count', 'no', 'unknown', 'text'],
  copay: ['money', 'no', 'unknown', 'text'],
  coinsurance: ['percent', 'no', 'unknown', 'text'],
  deductible: ['money', 'no', 'unknown', 'text'],
  out_of_pocket: ['money', 'no', 'unknown', 'text'],
  reviewer: ['text', 'unknown'],
  'authorization-first-day': ['yes', 'no', 'unknown', 'text'],
  'left-and-reset': ['count', 'date', 'text', 'unknown'],
  'counted-together': ['yes', 'no', 'unknown', 'text'],
  accreditation: ['text', 'no', 'unknown'],
  'out-of-network-basis': ['text', 'percent', 'unknown'],
  'single-case': ['yes', 'no', 'unknown', 'text'],
  'claims-address': ['text', 'unknown'],
  'timely-filing': ['count', 'text', 'unknown'],
};

/** A phone answer that counts, of a cell of the grid. */
export interface PhoneFact {
  id: string;
  fact: GridFact;
  level: CareLevelKey;
  network: GridNetwork;
  value: CallValue;
  /** ISO instant. */
  calledAt: string;
  company: string | null;
}

const LONGEST_DAYS = 60;

/** The end of the plan year that holds the day: the plan's own end, else a year after it began, else 31 December. */
function planYearEnd(day: string, plan: Pick<Plan, 'plan_start' | 'plan_end'> | null): string {
  const end = plan?.plan_end ?? null;
  if (end !== null && end >= day && end <= addDays(day, 366)) return end;
  const start = plan?.plan_start ?? null;
  const lastOfYear = `${day.slice(0, 4)}-12-31`;
  if (start === null || start > day) return lastOfYear;
  const sameDay = `${day.slice(0, 4)}${start.slice(4)}`;
  const next = sameDay > day ? sameDay : `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}${start.slice(4)}`;
  return addDays(next.endsWith('-02-29') ? `${next.slice(0, 4)}-03-01` : next, -1);
}

/** The last day on which an answer given on `day` counts. */
export function validUntil(day: string, plan: Pick<Plan, 'plan_start' | 'plan_end'> | null): string {
  const [year, longest] = [planYearEnd(day, plan), addDays(day, LONGEST_DAYS)];
  return year < longest ? year : longest;
}
