/** The lines of an invoice and what discounts take off them. Reads the state; changes nothing in it. */
import { showDay } from './calendar.ts';
import { appliesTo, fixedAmountOff, isRunning, percentOfCents } from './discounts.ts';
import { newId } from './identifiers.ts';
import { usageOf } from './meters.ts';
import { showMoney, spread, toCents, type Fraction } from './money.ts';
import type { StripeState, SubscriptionRecord, UsageWindow } from './state.ts';
import { isMetered, lineAmount, type Period } from './subscription-record.ts';
import type { InvoiceLine, Price, SubscriptionItem } from './wire-types.ts';

export function productName(state: StripeState, price: Price): string {
  return state.products.get(price.product)?.name ?? price.nickname ?? price.product;
}

type LineFacts = {
  price: Price;
  quantity: number;
  amount: number;
  description: string;
  period: Period;
  subscription: string;
  item: string;
  discounts: string[];
  /** The pending invoice item a proration comes from. */
  invoiceItem: string | null;
};

function makeLine(facts: LineFacts): InvoiceLine {
  const isProration = facts.invoiceItem !== null;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: facts.amount,
    currency: facts.price.currency,
    description: facts.description,
    discount_amounts: [],
    // Prorations carry their discounts in the amount already (`proration_discounts: included`).
    discountable: !isProration,
    discounts: facts.discounts,
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: facts.invoiceItem,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription: facts.subscription,
        subscription_item: facts.item,
      },
      type: 'subscription_item_details',
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: facts.price.id, product: facts.price.product },
      type: 'price_details',
      unit_amount_decimal: facts.price.unit_amount_decimal,
    },
    quantity: facts.quantity,
    quantity_decimal: String(facts.quantity),
    subscription: facts.subscription,
    subtotal: facts.amount,
    taxes: [],
  };
}

/** The line for a licensed item's whole period, paid in advance. */
export function licensedLine(state: StripeState, item: SubscriptionItem, period: Period, isTrial = false): InvoiceLine {
  const quantity = item.quantity ?? 1;
  const name = productName(state, item.price);
  return makeLine({
    price: item.price,
    quantity,
    amount: isTrial ? 0 : toCents(lineAmount(item.price, quantity)),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${showUnit(item.price)})`,
    period,
    subscription: item.subscription,
    item: item.id,
    discounts: item.discounts.filter((id) => isRunning(state, id, period.start) && appliesTo(state, id, item.price.product)),
    invoiceItem: null,
  });
}

function showUnit(price: Price): string {
  const unit = price.unit_amount === null ? `${price.unit_amount_decimal ?? '0'} cents` : showMoney(price.unit_amount, price.currency);
  return `${unit} / ${price.recurring?.interval ?? 'month'}`;
}

/** Usage of `window` and what it costs so far. */
export function usageAmount(state: StripeState, customer: string, window: UsageWindow): { quantity: number; amount: number } {
  const meter = state.meters.get(window.price.recurring?.meter ?? '');
  const quantity = meter ? usageOf(state, meter, customer, window) : 0n;
  return { quantity: Number(quantity), amount: toCents(lineAmount(window.price, quantity)) };
}

export function usageLine(state: StripeState, record: SubscriptionRecord, window: UsageWindow): InvoiceLine {
  const { quantity, amount } = usageAmount(state, record.object.customer, window);
  const item = record.object.items.data.find((one) => one.id === window.item);
  return makeLine({
    price: window.price,
    quantity,
    amount,
    description: `${quantity} × ${productName(state, window.price)} (at ${showUnit(window.price)})`,
    period: { start: window.from, end: window.to },
    subscription: record.object.id,
    item: window.item,
    discounts: (item?.discounts ?? []).filter((id) => isRunning(state, id, window.to) && appliesTo(state, id, window.price.product)),
    invoiceItem: null,
  });
}

/** The usage that the next invoice settles: windows already closed, and each metered item's own up to `to`. */
export function dueUsage(record: SubscriptionRecord, to: number): UsageWindow[] {
  const open = record.object.items.data
    .filter((item) => isMetered(item.price))
    .map((item) => ({ item: item.id, price: item.price, from: record.usageFrom[item.id] ?? item.current_period_start, to }));
  return [...record.usage, ...open];
}

export function prorationLine(
  state: StripeState,
  item: SubscriptionItem,
  share: { amount: Fraction; at: number; end: number; kind: 'unused' | 'remaining' },
): InvoiceLine {
  const words = share.kind === 'unused' ? 'Unused time on' : 'Remaining time on';
  const quantity = item.quantity ?? 1;
  return makeLine({
    price: item.price,
    quantity,
    amount: toCents(share.amount),
    description: `${words} ${quantity} × ${productName(state, item.price)} after ${showDay(share.at)}`,
    period: { start: share.at, end: share.end },
    subscription: item.subscription,
    item: item.id,
    discounts: [],
    invoiceItem: newId('ii'),
  });
}

function takeOff(line: InvoiceLine, discount: string, amount: number): void {
  if (amount <= 0) return;
  line.discount_amounts = [...(line.discount_amounts ?? []), { amount, discount }];
  line.pretax_credit_amounts = [...(line.pretax_credit_amounts ?? []), { amount, discount, type: 'discount' }];
}

export function discountOf(line: InvoiceLine): number {
  return (line.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
}

function left(line: InvoiceLine): number {
  return line.amount - discountOf(line);
}

/**
 * Writes the discounts onto the lines: first each line's own, then those of the whole subscription (`shared`), a fixed amount
 * of which is spread over the lines it applies to.
 */
export function discountLines(state: StripeState, lines: InvoiceLine[], shared: readonly string[]): void {
  const discountable = lines.filter((line) => line.discountable);
  for (const line of lines) {
    line.discount_amounts = [];
    line.pretax_credit_amounts = [];
  }
  for (const line of discountable) {
    for (const id of line.discounts) {
      const fixed = fixedAmountOff(state, id);
      takeOff(line, id, fixed === null ? percentOfCents(state, id, left(line)) : Math.min(fixed, left(line)));
    }
  }
  for (const id of shared) {
    const eligible = discountable.filter((line) => left(line) > 0 && appliesTo(state, id, line.pricing?.price_details?.product ?? ''));
    const fixed = fixedAmountOff(state, id);
    const weights = eligible.map(left);
    const total = weights.reduce((a, b) => a + b, 0);
    const shares = fixed === null ? eligible.map((line) => percentOfCents(state, id, left(line))) : spread(Math.min(fixed, total), weights);
    eligible.forEach((line, place) => takeOff(line, id, shares[place] ?? 0));
  }
}
