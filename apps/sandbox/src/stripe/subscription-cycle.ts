/** The end of a billing period: renewal, or the end that was asked for. */
import { draftSeconds, openDraft } from './invoices.ts';
import { clearBilled, dropEndedDiscounts, rememberDebits, renewalPlan } from './invoice-plans.ts';
import { forgetRetries, subscriptionOf } from './invoice-payment.ts';
import { emitChange, type StripeState, type SubscriptionRecord } from './state.ts';
import { endAtPeriodEnd } from './subscription-end.ts';
import { periodAt, periodOf, type Period } from './subscription-record.ts';
import type { Invoice } from './wire-types.ts';

export function scheduleCycle(state: StripeState, record: SubscriptionRecord): void {
  state.schedule.set(`${record.object.id}:cycle`, periodOf(record).end, () => runCycle(state, record));
}

export function nextPeriod(record: SubscriptionRecord): Period {
  const first = record.object.items.data[0];
  return first ? periodAt(record.anchor, first.price, record.period + 1) : periodOf(record);
}

export function movePeriod(record: SubscriptionRecord, period: Period): void {
  for (const item of record.object.items.data) {
    item.current_period_start = period.start;
    item.current_period_end = period.end;
    record.usageFrom[item.id] = period.start;
  }
}

function runCycle(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  if (object.ended_at !== null || object.status === 'paused' || object.status === 'incomplete') return;
  if (object.cancel_at_period_end) {
    endAtPeriodEnd(state, record);
    return;
  }
  const before = structuredClone(object);
  const next = nextPeriod(record);
  dropEndedDiscounts(state, record, next.start);
  const plan = renewalPlan(state, record, next);
  // Unpaid: invoices go on, but nobody tries to collect them.
  const finalizesAt = object.status === 'unpaid' ? null : next.start + draftSeconds;
  record.period += 1;
  movePeriod(record, next);
  if (object.status === 'trialing') object.status = 'active';
  const invoice = openDraft(state, record, plan, finalizesAt);
  rememberDebits(record, invoice, next);
  clearBilled(state, record, invoice);
  emitChange(state, 'customer.subscription.updated', before, object);
  scheduleCycle(state, record);
}

export function voidInvoice(state: StripeState, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = state.now();
  forgetRetries(state, invoice);
  state.emit('invoice.voided', invoice);
}

export function voidOpenInvoices(state: StripeState, record: SubscriptionRecord): void {
  for (const invoice of state.invoices.values()) {
    if (invoice.status === 'open' && subscriptionOf(state, invoice) === record) voidInvoice(state, invoice);
  }
}
