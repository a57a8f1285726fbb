import type { Plan } from '@coverlight/contract/plan.ts';

export type Wire = Plan;
