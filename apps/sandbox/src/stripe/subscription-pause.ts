/** Pausing stops periods and invoices; resuming begins a new period at once. */
import { finalizeInvoice, openDraft } from './invoices.ts';
import { clearBilled, firstPlan, rememberDebits } from './invoice-plans.ts';
import { payInvoice } from './invoice-payment.ts';
import { emitChange, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import { movePeriod, scheduleCycle } from './subscription-cycle.ts';
import { periodAt, periodOf } from './subscription-record.ts';

export function pauseSubscription(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  if (object.status !== 'active' && object.status !== 'past_due' && object.status !== 'unpaid') {
    throw invalidRequest(`A subscription with the status ${object.status} cannot be paused.`);
  }
  object.status = 'paused';
  object.status_details = { paused: { subscription: { type: 'pause_requested' }, transitioned_at: state.now(), type: 'subscription' } };
  state.schedule.cancel(`${object.id}:cycle`);
  state.emit('customer.subscription.paused', object);
}

export function resumeSubscription(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  if (object.status !== 'paused') throw invalidRequest('Only a paused subscription can be resumed.');
  const first = object.items.data[0];
  if (!first) return;
  const before = structuredClone(object);
  record.anchor = state.now();
  record.period = 0;
  object.billing_cycle_anchor = record.anchor;
  movePeriod(record, periodAt(record.anchor, first.price, 0));
  object.status = 'active';
  delete object.status_details;
  const invoice = openDraft(state, record, { ...firstPlan(state, record), reason: 'subscription_update' }, null);
  rememberDebits(record, invoice, periodOf(record));
  clearBilled(state, record, invoice);
  state.emit('customer.subscription.resumed', object);
  emitChange(state, 'customer.subscription.updated', before, object);
  scheduleCycle(state, record);
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open') payInvoice(state, invoice, { by: 'api' });
}
