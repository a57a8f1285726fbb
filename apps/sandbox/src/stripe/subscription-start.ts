/** How a subscription begins: with its first invoice, or with a trial. */
import { charge } from './cards.ts';
import { hourSeconds } from './calendar.ts';
import { countRedemption, type DiscountChoice } from './discounts.ts';
import { newId } from './identifiers.ts';
import { finalizeInvoice, openDraft } from './invoices.ts';
import { clearBilled, firstPlan, rememberDebits } from './invoice-plans.ts';
import { payInvoice } from './invoice-payment.ts';
import { toCents } from './money.ts';
import { resolveDiscounts, type ItemChange } from './proration.ts';
import { getStored, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import { scheduleCycle, voidOpenInvoices } from './subscription-cycle.ts';
import {
  blankSubscription,
  checkQuantity,
  checkUsable,
  isMetered,
  lineAmount,
  newItem,
  periodAt,
  periodOf,
} from './subscription-record.ts';
import type { Discount, Price } from './wire-types.ts';

/** How long a first invoice may stay unpaid. */
const incompleteSeconds = 23 * hourSeconds;

export type NewSubscription = {
  customer: string;
  items: readonly ItemChange[];
  discounts: DiscountChoice[];
  metadata: Record<string, string>;
  description: string | null;
  trialEnd: number | null;
};
type Draft = { record: SubscriptionRecord; made: Discount[] };

function readPrices(state: StripeState, items: readonly ItemChange[]): { price: Price; quantity: number | undefined }[] {
  if (items.length === 0) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  if (items.length > 20) throw invalidRequest('A subscription can have at most 20 items.', 'items');
  const prices = items.map((item, place) => {
    const param = `items[${place}]`;
    if (item.price === undefined) throw invalidRequest(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
    const price = getStored(state.prices, item.price, 'price', `${param}[price]`);
    return { price, quantity: checkQuantity(price, item.quantity, `${param}[quantity]`) };
  });
  prices.forEach(({ price }, place) => {
    checkUsable(price, prices[0]?.price, `items[${place}][price]`);
    if (prices.findIndex((one) => one.price === price) !== place) {
      throw invalidRequest(`Cannot add multiple subscription items with the same price: ${price.id}`, `items[${place}][price]`);
    }
  });
  return prices;
}

/** A subscription as it would begin now; not stored. */
export function draftSubscription(state: StripeState, wanted: NewSubscription): Draft {
  const prices = readPrices(state, wanted.items);
  const first = prices[0];
  if (!first) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  const now = state.now();
  if (wanted.trialEnd !== null && wanted.trialEnd <= now) throw invalidRequest('trial_end must be in the future.', 'trial_end');
  const anchor = wanted.trialEnd ?? now;
  const period = wanted.trialEnd === null ? periodAt(anchor, first.price, 0) : { start: now, end: wanted.trialEnd };
  const id = newId('sub');
  const object = blankSubscription(state, { ...wanted, id, currency: first.price.currency });
  object.billing_cycle_anchor = anchor;
  if (wanted.trialEnd !== null) Object.assign(object, { trial_start: now, trial_end: wanted.trialEnd });
  object.items.data = prices.map(({ price, quantity }) => newItem(state, id, price, quantity, period));
  const record: SubscriptionRecord = {
    object,
    anchor,
    period: wanted.trialEnd === null ? 0 : -1,
    debits: {},
    usageFrom: {},
    pending: [],
    usage: [],
  };
  const subtotal = prices.reduce((sum, one) => sum + (isMetered(one.price) ? 0 : toCents(lineAmount(one.price, one.quantity ?? 1))), 0);
  const by = { customer: wanted.customer, currency: first.price.currency, subtotal, products: prices.map((one) => one.price.product) };
  const made: Discount[] = [];
  object.discounts = resolveDiscounts(state, wanted.discounts, [], { ...by, param: 'discounts' }, { subscription: id, item: null }, made);
  object.items.data.forEach((item, place) => {
    const asked = wanted.items[place];
    item.metadata = asked?.metadata ?? {};
    record.usageFrom[item.id] = now;
    const own = { ...by, products: [item.price.product], param: `items[${place}][discounts]` };
    item.discounts = resolveDiscounts(state, asked?.discounts ?? [], [], own, { subscription: id, item: item.id }, made);
  });
  return { record, made };
}

type Opening = {
  paymentMethod: string | null;
  behavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
  /** The card's holder is there to confirm. */
  isPresent: boolean;
};

/** Stores the draft, makes its first invoice and tries to have it paid. */
export function openSubscription(state: StripeState, { record, made }: Draft, opening: Opening): SubscriptionRecord {
  const { object } = record;
  object.default_payment_method = opening.paymentMethod;
  object.status = record.period < 0 ? 'trialing' : 'incomplete';
  if (opening.behavior === 'error_if_incomplete') refuseIfUnpayable(state, record);
  state.subscriptions.set(object.id, record);
  for (const discount of made) countRedemption(state, discount);
  const invoice = openDraft(state, record, firstPlan(state, record), null);
  if (record.period >= 0) rememberDebits(record, invoice, periodOf(record));
  clearBilled(state, record, invoice);
  state.emit('customer.subscription.created', object);
  scheduleCycle(state, record);
  finalizeInvoice(state, invoice);
  if (invoice.status !== 'open') return record;
  scheduleIncompleteExpiry(state, record);
  if (opening.behavior !== 'default_incomplete') payInvoice(state, invoice, { by: opening.isPresent ? 'person' : 'api' });
  return record;
}

function refuseIfUnpayable(state: StripeState, record: SubscriptionRecord): void {
  const customer = state.customers.get(record.object.customer);
  const id = record.object.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const method = id ? state.paymentMethods.get(id) : undefined;
  if (!method)
    throw invalidRequest('This customer has no attached payment source or default payment method.', undefined, 'resource_missing');
  const outcome = charge(state, method, false);
  if (outcome.kind === 'declined') throw outcome.error;
}

export function scheduleIncompleteExpiry(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  state.schedule.set(`${object.id}:incomplete`, object.created + incompleteSeconds, () => expireIncomplete(state, record));
}

function expireIncomplete(state: StripeState, record: SubscriptionRecord): void {
  const { object } = record;
  if (object.status !== 'incomplete') return;
  state.schedule.cancel(`${object.id}:cycle`);
  const before = structuredClone(object);
  object.status = 'incomplete_expired';
  object.ended_at = state.now();
  voidOpenInvoices(state, record);
  state.emit('customer.subscription.updated', object, { status: before.status, ended_at: null });
}
