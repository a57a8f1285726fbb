/** What dates of the plan say about the day asked for (product.md 10.7). */
import type { Coverage, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { addDays, usDate } from '../calendar-day.ts';
import { dateWords } from './date-words.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning, type Days } from './warning-input.ts';

const ENDS_SOON_DAYS = 7;

/** The earliest end counts. */
export function earliestEnd(plan: Plan): string | null {
  return [plan.plan_end, plan.coverage_end].filter((day) => day !== null).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;
}

function endOf(plan: Plan, days: Days): CoverageWarning[] {
  const end = earliestEnd(plan);
  if (end === null) return [];
  const facts = [{ label: 'Ends', value: usDate(end) }];
  if (end < days.asked || end < days.today) {
    const title = end < days.asked ? `The plan ended on ${usDate(end)}, before the date asked for` : `The plan has ended on ${usDate(end)}`;
    return [aWarning({ kind: 'plan-ended', severity: 'danger', title, action: 'Ask the patient for the insurance that followed.', facts })];
  }
  const from = days.asked > days.today ? days.asked : days.today;
  if (end > addDays(from, ENDS_SOON_DAYS)) return [];
  const action = 'Check again before services after that day, and ask the patient what follows.';
  return [aWarning({ kind: 'plan-ends-soon', severity: 'warning', title: `The plan ends on ${usDate(end)}`, action, facts })];
}

function startOf(plan: Plan, days: Days): CoverageWarning[] {
  const start = [plan.plan_start, plan.coverage_start].filter((day) => day !== null).toSorted((a, b) => (a < b ? 1 : -1))[0];
  if (start === undefined || start <= days.asked) return [];
  return [
    aWarning({
      kind: 'plan-not-started',
      severity: 'danger',
      title: `The plan starts on ${usDate(start)}, after the date asked for`,
      action: 'Ask the patient which insurance covers the day of service.',
      facts: [{ label: 'Starts', value: usDate(start) }],
    }),
  ];
}

function premiumOf(plan: Plan, days: Days): CoverageWarning[] {
  const paid = plan.premium_paid_to_end_date;
  if (paid === null || paid >= days.asked) return [];
  return [
    aWarning({
      kind: 'premium-paid-until',
      severity: 'warning',
      title: `Premiums are paid until ${usDate(paid)} only: this may be a grace period`,
      action: 'Ask whether premiums are paid; cover can end retroactively.',
      facts: [{ label: 'Premium paid until', value: usDate(paid) }],
    }),
  ];
}

/** Dates on a service override those of the plan. */
function servicesOf(plan: Plan, days: Days): CoverageWarning[] {
  return plan.benefit_groups
    .filter((group) => isBehavioural(group.code))
    .flatMap((group) => {
      const ended = group.status_details.filter((detail) => detail.benefit_end !== null && detail.benefit_end < days.asked);
      const runs = group.status_details.some((detail) => detail.benefit_end === null || detail.benefit_end >= days.asked);
      const end = ended[0]?.benefit_end ?? null;
      if (end === null || runs) return [];
      const title = `${group.name} ended on ${usDate(end)}, before the date asked for`;
      const action = 'Ask the payer who covers this service now.';
      return [aWarning({ kind: 'plan-ended', severity: 'danger', title, action, line_ids: ended.flatMap((detail) => detail.line_ids) })];
    });
}

export function dateWarnings(plan: Plan, days: Days): CoverageWarning[] {
  return [...endOf(plan, days), ...servicesOf(plan, days), ...startOf(plan, days), ...premiumOf(plan, days)];
}

const DEATH = /\b(death|deceased)\b/i;

export function deathWarnings(coverage: Coverage): CoverageWarning[] {
  const inPlans = coverage.plans.flatMap((plan) => plan.dates.filter((date) => DEATH.test(date.label)).map((date) => date.label));
  const inFacts = (coverage.patient?.facts ?? []).filter((fact) => DEATH.test(fact.label)).map((fact) => fact.label);
  if (inPlans.length + inFacts.length === 0) return [];
  return [
    aWarning({
      kind: 'member-deceased',
      severity: 'danger',
      title: "The payer's record of this patient has ended",
      payer_words: [...new Set([...inPlans, ...inFacts])],
      action: 'Please check with your records before anybody is called, and speak to the family with care.',
    }),
  ];
}

/** An answer for another day than the one asked for says nothing about the day of service. */
export function otherDateWarnings(coverage: Coverage, days: Days): CoverageWarning[] {
  const { from, to } = days.rightly;
  const others = (coverage.answered_for ?? []).filter((date) => {
    const first = date.from ?? date.to;
    const last = date.to ?? date.from;
    return first !== null && last !== null && (first > to || last < from);
  });
  if (others.length === 0) return [];
  const words = [...new Set(others.map(dateWords))];
  return [
    aWarning({
      kind: 'answer-for-other-date',
      severity: 'warning',
      title: `The answer is for ${words.join(' and ')}, not for the date asked for (${usDate(days.asked)})`,
      action: 'Cover and amounts can differ on the day of service: ask again for that day, or call the payer.',
    }),
  ];
}

/** An answer from last year is stale on 1 January, one from last month may be: cover changes with plan years and months. */
export function staleWarnings(days: Days): CoverageWarning[] {
  const { answered, today } = days;
  const [year, thisYear] = [answered, today].map((day) => Number(day.slice(0, 4)));
  const isOldYear = year !== thisYear;
  if (answered.slice(0, 7) >= today.slice(0, 7)) return [];
  return [
    aWarning({
      kind: isOldYear ? 'stale-plan-year' : 'stale-month',
      severity: isOldYear ? 'warning' : 'info',
      title: isOldYear ? `This answer is from ${year}` : `This answer is from ${usDate(answered)}, an earlier month`,
      action: isOldYear
        ? 'Deductibles and plans start anew with the year: check again.'
        : 'Cover usually changes at the end of a month: check again.',
    }),
  ];
}
