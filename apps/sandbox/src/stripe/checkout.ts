/** A checkout session: what it sells, what that costs, and what paying it does. */
import { attachPaymentMethod } from './payment-methods.ts';
import { charge, setUp } from './cards.ts';
import { daySeconds } from './calendar.ts';
import { findTypedCode } from './promotion-codes.ts';
import { composeInvoice } from './invoices.ts';
import { firstPlan } from './invoice-plans.ts';
import { blankCustomer, createCustomer } from './customers.ts';
import { discountOf, productName } from './invoice-lines.ts';
import { getStored, type StoredCheckout, type StripeState } from './state.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import { draftSubscription, openSubscription } from './subscription-start.ts';
import { isMetered } from './subscription-record.ts';
import type { CheckoutLineItem, Invoice, List, PaymentMethod } from './wire-types.ts';

type Draft = ReturnType<typeof draftSubscription>;

function draftOf(state: StripeState, stored: StoredCheckout, customer: string): Draft {
  const { discount, trialDays } = stored;
  const choices = discount
    ? [discount.promotionCode === null ? { coupon: discount.coupon } : { promotion_code: discount.promotionCode }]
    : [];
  return draftSubscription(state, {
    customer,
    items: stored.items,
    discounts: choices,
    metadata: stored.metadata,
    description: stored.description,
    trialEnd: stored.trialEnd ?? (trialDays === undefined ? null : state.now() + trialDays * daySeconds),
  });
}

/** The first invoice as it would be if the session were paid now; throws if the discount may not be used. */
export function previewCheckout(state: StripeState, stored: StoredCheckout): Invoice {
  const customer = state.customers.get(stored.session.customer ?? '') ?? blankCustomer(state);
  const { record, made } = draftOf(state, stored, customer.id);
  const invoice = composeInvoice(state, record, customer, firstPlan(state, record));
  for (const discount of made) state.discounts.delete(discount.id);
  return invoice;
}

export function setCheckoutTotals(state: StripeState, stored: StoredCheckout): void {
  const invoice = previewCheckout(state, stored);
  stored.session.currency = invoice.currency;
  stored.session.amount_subtotal = invoice.subtotal;
  stored.session.amount_total = invoice.total;
  stored.session.total_details = { amount_discount: invoice.subtotal - invoice.total, amount_shipping: 0, amount_tax: 0 };
  const { discount } = stored;
  stored.session.discounts = discount ? [{ coupon: discount.coupon, promotion_code: discount.promotionCode }] : [];
}

export function checkoutLineItems(state: StripeState, stored: StoredCheckout): List<CheckoutLineItem> {
  if (stored.soldItems) return stored.soldItems;
  const lines = stored.session.status === 'open' ? previewCheckout(state, stored).lines.data : [];
  const data = stored.items.map(({ price: id, quantity }, place): CheckoutLineItem => {
    const price = getStored(state.prices, id, 'price', `line_items[${place}][price]`);
    const line = lines.find((one) => one.pricing?.price_details?.price === id);
    return {
      id: `li_${stored.session.id.slice(-14)}${place}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: line ? discountOf(line) : 0,
      amount_subtotal: line?.amount ?? 0,
      amount_tax: 0,
      amount_total: line ? line.amount - discountOf(line) : 0,
      currency: price.currency,
      description: productName(state, price),
      metadata: {},
      price,
      quantity: isMetered(price) ? null : (quantity ?? 1),
    };
  });
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${stored.session.id}/line_items` };
}

/** Puts a code typed by the buyer on the session, or says why not. */
export function applyTypedCode(state: StripeState, stored: StoredCheckout, code: string): void {
  const promotion = findTypedCode(state, code.trim(), stored.session.customer);
  if (!promotion) throw invalidRequest('This code is invalid.', 'promotion_code');
  const before = stored.discount;
  stored.discount = { coupon: promotion.promotion.coupon ?? '', promotionCode: promotion.id };
  try {
    setCheckoutTotals(state, stored);
  } catch (error) {
    stored.discount = before;
    throw error;
  }
}

export function scheduleExpiry(state: StripeState, stored: StoredCheckout): void {
  state.schedule.set(`${stored.session.id}:expire`, stored.session.expires_at, () => expireCheckout(state, stored));
}

export function expireCheckout(state: StripeState, stored: StoredCheckout): void {
  stored.session.status = 'expired';
  stored.session.url = null;
  stored.waitingCard = undefined;
  state.schedule.cancel(`${stored.session.id}:expire`);
  state.emit('checkout.session.expired', stored.session);
}

/** `needs-action`: the card's holder has to confirm first; nothing has happened yet. Throws the card error for a refused card. */
export function payCheckout(
  state: StripeState,
  stored: StoredCheckout,
  method: PaymentMethod,
  hasConfirmed: boolean,
): 'paid' | 'needs-action' {
  const outcome = setUp(state, method);
  if (outcome.kind === 'declined') throw outcome.error;
  if (outcome.kind === 'needs-action' && !hasConfirmed) return 'needs-action';
  const card = state.cards.get(method.id);
  if (card && hasConfirmed) card.isSecured = true;
  const charged = previewCheckout(state, stored).amount_due === 0 ? undefined : charge(state, method, true);
  if (charged?.kind === 'declined') throw charged.error;
  completeCheckout(state, stored, method);
  return 'paid';
}

function completeCheckout(state: StripeState, stored: StoredCheckout, method: PaymentMethod): void {
  const { session } = stored;
  if (session.status !== 'open') throw new StripeError(400, 'This checkout session is no longer open.');
  setCheckoutTotals(state, stored);
  stored.soldItems = checkoutLineItems(state, stored);
  const { email, name } = method.billing_details;
  const customer =
    state.customers.get(session.customer ?? '') ??
    createCustomer(state, { email: session.customer_email ?? email ?? '', name: name ?? '' });
  const draft = draftOf(state, stored, customer.id);
  attachPaymentMethod(state, method.id, customer.id);
  const record = openSubscription(state, draft, { paymentMethod: method.id, behavior: 'allow_incomplete', isPresent: true });
  session.customer = customer.id;
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer.email,
    individual_name: null,
    name: name ?? customer.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  session.subscription = record.object.id;
  session.invoice = record.object.latest_invoice;
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid';
  session.status = 'complete';
  session.url = null;
  stored.waitingCard = undefined;
  state.schedule.cancel(`${session.id}:expire`);
  state.emit('checkout.session.completed', session);
}
