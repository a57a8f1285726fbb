/** The end of a subscription, at once or at the end of its period, with what is still owed. */
import { draftSeconds, finalizeInvoice, openDraft } from './invoices.ts';
import { clearBilled, finalPlan } from './invoice-plans.ts';
import { forgetRetries, payInvoice, subscriptionOf } from './invoice-payment.ts';
import { closeAllItems } from './proration.ts';
import type { StripeState, SubscriptionRecord } from './state.ts';
import { periodOf } from './subscription-record.ts';

type CancelOptions = { invoiceNow?: boolean; prorate?: boolean };

/** Open invoices stay open, but nobody tries to collect them any more. */
function stopCollecting(state: StripeState, record: SubscriptionRecord): void {
  for (const invoice of state.invoices.values()) {
    if (invoice.status !== 'open' || subscriptionOf(state, invoice) !== record) continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    forgetRetries(state, invoice);
  }
}

function end(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  object.status = 'canceled';
  object.ended_at = state.now();
  object.canceled_at ??= state.now();
  if (object.cancellation_details) object.cancellation_details.reason ??= 'cancellation_requested';
  state.schedule.cancel(`${object.id}:cycle`);
  state.schedule.cancel(`${object.id}:incomplete`);
  stopCollecting(state, record);
  state.emit('customer.subscription.deleted', object);
}

/** Now. `prorate` credits unused time; `invoiceNow` bills usage and what is pending, which else is dropped. */
export function cancelSubscription(state: StripeState, record: SubscriptionRecord, options: CancelOptions): void {
  const at = Math.min(state.now(), periodOf(record).end);
  if (options.prorate) closeAllItems(state, record, { at, behavior: 'create_prorations' });
  const plan = options.invoiceNow || options.prorate ? finalPlan(state, record, at) : undefined;
  if (plan && plan.lines.length > 0) {
    const invoice = openDraft(state, record, { ...plan, reason: 'subscription_update' }, null);
    clearBilled(state, record, invoice);
    finalizeInvoice(state, invoice);
    if (invoice.status === 'open') payInvoice(state, invoice, { by: 'api' });
  }
  end(state, record);
}

/** Usage and pending prorations of the last period are still billed. */
export function endAtPeriodEnd(state: StripeState, record: SubscriptionRecord): void {
  const at = periodOf(record).end;
  // The draft stays open for an hour like any renewal, for usage that is still on its way.
  const plan = finalPlan(state, record, at, 'with-empty-usage');
  if (plan.lines.length > 0) clearBilled(state, record, openDraft(state, record, plan, at + draftSeconds));
  end(state, record);
}
