import type { Actor } from '#http/actor.ts';

/** Who asks for a change of the subscription. The request's id makes the provider's keys of one request the same at every retry. */
export interface BillingCaller {
  organizationId: string;
  email: string;
  requestId: string;
  actor: Actor;
}
