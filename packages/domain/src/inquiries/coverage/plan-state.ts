/** The leading plan's status in one word, kept beside the inquiry (product.md 10.13). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry, PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { statusContradictions } from './contradictions.ts';
import { isAtRisk } from './status-warnings.ts';

const STATE_OF_CODE: Readonly<Record<string, PlanState>> = {
  0: 'unknown',
  1: 'active',
  2: 'capitated',
  3: 'capitated',
  4: 'capitated',
  5: 'at-risk',
  6: 'inactive',
  7: 'may-change',
  8: 'may-change',
};

/** What is kept of the leading plan for lists, which do not open answers. Null: the answer names no plan. */
export function planState(plan: Plan | null): PlanState {
  if (plan === null || (plan.status === null && plan.status_code === null)) return 'not-stated';
  if (statusContradictions(plan).length > 0) return 'contradicted';
  if (isAtRisk(plan)) return 'at-risk';
  return STATE_OF_CODE[plan.status_code ?? ''] ?? 'other';
}

/** The inquiry as it tells of that plan of its answer: status, sentence and lines for the chart are then all of one plan. */
export function tellingOf(inquiry: Inquiry, plan: Plan): Inquiry {
  const { coverage } = inquiry;
  if (coverage === null || coverage.plan === plan) return inquiry;
  return { ...inquiry, plan_state: planState(plan), plan_status: plan.status, coverage: { ...coverage, plan } };
}
