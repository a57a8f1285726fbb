import type { Plan } from '@coverlight/contract/plan.ts';

export const isPlan = (plan: Plan) => plan !== '';
