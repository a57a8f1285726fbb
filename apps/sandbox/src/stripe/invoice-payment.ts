/** Paying an invoice: by the schedule, by a person, by hand; and what it does to the subscription. */
import { daySeconds } from './calendar.ts';
import { charge, type ChargeOutcome } from './cards.ts';
import { findOrMakePaymentMethod } from './payment-methods.ts';
import { change, type StripeState, type SubscriptionRecord } from './state.ts';
import { StripeError } from './stripe-error.ts';
import type { Invoice, Subscription } from './wire-types.ts';

/** Days after the first failure at which a renewal is tried again; after the last one the subscription is unpaid. */
export const retryDays = [1, 3, 5, 7, 9, 11, 13, 14] as const;

type Attempt = { by: 'schedule' | 'person' | 'api'; paymentMethod?: string };

export function subscriptionOf(state: StripeState, invoice: Invoice): SubscriptionRecord | undefined {
  return state.subscriptions.get(invoice.parent?.subscription_details?.subscription ?? '');
}

function setStatus(state: StripeState, subscription: Subscription, status: Subscription['status']): void {
  change(state, 'customer.subscription.updated', subscription, (stored) => (stored.status = status));
}

/** The subscription's own card goes before the customer's default one. */
function findCard(state: StripeState, invoice: Invoice, chosen: string | undefined): string | null {
  const subscription = subscriptionOf(state, invoice)?.object;
  const customer = state.customers.get(invoice.customer ?? '');
  return chosen ?? subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? null;
}

function tryCard(state: StripeState, invoice: Invoice, attempt: Attempt): ChargeOutcome {
  const id = findCard(state, invoice, attempt.paymentMethod);
  if (id === null) {
    const message = 'Cannot charge a customer that has no active card';
    return { kind: 'declined', error: new StripeError(402, message, { type: 'card_error', code: 'missing' }) };
  }
  return charge(state, findOrMakePaymentMethod(state, id, 'payment_method'), attempt.by === 'person');
}

/** One try. The outcome is told; whoever asked decides what to say. */
export function payInvoice(state: StripeState, invoice: Invoice, attempt: Attempt): ChargeOutcome {
  const outcome = tryCard(state, invoice, attempt);
  if (outcome.kind === 'paid') {
    invoice.attempt_count += 1;
    invoice.attempted = true;
    settle(state, invoice);
    return outcome;
  }
  fail(state, invoice, attempt, outcome.kind === 'needs-action');
  return outcome;
}

/** Marks it paid, by whatever means, and brings the subscription back to life if nothing else is owed. */
export function settle(state: StripeState, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.attempted = true;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = state.now();
  forgetRetries(state, invoice);
  state.emit('invoice.paid', invoice);
  state.emit('invoice.payment_succeeded', invoice);
  reviveSubscription(state, invoice);
}

export function forgetRetries(state: StripeState, invoice: Invoice): void {
  state.dunning.delete(invoice.id);
  state.schedule.cancel(`${invoice.id}:retry`);
}

/** After an invoice is paid, void or given up: active again unless another one is open. */
export function reviveSubscription(state: StripeState, invoice: Invoice): void {
  const record = subscriptionOf(state, invoice);
  if (!record) return;
  const { object: subscription } = record;
  if (subscription.status === 'incomplete') {
    state.schedule.cancel(`${subscription.id}:incomplete`);
    setStatus(state, subscription, 'active');
    return;
  }
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return;
  const owes = [...state.invoices.values()].some((one) => one.status === 'open' && subscriptionOf(state, one) === record);
  if (!owes) setStatus(state, subscription, 'active');
}

/** Manual tries after the first one leave the schedule of retries alone, as the real service does. */
function fail(state: StripeState, invoice: Invoice, attempt: Attempt, needsAction: boolean): void {
  const subscription = subscriptionOf(state, invoice)?.object;
  if (attempt.by === 'schedule' || !invoice.attempted) {
    invoice.attempt_count += 1;
    invoice.attempted = true;
    // A first invoice is not retried: the subscription stays incomplete until it expires.
    if (subscription && subscription.status !== 'incomplete' && subscription.ended_at === null) planRetry(state, invoice);
  }
  if (needsAction) state.emit('invoice.payment_action_required', invoice);
  state.emit('invoice.payment_failed', invoice);
  if (!subscription) return;
  const isExhausted = (state.dunning.get(invoice.id)?.retries ?? 0) > retryDays.length;
  if (isExhausted && subscription.status === 'past_due') setStatus(state, subscription, 'unpaid');
  else if (subscription.status === 'active' || subscription.status === 'trialing') setStatus(state, subscription, 'past_due');
}

function planRetry(state: StripeState, invoice: Invoice): void {
  const dunning = state.dunning.get(invoice.id) ?? { firstFailedAt: state.now(), retries: 0 };
  const days = retryDays[dunning.retries];
  state.dunning.set(invoice.id, { ...dunning, retries: dunning.retries + 1 });
  if (days === undefined) {
    invoice.next_payment_attempt = null;
    return;
  }
  const next = dunning.firstFailedAt + days * daySeconds;
  invoice.next_payment_attempt = next;
  scheduleRetry(state, invoice, next);
}

export function scheduleRetry(state: StripeState, invoice: Invoice, at: number): void {
  state.schedule.set(`${invoice.id}:retry`, at, () => payInvoice(state, invoice, { by: 'schedule' }));
}
