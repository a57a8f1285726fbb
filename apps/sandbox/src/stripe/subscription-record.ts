/** A subscription's periods and items. */
import { addInterval, readInterval } from './calendar.ts';
import { appliesTo, afterDiscount, fixedAmountOff, isRunning } from './discounts.ts';
import { newId } from './identifiers.ts';
import { fraction, parseDecimal, times, type Fraction } from './money.ts';
import { planOf } from './prices.ts';
import type { StripeState, SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Price, Subscription, SubscriptionItem } from './wire-types.ts';

export type Period = { start: number; end: number };

export function periodOf(record: SubscriptionRecord): Period {
  const item = record.object.items.data[0];
  return { start: item?.current_period_start ?? record.anchor, end: item?.current_period_end ?? record.anchor };
}

/** Period n of a subscription with these prices. */
export function periodAt(anchor: number, price: Price, n: number): Period {
  const interval = readInterval(price.recurring?.interval ?? 'month');
  const count = price.recurring?.interval_count ?? 1;
  return { start: addInterval(anchor, interval, count * n), end: addInterval(anchor, interval, count * (n + 1)) };
}

export function isMetered(price: Price): boolean {
  return price.recurring?.usage_type === 'metered';
}

function unitAmount(price: Price): Fraction {
  return parseDecimal(price.unit_amount_decimal ?? '0');
}

export function lineAmount(price: Price, quantity: bigint | number): Fraction {
  return times(unitAmount(price), fraction(quantity));
}

/** Refuses what cannot be put on a subscription that has (or gets) the price `beside`. `param` names the place in the request. */
export function checkUsable(price: Price, beside: Price | undefined, param: string): void {
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    );
  }
  if (!price.active) throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, param);
  if (!beside?.recurring) return;
  if (price.currency !== beside.currency) throw invalidRequest('All prices on a subscription must have the same currency.', param);
  const sameCycle =
    price.recurring.interval === beside.recurring.interval && price.recurring.interval_count === beside.recurring.interval_count;
  if (!sameCycle) throw invalidRequest('The sandbox supports subscriptions whose prices all have the same billing interval.', param);
}

/** What `quantity` may be: absent on a metered item, 1 if a licensed item says nothing. */
export function checkQuantity(price: Price, quantity: number | undefined, param: string): number | undefined {
  if (isMetered(price)) {
    if (quantity !== undefined)
      throw invalidRequest('Quantity should not be specified where usage_type is `metered`. Remove `quantity`.', param);
    return undefined;
  }
  const asked = quantity ?? 1;
  if (asked < 0 || asked > 999_999) throw invalidRequest('Invalid quantity.', param);
  return asked;
}

export function newItem(
  state: StripeState,
  subscription: string,
  price: Price,
  quantity: number | undefined,
  period: Period,
): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: state.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    ...(quantity === undefined ? {} : { quantity }),
    subscription,
    tax_rates: [],
  };
}

/** What a whole period of the item costs after its discounts, before rounding. Fixed amounts off the whole subscription stay out: they are taken once per invoice. */
export function netPerPeriod(
  state: StripeState,
  record: SubscriptionRecord,
  item: SubscriptionItem,
  at: number,
): { net: Fraction; used: string[] } {
  const whole = record.object.discounts.filter((id) => fixedAmountOff(state, id) === null);
  const used = [...item.discounts, ...whole].filter((id) => isRunning(state, id, at) && appliesTo(state, id, item.price.product));
  const net = used.reduce((left, id) => afterDiscount(state, id, left), lineAmount(item.price, item.quantity ?? 1));
  return { net, used };
}

type NewSubscription = { id: string; customer: string; currency: string; metadata: Record<string, string>; description: string | null };

export function blankSubscription(state: StripeState, given: NewSubscription): Subscription {
  return {
    id: given.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: state.now(),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: state.now(),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${given.id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: state.now(),
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
}
