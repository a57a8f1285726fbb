/** Whether a plan is active, since when, and until when (product.md 18.4). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { addDays, usDate } from '../inquiries/calendar-day.ts';
import { planState } from '../inquiries/coverage/plan-state.ts';
import { statusWords, CURRENT } from '../inquiries/coverage/status-tone.ts';
import { type Findings, type Found, found, noFindings } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import { hasMovedOn } from './plan-year.ts';
import { cobraEnds, ofWholePlan, planDates, planStatuses } from './plan-dates.ts';
import { unique } from './plain-words.ts';

export interface StatusInput {
  plans: PlanPair;
  before: AnswerDays;
  after: AnswerDays;
  options: { endsSoonDays: number; today: string; visits?: readonly string[] };
}

export interface AnswerDays {
  /** The day asked for. */
  asOf: string;
  /** The day of which the answer can tell: the day asked for, but none after it was given. */
  told: string;
}

type State = ReturnType<typeof planState>;
const ACTIVE: ReadonlySet<State> = new Set<State>(['active', 'capitated', 'at-risk']);
const INACTIVE: ReadonlySet<State> = new Set<State>(['inactive', 'may-change']);

const least = (days: (string | null)[]): string | null => days.filter((day) => day !== null).toSorted()[0] ?? null;
/** The earliest end counts, that of COBRA among them. */
const endOf = (plan: Plan): string | null => least([plan.plan_end, plan.coverage_end, ...cobraEnds(plan)]);
const isLapsed = (plan: Plan, asOf: string) => plan.premium_paid_to_end_date !== null && plan.premium_paid_to_end_date < asOf;

const wordsOf = (plan: Plan, state: State): string | null =>
  state === 'contradicted'
    ? 'Called active and inactive'
    : plan.status === null && plan.status_code === null
      ? null
      : statusWords(plan.status, plan.status_code, CURRENT).label;

const statusIds = (plan: Plan): string[] =>
  planStatuses(plan)
    .flatMap((detail) => detail.line_ids)
    .toSorted();

function aChange(code: ChangeCode, { plans }: StatusInput, over: Partial<Found>): Found {
  return found(code, { plan: plans.name, beforeIds: statusIds(plans.before), afterIds: statusIds(plans.after), ...over });
}

const day = (value: string | null) => (value === null ? null : usDate(value));

/** An end within the days that count as soon, and not past. */
function endsSoon(end: string | null, from: string, days: number): boolean {
  return end !== null && end >= from && end <= addDays(from, days);
}

const later = (a: string, b: string) => (a > b ? a : b);

function visitsWords(from: string, { options }: StatusInput): string {
  const visits = (options.visits ?? []).filter((visit) => visit > from && visit <= options.today).toSorted();
  return visits.length === 0 ? '' : ` Visits since: ${visits.map(usDate).join(', ')}.`;
}

function retroEnded(end: string, input: StatusInput): Found {
  const said = usDate(input.before.told);
  const from = usDate(addDays(end, 1));
  return aChange('retro-ended', input, {
    before: day(endOf(input.plans.before)),
    after: usDate(end),
    subject: 'Cover ended',
    sentence: `The payer now says that cover ended on ${usDate(end)}; on ${said} it said active. Visits from ${from} on may not be paid.${visitsWords(end, input)}`,
  });
}

function endChanges(input: StatusInput, states: { before: State; after: State }): Findings {
  const { plans, before, after, options } = input;
  const findings = noFindings();
  const [was, is] = [endOf(plans.before), endOf(plans.after)];
  const isOver = INACTIVE.has(states.after);
  const wasOver = was !== null && was < before.asOf;
  const words = { before: day(was), after: day(is), subject: 'Cover ends' };
  if (is === null) {
    if (was !== null && !isOver)
      findings.gone.push({ plan: plans.name, serviceCode: null, service: null, words: `End of cover: ${usDate(was)}`, lineIds: [] });
    return findings;
  }
  const wasActive = ACTIVE.has(states.before) && !(was !== null && was < before.told);
  if (is < before.told && wasActive) findings.changes.push(retroEnded(is, input));
  else if (isOver) {
    if (INACTIVE.has(states.before) && was !== is) findings.changes.push(aChange('words-only', input, words));
    return findings;
  } else if (is < after.asOf) {
    if (!wasOver) findings.changes.push(aChange('coverage-ended', input, words));
    else if (was !== is) findings.changes.push(aChange('words-only', input, words));
  } else if (endsSoon(is, later(after.asOf, options.today), options.endsSoonDays)) {
    const wasSoon = was === is && endsSoon(was, later(before.asOf, before.told), options.endsSoonDays);
    if (!wasSoon) findings.changes.push(aChange('coverage-ends-soon', input, words));
  } else if (wasOver && ACTIVE.has(states.after)) findings.changes.push(aChange('active-again', input, words));
  else if (was === null)
    findings.added.push({ plan: plans.name, serviceCode: null, service: null, words: `End of cover: ${usDate(is)}`, lineIds: [] });
  else if (was !== is) findings.changes.push(aChange('words-only', input, words));
  return findings;
}

const isAdded = (plan: Plan) => planDates(plan).some(({ label }) => /^added\b/i.test(label));
const startsOf = (plan: Plan): (string | null)[] => [plan.plan_start, plan.coverage_start];

/** A plan that was active keeps its days but those before a later start; what begins after the former answer is a new year of it. */
function startChanges(input: StatusInput, states: { before: State; after: State }): Findings {
  const { plans, before } = input;
  const findings = noFindings();
  const labels = ['Start of the plan', 'Start of cover'];
  const isActive = ACTIVE.has(states.after);
  const days = { before: before.told, after: input.after.asOf };
  const changes = startsOf(plans.before).flatMap((was, at): Found[] => {
    const is = startsOf(plans.after)[at] ?? null;
    if (was === is) return [];
    const words = { before: day(was), after: day(is), subject: 'Cover starts' };
    const unpaired = { plan: plans.name, serviceCode: null, service: null, lineIds: [] };
    if (is === null || was === null) {
      const isReachingBack = is !== null && isActive && INACTIVE.has(states.before) && is <= before.told;
      if (isReachingBack) return [aChange('retro-added', input, words)];
      if (is === null) findings.gone.push({ ...unpaired, words: `${labels[at]}: ${usDate(was ?? '')}` });
      else findings.added.push({ ...unpaired, words: `${labels[at]}: ${usDate(is)}` });
      return [];
    }
    if (is < was) return isActive && is <= before.told ? [aChange('retro-added', input, words)] : [aChange('words-only', input, words)];
    if (hasMovedOn(was, is, days)) return [aChange('plan-year-began', input, { ...words, subject: 'Plan year' })];
    return isActive && ACTIVE.has(states.before) ? [laterStart(was, is, input)] : [aChange('words-only', input, words)];
  });
  const wasAdded = !isAdded(plans.before) && isAdded(plans.after) && isActive;
  const added = wasAdded ? [aChange('retro-added', input, { after: day(addedOn(plans.after)), subject: 'Cover added' })] : [];
  const seen = new Set<ChangeCode>();
  findings.changes.push(...[...changes, ...added].filter(({ code }) => !seen.has(code) && seen.add(code)));
  return findings;
}

const addedOn = (plan: Plan): string | null => {
  const date = planDates(plan).find(({ label }) => /^added\b/i.test(label));
  return date?.from ?? date?.to ?? null;
};

function laterStart(was: string, is: string, input: StatusInput): Found {
  return aChange('retro-ended', input, {
    before: usDate(was),
    after: usDate(is),
    subject: 'Cover starts',
    sentence: `The payer now says that cover starts on ${usDate(is)}, not on ${usDate(was)}. Visits before that day may not be paid.`,
  });
}

const isPast = (plan: Plan, asOf: string) => (endOf(plan) ?? asOf) < asOf;
const codesOf = (plan: Plan) =>
  unique([plan.status_code ?? '', ...ofWholePlan(planStatuses(plan)).map((detail) => detail.status_code ?? '')])
    .toSorted()
    .join();
const statedBy = (plan: Plan) =>
  unique([plan.status ?? '', ...ofWholePlan(planStatuses(plan)).map(({ status }) => status)])
    .filter((words) => words !== '')
    .toSorted()
    .join('; ') || null;

/** With the day that it ended on, where that is told. */
function inactiveWords(plan: Plan, words: string | null): string | null {
  const end = endOf(plan);
  return end === null ? words : [words, `ended on ${usDate(end)}`].filter((part) => part !== null).join(', ');
}

function stateChanges(input: StatusInput, states: { before: State; after: State }): Findings {
  const { plans } = input;
  const findings = noFindings();
  const words = { before: wordsOf(plans.before, states.before), after: wordsOf(plans.after, states.after), subject: 'Status' };
  const [wasActive, isActive] = [ACTIVE.has(states.before), ACTIVE.has(states.after)];
  const [wasInactive, isInactive] = [INACTIVE.has(states.before), INACTIVE.has(states.after)];
  const wasAtRisk = states.before === 'at-risk' || (wasActive && isLapsed(plans.before, input.before.asOf));
  const isAtRisk = states.after === 'at-risk' || (!isInactive && isLapsed(plans.after, input.after.asOf));
  if (isInactive && !wasInactive)
    findings.changes.push(
      aChange('became-inactive', input, {
        ...words,
        after: isPast(plans.after, input.after.asOf) ? inactiveWords(plans.after, words.after) : words.after,
      }),
    );
  else if (isAtRisk && !wasAtRisk) findings.changes.push(aChange('at-risk-began', input, { ...words, ...riskWords(input, words) }));
  else if (isActive && (wasInactive || (wasAtRisk && !isAtRisk))) findings.changes.push(aChange('active-again', input, words));
  else if (states.after === 'not-stated' && states.before !== 'not-stated')
    findings.gone.push({
      plan: plans.name,
      serviceCode: '30',
      service: null,
      words: `Status: ${words.before}`,
      lineIds: statusIds(plans.before),
    });
  else if (states.before === 'not-stated' && states.after !== 'not-stated' && states.after !== 'contradicted')
    findings.added.push({
      plan: plans.name,
      serviceCode: '30',
      service: null,
      words: `Status: ${words.after}`,
      lineIds: statusIds(plans.after),
    });
  else if (states.after !== 'contradicted' && codesOf(plans.before) !== codesOf(plans.after))
    findings.changes.push(aChange('words-only', input, { ...words, before: statedBy(plans.before), after: statedBy(plans.after) }));
  return findings;
}

/** Where only the day that premiums are paid to tells of the risk. */
function riskWords({ plans, after }: StatusInput, words: { before: string | null; after: string | null }): Partial<Found> {
  const paid = plans.after.premium_paid_to_end_date;
  if (paid === null || paid >= after.asOf) return {};
  return { after: [words.after, `premiums paid until ${usDate(paid)}`].filter((part) => part !== null).join(', ') };
}

function premiumChanges({ plans }: StatusInput, isTold: boolean): Found[] {
  const [was, is] = [plans.before.premium_paid_to_end_date, plans.after.premium_paid_to_end_date];
  if (was === is || isTold) return [];
  return [found('words-only', { plan: plans.name, before: day(was), after: day(is), subject: 'Premium paid until' })];
}

export interface StatusFindings extends Findings {
  /** The plan is over: what it does not say any more follows from that. */
  isOver: boolean;
}

export function statusChanges(input: StatusInput): StatusFindings {
  const states = { before: planState(input.plans.before), after: planState(input.plans.after) };
  const ofState = stateChanges(input, states);
  const ofEnd = endChanges(input, states);
  const ofStart = startChanges(input, states);
  const isRisk = ofState.changes.some(({ code }) => code === 'at-risk-began' || code === 'active-again');
  const all = [...ofState.changes, ...ofEnd.changes, ...ofStart.changes];
  const has = (code: ChangeCode) => all.some((change) => change.code === code);
  const changes = all.filter(
    ({ code, subject }) =>
      // Added back in time says that it is active again, and a new year of the plan where its end went.
      !(code === 'active-again' && has('retro-added')) && !(code === 'words-only' && subject === 'Cover ends' && has('plan-year-began')),
  );
  return {
    changes: [...changes, ...premiumChanges(input, isRisk)],
    gone: [...ofState.gone, ...ofEnd.gone, ...ofStart.gone],
    added: [...ofState.added, ...ofEnd.added, ...ofStart.added],
    isOver: INACTIVE.has(states.after) || has('coverage-ended'),
  };
}
