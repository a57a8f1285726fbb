/** Changes to a running subscription: all of one request, or nothing. */
import { charge } from './cards.ts';
import { countRedemption, type DiscountChoice } from './discounts.ts';
import { finalizeInvoice, openDraft } from './invoices.ts';
import { clearBilled, immediatePlan } from './invoice-plans.ts';
import { payInvoice } from './invoice-payment.ts';
import { toCents } from './money.ts';
import { mergeMetadata } from './parameters.ts';
import { changeItems, resolveDiscounts, type ItemChange, type ProrationBehavior } from './proration.ts';
import { emitChange, getStored, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import { isMetered, lineAmount, periodOf } from './subscription-record.ts';
import type { Discount, Subscription } from './wire-types.ts';

type Feedback = NonNullable<Subscription['cancellation_details']>['feedback'];
type CancellationDetails = { comment?: string; feedback?: Feedback | '' };
type SubscriptionChange = {
  items?: ItemChange[];
  discounts?: '' | DiscountChoice[];
  cancel_at_period_end?: boolean;
  cancellation_details?: CancellationDetails;
  default_payment_method?: string;
  description?: string;
  metadata?: Record<string, string>;
  payment_behavior?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
  proration_behavior?: ProrationBehavior;
  proration_date?: number;
};

/** What the change makes of the subscription, on a copy; nothing is stored but discounts, which nobody refers to yet. */
export function draftChange(
  state: StripeState,
  record: SubscriptionRecord,
  asked: SubscriptionChange,
): { draft: SubscriptionRecord; made: Discount[] } {
  const draft = structuredClone(record);
  const { object } = draft;
  const made: Discount[] = [];
  if (asked.discounts !== undefined) {
    const items = object.items.data;
    const subtotal = items.reduce(
      (sum, item) => sum + (isMetered(item.price) ? 0 : toCents(lineAmount(item.price, item.quantity ?? 1))),
      0,
    );
    const by = {
      customer: object.customer,
      currency: object.currency,
      subtotal,
      products: items.map((item) => item.price.product),
      param: 'discounts',
    };
    object.discounts = resolveDiscounts(state, asked.discounts, object.discounts, by, { subscription: object.id, item: null }, made);
  }
  if (asked.items !== undefined) {
    const at = asked.proration_date ?? Math.min(state.now(), periodOf(record).end);
    made.push(...changeItems(state, draft, asked.items, { at, behavior: asked.proration_behavior ?? 'create_prorations' }));
  }
  if (asked.cancel_at_period_end !== undefined) setCancellation(state, draft, asked.cancel_at_period_end);
  return { draft, made };
}

function setCancellation(state: StripeState, record: SubscriptionRecord, isAsked: boolean): void {
  const { object } = record;
  object.cancel_at_period_end = isAsked;
  object.cancel_at = isAsked ? periodOf(record).end : null;
  object.canceled_at = isAsked ? state.now() : null;
  if (object.cancellation_details) object.cancellation_details.reason = isAsked ? 'cancellation_requested' : null;
}

/** Reasons a person gives for leaving. */
export function setCancellationDetails(subscription: Subscription, details: CancellationDetails | undefined): void {
  if (!details || !subscription.cancellation_details) return;
  if (details.comment !== undefined) subscription.cancellation_details.comment = details.comment || null;
  if (details.feedback !== undefined) subscription.cancellation_details.feedback = details.feedback || null;
}

function checkMayChange(record: SubscriptionRecord, asked: SubscriptionChange): void {
  const { object } = record;
  const { cancellation_details: _details, metadata: _metadata, ...rest } = asked;
  const isSubstantial = Object.values(rest).some((value) => value !== undefined);
  if (object.ended_at !== null && isSubstantial) {
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'invalid_canceled_subscription_fields',
    );
  }
  const changesTerms = asked.items !== undefined || asked.discounts !== undefined || asked.cancel_at_period_end !== undefined;
  if (object.status === 'incomplete' && changesTerms) {
    throw invalidRequest('This subscription is incomplete: pay its first invoice before changing it.', 'items');
  }
  if (object.status === 'paused' && changesTerms)
    throw invalidRequest('This subscription is paused: resume it before changing it.', 'items');
}

function setDetails(state: StripeState, object: Subscription, asked: SubscriptionChange): void {
  if (asked.default_payment_method !== undefined) {
    const method = asked.default_payment_method;
    if (method !== '') {
      const stored = getStored(state.paymentMethods, method, 'PaymentMethod', 'default_payment_method');
      if (stored.customer !== object.customer) {
        throw invalidRequest(
          'The customer does not have a payment method with the ID ' + method + '.',
          'default_payment_method',
          'resource_missing',
        );
      }
    }
    object.default_payment_method = method || null;
  }
  if (asked.description !== undefined) object.description = asked.description || null;
  object.metadata = mergeMetadata(object.metadata, asked.metadata);
  setCancellationDetails(object, asked.cancellation_details);
}

function checkPayable(state: StripeState, draft: SubscriptionRecord): void {
  const customer = state.customers.get(draft.object.customer);
  const id = draft.object.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? '';
  const outcome = charge(state, getStored(state.paymentMethods, id, 'PaymentMethod', 'default_payment_method'), false);
  if (outcome.kind === 'declined') throw outcome.error;
}

export function updateSubscription(state: StripeState, record: SubscriptionRecord, asked: SubscriptionChange): void {
  checkMayChange(record, asked);
  const { draft, made } = draftChange(state, record, asked);
  setDetails(state, draft.object, asked);
  const billsNow = asked.proration_behavior === 'always_invoice' && asked.items !== undefined;
  if (billsNow && asked.payment_behavior === 'error_if_incomplete') checkPayable(state, draft);
  const before = record.object;
  Object.assign(record, draft);
  for (const discount of made) countRedemption(state, discount);
  if (billsNow) billNow(state, record, before);
  else emitChange(state, 'customer.subscription.updated', before, record.object);
}

function billNow(state: StripeState, record: SubscriptionRecord, before: Subscription): void {
  const plan = immediatePlan(state, record, state.now());
  if (plan.lines.length === 0) {
    emitChange(state, 'customer.subscription.updated', before, record.object);
    return;
  }
  const invoice = openDraft(state, record, plan, null);
  clearBilled(state, record, invoice);
  emitChange(state, 'customer.subscription.updated', before, record.object);
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open') payInvoice(state, invoice, { by: 'api' });
}
