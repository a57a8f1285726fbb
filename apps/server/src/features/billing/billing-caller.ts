import type { Actor } from '#http/actor.ts';

/** Who asks for a change of the subscription. The request's id makes the provider's keys of one request the same at every retry. */
export interface BillingCaller {
  organizationId: string;
  email: string;
  requestId: string;
  actor: Actor;
}

/** A person sits before the spinner for all that is asked of the payment provider in one call. */
export const PERSON_WAITS_MS = 25_000;
