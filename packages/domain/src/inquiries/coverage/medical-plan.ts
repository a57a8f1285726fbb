/** Which of several plans is the medical one, which are in force, and which of them leads (product.md 10.1). */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { compareText } from './benefit-order.ts';
import { isActiveStatus, isInactiveStatus } from './status-codes.ts';

// Names of cover that never pays for behavioural health. "Medical and dental" is medical.
const OTHER_COVER =
  /\b(dental|dentistry|vision|optical|pharmacy|prescription|rx|life|disability|long[ -]term care|auto|workers'? comp\w*)\b/i;
const MEDICAL = /\b(medical|health|hmo|ppo|pos|epo|medicare|medicaid|behaviou?ral|mental)\b/i;
const OTHER_SERVICES = /^(23|24|25|26|27|28|35|36|37|38|39|40|41|88|89|90|91|92|AL|AM|AO|AP|B2|B3|BW|BX|CP|EF|GF|GN)$/;

/** True unless the plan's name, insurance type or services say that it is another kind of cover. */
export function isMedical(plan: Pick<Plan, 'name' | 'insurance_type' | 'benefit_groups'>): boolean {
  const words = [plan.name, plan.insurance_type].filter((part) => part !== null).join(' ');
  if (OTHER_COVER.test(words) && !MEDICAL.test(words)) return false;
  const codes = plan.benefit_groups.flatMap((group) => (group.code === null ? [] : [group.code]));
  return codes.length === 0 || codes.some((code) => !OTHER_SERVICES.test(code));
}

const starts = (plan: Plan) => [plan.plan_start, plan.coverage_start].filter((day) => day !== null);
const ends = (plan: Plan) => [plan.plan_end, plan.coverage_end].filter((day) => day !== null);

/** The day lies in all the dates that the plan states. */
const isWithin = (plan: Plan, day: string) => starts(plan).every((start) => start <= day) && ends(plan).every((end) => end >= day);

/** Not said to be inactive, and within its dates. A plan of which the payer says both may be. */
export function isInForce(plan: Plan, asked: string | null): boolean {
  const isOver = isInactiveStatus(plan.status_code) && plan.stated_status === undefined;
  return !isOver && (asked === null || isWithin(plan, asked));
}

function leadRank(plan: Plan, asked: string | null): number {
  const isActive = isActiveStatus(plan.status_code);
  const order = [isActive && isInForce(plan, asked), isInForce(plan, asked), isActive].indexOf(true);
  return (isMedical(plan) ? 0 : 10) + (order < 0 ? 3 : order);
}

/**
 * The medical plan in force on the day asked for, before one that ended or has not begun, whatever the order; among several that are
 * alike the first sent. Null where there is none. Where no day is known dates do not decide.
 */
export function leadingPlan(plans: readonly Plan[], asked: string | null): Plan | null {
  return plans.toSorted((a, b) => leadRank(a, asked) - leadRank(b, asked))[0] ?? null;
}

/** The coverage as it answers for that day. */
export function leadOn(coverage: Coverage, asked: string): Coverage {
  return { ...coverage, plan: leadingPlan(coverage.plans, asked) };
}

/**
 * Every plan that warnings are read from: all in force on the day, and the leading one where none of them is medical; where none is in
 * force, all. In an order that does not depend on the payer's.
 */
export function plansToRead(plans: readonly Plan[], asked: string): Plan[] {
  const inForce = plans.filter((plan) => isInForce(plan, asked));
  if (inForce.length === 0) return inCanonicalOrder(plans);
  const leading = leadingPlan(plans, asked);
  const read = inForce.some(isMedical) || leading === null || inForce.includes(leading) ? inForce : [...inForce, leading];
  return inCanonicalOrder(read);
}

export function inCanonicalOrder(plans: readonly Plan[]): Plan[] {
  return plans.toSorted((a, b) => compareText(a.name ?? '', b.name ?? '') || compareText(JSON.stringify(a), JSON.stringify(b)));
}
