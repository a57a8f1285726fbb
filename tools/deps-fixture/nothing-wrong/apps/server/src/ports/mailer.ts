import type { Plan } from '@coverlight/contract/plan.ts';

export interface Mailer {
  send(plan: Plan): void;
}
