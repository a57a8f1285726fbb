import type { Plan } from '@coverlight/domain/plan.ts';

export type Line = Plan;
