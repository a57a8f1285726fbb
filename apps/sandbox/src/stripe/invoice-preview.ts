/** The next invoice, before it exists. Made by the same functions as the real one, on a copy: so it is what is then billed. */
import { discountsRule } from './discounts.ts';
import { endingBalance } from './invoice-totals.ts';
import { composeInvoice, type InvoicePlan } from './invoices.ts';
import { dropEndedDiscounts, finalPlan, firstPlan, immediatePlan, renewalPlan } from './invoice-plans.ts';
import { emptyable, filledText, flag, integer, group, oneOf, required, type Read } from './parameters.ts';
import { closeAllItems, itemsRule } from './proration.ts';
import { getStored, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import { nextPeriod } from './subscription-cycle.ts';
import { periodOf } from './subscription-record.ts';
import { draftSubscription } from './subscription-start.ts';
import { draftChange } from './subscription-update.ts';
import type { Customer, Discount, Invoice } from './wire-types.ts';

export const previewShape = {
  currency: filledText,
  customer: filledText,
  discounts: emptyable(discountsRule),
  preview_mode: oneOf('next'),
  subscription: filledText,
  subscription_details: group({
    billing_mode: group({ type: required(oneOf('flexible')) }),
    billing_cycle_anchor: oneOf('unchanged'),
    cancel_at_period_end: flag,
    cancel_now: flag,
    items: itemsRule,
    proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
    proration_date: integer,
    trial_end: integer,
  }),
};
type Asked = Read<typeof previewShape>;

function nothingToCome(): never {
  throw new StripeError(404, 'No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
}

function previewChange(
  state: StripeState,
  record: SubscriptionRecord,
  asked: Asked,
  made: Discount[],
): { draft: SubscriptionRecord; plan: InvoicePlan } {
  if (record.object.ended_at !== null || record.object.status === 'paused') nothingToCome();
  const details = asked.subscription_details;
  const changed = draftChange(state, record, {
    items: details?.items,
    discounts: asked.discounts,
    cancel_at_period_end: details?.cancel_at_period_end,
    proration_behavior: details?.proration_behavior,
    proration_date: details?.proration_date,
  });
  made.push(...changed.made);
  return { draft: changed.draft, plan: planAfter(state, changed.draft, asked) };
}

function planAfter(state: StripeState, draft: SubscriptionRecord, asked: Asked): InvoicePlan {
  const details = asked.subscription_details;
  const now = Math.min(state.now(), periodOf(draft).end);
  if (details?.cancel_now) {
    if (details.proration_behavior !== 'none')
      closeAllItems(state, draft, { at: details.proration_date ?? now, behavior: 'create_prorations' });
    return finalPlan(state, draft, now);
  }
  if (details?.proration_behavior === 'always_invoice' && details.items) return immediatePlan(state, draft, now);
  if (draft.object.cancel_at_period_end) {
    const plan = finalPlan(state, draft, periodOf(draft).end, 'with-empty-usage');
    return plan.lines.length > 0 ? plan : nothingToCome();
  }
  const next = nextPeriod(draft);
  dropEndedDiscounts(state, draft, next.start);
  return renewalPlan(state, draft, next);
}

function previewStart(
  state: StripeState,
  customer: Customer,
  asked: Asked,
  made: Discount[],
): { draft: SubscriptionRecord; plan: InvoicePlan } {
  const details = asked.subscription_details;
  if (!details?.items) nothingToCome();
  const started = draftSubscription(state, {
    customer: customer.id,
    items: details.items,
    discounts: asked.discounts || [],
    metadata: {},
    description: null,
    trialEnd: details.trial_end ?? null,
  });
  made.push(...started.made);
  return { draft: started.record, plan: firstPlan(state, started.record) };
}

export function previewInvoice(state: StripeState, asked: Asked): Invoice {
  const record =
    asked.subscription === undefined ? undefined : getStored(state.subscriptions, asked.subscription, 'subscription', 'subscription');
  const customerId = record?.object.customer ?? asked.customer;
  if (customerId === undefined) throw invalidRequest('You must specify a customer or a subscription.', 'customer', 'parameter_missing');
  if (asked.customer !== undefined && asked.customer !== customerId)
    throw invalidRequest('The subscription belongs to another customer.', 'customer');
  const customer = getStored(state.customers, customerId, 'customer', 'customer');
  const made: Discount[] = [];
  const { draft, plan } = record ? previewChange(state, record, asked, made) : previewStart(state, customer, asked, made);
  const invoice = composeInvoice(state, draft, customer, { ...plan, reason: 'upcoming' });
  invoice.ending_balance = endingBalance(invoice);
  invoice.created = plan.periodEnd;
  invoice.next_payment_attempt = plan.periodEnd;
  const subscriptionDetails = invoice.parent?.subscription_details;
  if (subscriptionDetails && asked.subscription_details?.proration_date !== undefined) {
    subscriptionDetails.subscription_proration_date = asked.subscription_details.proration_date;
  }
  // The discounts made for the preview were never given to anybody.
  for (const discount of made) state.discounts.delete(discount.id);
  return invoice;
}
