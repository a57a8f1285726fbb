/** The one sentence that a receptionist can say aloud (product.md 2.9). Only what the payer said goes in. */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { addDays, usDate } from '../calendar-day.ts';
import { leadingPlan } from './medical-plan.ts';
import { statusTone } from './status-tone.ts';

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

function statusWords(plan: Plan): string {
  if (plan.status_code === null && plan.status === null) return 'The payer did not say whether the plan is active';
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

function otherPlans(coverage: Coverage): string {
  const active = coverage.plans.filter((plan) => statusTone(plan.status_code) === 'success').length;
  const count = coverage.plans.length;
  if (count < 2) return '';
  return active > 1 ? ` (one of ${count} plans, ${active} of them active)` : ` (one of ${count} plans)`;
}

/** "Active: Aetna Choice POS II, plan year from 01/01/2026." Never promises payment: active is not a guarantee of it. `asked` is the day asked for. */
export function answerSentence(coverage: Coverage | null, asked: string): string {
  if (coverage === null) return 'The payer sent no coverage.';
  const plan = leadingPlan(coverage.plans, asked);
  if (plan === null) return 'The payer answered without naming any plan.';
  return `${statusWords(plan)}: ${planWords(plan, coverage.payer_name)}${dateWords(plan, asked)}${otherPlans(coverage)}.`;
}
