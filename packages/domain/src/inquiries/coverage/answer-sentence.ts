/** The one sentence that a receptionist can say aloud (product.md 2.9). Only what the payer said goes in. */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { addDays, usDate } from '../calendar-day.ts';
import { statusContradictions } from './contradictions.ts';
import { statusTone, type Reading } from './status-tone.ts';

const STATUS: Readonly<Record<string, string>> = {
  0: 'Status unknown',
  1: 'Active',
  2: 'Active, capitated',
  3: 'Active, capitated',
  4: 'Active, capitated',
  5: 'Active, but still being investigated by the payer',
  6: 'Not active',
  7: 'Not active, but the payer is updating it',
  8: 'Not active, but still being investigated by the payer',
};

/** What was so on that day, `on` being "on 03/21/2026". */
const PAST_STATUS: Readonly<Record<string, (on: string) => string>> = {
  0: (on) => `Status was unknown ${on}`,
  1: (on) => `Was active ${on}`,
  2: (on) => `Was active, capitated, ${on}`,
  3: (on) => `Was active, capitated, ${on}`,
  4: (on) => `Was active, capitated, ${on}`,
  5: (on) => `Was active ${on}, but still being investigated by the payer`,
  6: (on) => `Was not active ${on}`,
  7: (on) => `Was not active ${on}, but the payer was updating it`,
  8: (on) => `Was not active ${on}, but still being investigated by the payer`,
};

function pastWords(plan: Plan, day: string): string {
  if (plan.status_code === null && plan.status === null) return `On ${day} the payer did not say whether the plan was active`;
  if (statusContradictions(plan).length > 0) return `On ${day} the payer said both that the plan was active and that it was not`;
  return PAST_STATUS[plan.status_code ?? '']?.(`on ${day}`) ?? `On ${day} the payer said "${plan.status ?? plan.status_code ?? ''}"`;
}

function statusWords(plan: Plan): string {
  if (plan.status_code === null && plan.status === null) return 'The payer did not say whether the plan is active';
  if (statusContradictions(plan).length > 0) return 'The payer says both that the plan is active and that it is not';
  return STATUS[plan.status_code ?? ''] ?? `The payer says "${plan.status ?? plan.status_code ?? ''}"`;
}

function planWords(plan: Plan, payerName: string | null): string {
  const name = plan.name ?? plan.plan_network_name ?? plan.insurance_type;
  if (name === null) return payerName ?? 'plan name not stated';
  const words = wordsIn(name);
  // "Medicare Part A,Medicare Part B" already names "Medicare Part A and B".
  const isNamed = payerName === null || wordsIn(payerName).every((word) => words.includes(word));
  return isNamed ? name : `${payerName} ${name}`;
}

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(?:and|of|the)$/.test(word));

const YEAR_DAYS = 366;

/** A plan that began long before the day asked for is in its plan year no more, but in force. */
function startWords(plan: Plan, asked: string): string {
  const isOver = /^[678]$/.test(plan.status_code ?? '');
  if (plan.coverage_start !== null) return `, ${isOver ? 'dates' : 'covered'} from ${usDate(plan.coverage_start)}`;
  if (plan.plan_start === null) return '';
  const isYear = addDays(plan.plan_start, YEAR_DAYS) >= (plan.plan_end ?? asked);
  return `${isOver ? ', dates' : isYear ? ', plan year' : ', in force'} from ${usDate(plan.plan_start)}`;
}

function dateWords(plan: Plan, asked: string): string {
  const ends = [plan.coverage_end, plan.plan_end].filter((day) => day !== null).toSorted();
  const from = startWords(plan, asked);
  return ends[0] === undefined ? from : `${from}${from === '' ? ', until' : ' to'} ${usDate(ends[0])}`;
}

function otherPlans(coverage: Coverage, isPast: boolean): string {
  const active = coverage.plans.filter((plan) => statusTone(plan.status_code) === 'success').length;
  const count = coverage.plans.length;
  if (count < 2) return '';
  return active > 1 ? ` (one of ${count} plans, ${active} of them active${isPast ? ' then' : ''})` : ` (one of ${count} plans)`;
}

/**
 * "Active: Aetna Choice POS II, plan year from 01/01/2026." Tells of the coverage's one plan. Never promises payment: active is not a
 * guarantee of it. `asked` is the day asked for. What is out of date stands in the past.
 */
export function answerSentence(coverage: Coverage | null, asked: string, { wasOn, isSomebodyElse }: Reading): string {
  if (coverage === null) return 'The payer sent no coverage.';
  const { plan } = coverage;
  if (plan === null) return 'The payer answered without naming any plan.';
  const status = wasOn === null ? statusWords(plan) : pastWords(plan, wasOn);
  const sentence = `${status}: ${planWords(plan, coverage.payer_name)}${dateWords(plan, asked)}${otherPlans(coverage, wasOn !== null)}.`;
  return isSomebodyElse ? `This answer may be about somebody else. It says: ${sentence}` : sentence;
}
