/** What the plan box says, on the screen and in print (product.md 2.9). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '../calendar-day.ts';
import { dateWords } from './date-words.ts';
import type { LabelledFact } from './line-words.ts';

const day = (value: string | null) => (value === null ? null : usDate(value));
const dates = (start: string | null, end: string | null) => {
  if (start === null && end === null) return null;
  if (end === null) return `from ${day(start)}, end not stated`;
  return start === null ? `until ${day(end)}, start not stated` : `${day(start)} to ${day(end)}`;
};
const optional = (label: string, value: string | null): LabelledFact[] => (value === null ? [] : [{ label, value }]);

/** What everybody looks for has a place even when it was not stated (null); the rest shows where the payer sent it. */
export function planFacts(plan: Plan): LabelledFact[] {
  const stated = plan.stated_status;
  return [
    ...optional('The plan is also called', stated ? (stated.status ?? stated.status_code) : null),
    { label: 'Plan', value: plan.name },
    ...optional('Plan number', plan.number),
    { label: 'Insurance type', value: plan.insurance_type },
    ...optional('Plan network', plan.plan_network_name),
    { label: 'Group', value: [plan.group_name, plan.group_number].filter((part) => part !== null).join(' · ') || null },
    { label: 'Plan dates', value: dates(plan.plan_start, plan.plan_end) },
    { label: 'Coverage dates', value: dates(plan.coverage_start, plan.coverage_end) },
    ...optional('Premium paid until', day(plan.premium_paid_to_end_date)),
    ...optional('Last update at the payer', day(plan.last_update_date)),
    ...plan.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...plan.facts,
  ];
}
