/** Which plan of an answer shows. All that is said of "the plan" then tells of that one (docs/product.md 10.1). */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { tellingOf } from '@coverlight/domain/inquiries/coverage/plan-state.ts';
import { useMemo, useState } from 'react';

export interface ShownPlan {
  /** Index of the plan that the server put first. */
  leading: number;
  /** Index of the plan that shows. */
  chosen: number;
  choose: (index: number) => void;
  /** The inquiry as it tells of the plan that shows. */
  told: Inquiry;
}

export function useShownPlan(inquiry: Inquiry): ShownPlan {
  const { coverage } = inquiry;
  // Sent apart, the leading plan stands in the list as its equal.
  const leading = useMemo(
    () => Math.max(0, coverage?.plans.findIndex((plan) => JSON.stringify(plan) === JSON.stringify(coverage.plan)) ?? 0),
    [coverage],
  );
  const [chosen, choose] = useState(leading);
  const plan = coverage?.plans[chosen];
  const told = useMemo(() => (chosen === leading || !plan ? inquiry : tellingOf(inquiry, plan)), [inquiry, plan, chosen, leading]);
  return { leading, chosen, choose, told };
}
