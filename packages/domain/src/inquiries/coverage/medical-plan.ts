/** Which of several plans is the medical one (product.md 10.1). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';

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
