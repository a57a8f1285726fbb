/** Who is checked again by which rule, on which day and why (product.md 19.6). Knows no clock and no table. */
import type { RecheckWhen, RecheckWho } from '@coverlight/contract/batches/recheck.schema.ts';
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { cobraEnds } from '../changes/plan-dates.ts';
import { addDays, isDay, usDate } from '../inquiries/calendar-day.ts';
import { isOfInsuranceType } from './insurance-types.ts';

/** Somebody with an answer, as the newest of them has it. */
export interface KnownPerson {
  /** The same for the same person at the same payer. */
  key: string;
  inquiryId: string;
  payerId: string;
  /** The day of that check. */
  checkedOn: string;
  /** The last day on which a plan took them up, whatever came of it; null: none did. */
  plannedOn: string | null;
  plan: Plan | null;
  /** Days of appointments that are known, whenever they are. */
  visits: readonly string[];
  tags: readonly string[];
}

export interface PlannedRule {
  id: string;
  name: string;
  who: RecheckWho;
  when: RecheckWhen;
  /** Checks that its month's budget leaves, by the first day of the month. */
  leftIn: (month: string) => number;
  /** An answer younger than so many days stands in for a new check; not while watching. */
  reuseDays: number;
  /** Nothing before this day is its business: it has run, or was off. */
  since: string;
}

export interface PlannedCheck<Person extends KnownPerson = KnownPerson> {
  day: string;
  rule: { id: string; name: string };
  person: Person;
  why: string;
  isHeldBack: boolean;
}

const WEEK = 7;
/** A status under which premiums may be unpaid; watched weekly while it lasts. */
const AT_RISK = '5';
const BEFORE_END = [14, 2];
const AFTER_VISIT = [30, 75];

interface Due {
  day: string;
  why: string;
}

/**
 * Checks from the first day to the last. Nobody is checked twice in a week, or while an answer is reused, but by watching; who is beyond the
 * budget is held back. A rule earlier in the list has the first word.
 */
export function planChecks<Person extends KnownPerson>(
  rules: readonly PlannedRule[],
  people: readonly Person[],
  days: { from: string; until: string },
): PlannedCheck<Person>[] {
  const found = rules.flatMap((rule, order) =>
    people
      .filter((person) => isMeant(rule.who, person, days.from))
      .flatMap((person) =>
        dueDays(rule, person, { ...days, from: later(days.from, rule.since) }).map((due) => ({ ...due, rule, order, person })),
      ),
  );
  const lastChecked = new Map<string, string>();
  const left = new Map<string, number>();
  const planned: PlannedCheck<Person>[] = [];
  for (const { day, why, rule, person } of found.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.order - b.order))) {
    if (day < addDays(lastChecked.get(person.key) ?? takenUpOn(person), daysApart(rule))) continue;
    const month = `${rule.id} ${day.slice(0, 7)}`;
    const budget = left.get(month) ?? rule.leftIn(`${day.slice(0, 7)}-01`);
    const isHeldBack = budget <= 0;
    left.set(month, budget - 1);
    if (!isHeldBack) lastChecked.set(person.key, day);
    planned.push({ day, rule: { id: rule.id, name: rule.name }, person, why, isHeldBack });
  }
  return planned;
}

function isMeant(
  { payers, insurance_types: types, tags, with_appointment: withVisit, active_within_days: within }: RecheckWho,
  person: KnownPerson,
  today: string,
): boolean {
  const seen = [person.checkedOn, ...person.visits.filter((day) => day <= today)].toSorted().at(-1) ?? person.checkedOn;
  return (
    (payers.length === 0 || payers.includes(person.payerId)) &&
    (types.length === 0 || types.some((type) => isOfInsuranceType(person.plan?.insurance_type ?? null, type))) &&
    (tags.length === 0 || tags.some((tag) => person.tags.includes(tag))) &&
    (!withVisit || person.visits.some((day) => day >= today)) &&
    (within === null || seen >= addDays(today, -within))
  );
}

const takenUpOn = ({ checkedOn, plannedOn }: KnownPerson): string => later(checkedOn, plannedOn ?? '');
const daysApart = ({ when, reuseDays }: PlannedRule): number => (when.kind === 'watch' ? 1 : Math.max(WEEK, reuseDays));

function dueDays(rule: PlannedRule, person: KnownPerson, { from, until }: { from: string; until: string }): Due[] {
  const { when } = rule;
  const within = (dues: readonly Due[]) => dues.filter(({ day }) => day >= from && day <= until);
  switch (when.kind) {
    case 'monthly':
      return within(monthsOf(from, until).map((month) => ({ day: `${month}-${two(when.day)}`, why: `Every month on day ${when.day}` })));
    case 'before_appointment':
      // What was not known in time, or was checked shortly before, is checked as soon as may be; what was checked in time not again.
      return within(
        person.visits
          .filter((visit) => visit >= from && takenUpOn(person) < addDays(visit, -when.days))
          .map((visit) => ({ visit, day: later(later(addDays(visit, -when.days), from), addDays(takenUpOn(person), daysApart(rule))) }))
          .filter(({ visit, day }) => day <= visit)
          .map(({ visit, day }) => ({ day, why: `Appointment on ${usDate(visit)}` })),
      );
    case 'plan_year': {
      const begins = person.plan?.plan_start ?? person.plan?.coverage_start ?? null;
      const monthDay = begins === null || begins.endsWith('02-29') ? '01-01' : begins.slice(5);
      const years = [...new Set([from.slice(0, 4), until.slice(0, 4)])];
      const why = begins === null ? 'A new calendar year' : 'A new plan year';
      return within(years.map((year) => ({ day: `${year}-${monthDay}`, why })));
    }
    case 'watch':
      return within(watched(person, until));
  }
}

/** Days on which an answer may have stopped being true. */
function watched({ plan, visits, checkedOn }: KnownPerson, until: string): Due[] {
  const dues: Due[] = [];
  const add = (day: string, why: string) => {
    if (day > checkedOn) dues.push({ day, why });
  };
  const paid = plan?.premium_paid_to_end_date ?? null;
  if (paid !== null) add(addDays(paid, 1), `Premiums are paid until ${usDate(paid)}`);
  if (plan?.status_code === AT_RISK)
    for (let day = addDays(checkedOn, WEEK); day <= until; day = addDays(day, WEEK)) add(day, 'Premiums may be unpaid');
  for (const end of new Set(plan === null ? [] : [plan.plan_end, plan.coverage_end, ...cobraEnds(plan)])) {
    if (end === null) continue;
    for (const days of BEFORE_END) add(addDays(end, -days), `Cover ends on ${usDate(end)}`);
    add(addDays(end, 1), `Cover ended on ${usDate(end)}`);
  }
  if (plan !== null && /medicaid/i.test(plan.insurance_type ?? '')) {
    for (const month of monthsOf(checkedOn, until)) {
      const day = `${month}-${two(Math.min(28, Number(checkedOn.slice(8))))}`;
      add(day, 'Medicaid is decided by the month');
    }
    const begun = plan.coverage_start ?? plan.plan_start;
    if (begun !== null) add(halfYearAfter(begun), `Medicaid began on ${usDate(begun)}: it may be renewed every six months`);
  }
  for (const visit of visits)
    for (const days of AFTER_VISIT)
      add(addDays(visit, days), `${days} days after the visit of ${usDate(visit)}: cover may have been taken back`);
  return dues;
}

/** The same day six months later, or the last of that month. */
function halfYearAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const of = month > 6 ? `${String(year + 1).padStart(4, '0')}-${two(month - 6)}` : `${day.slice(0, 4)}-${two(month + 6)}`;
  return [date, 30, 29, 28].map((one) => `${of}-${two(one)}`).find(isDay) ?? `${of}-28`;
}

const two = (number: number): string => String(number).padStart(2, '0');
const later = (a: string, b: string): string => (a > b ? a : b);

/** 'YYYY-MM' of each month that the days touch. */
function monthsOf(from: string, until: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = from.split('-').map(Number);
  while (`${year}-${two(month)}` <= until.slice(0, 7)) {
    months.push(`${year}-${two(month)}`);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}
