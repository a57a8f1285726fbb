/**
 * Changing what a subscription consists of, and the prorations that follow: to the second, credits from what was charged,
 * rounded once per line. Works on the record it is given; so a preview hands in a copy.
 */
import { discountsRule, findRedeemable, makeDiscount, type DiscountChoice, type Redeemer } from './discounts.ts';
import { prorationLine } from './invoice-lines.ts';
import { fraction, isPositive, negative, times, toCents } from './money.ts';
import { emptyable, filledText, flag, integer, listOf, mergeMetadata, metadata, group } from './parameters.ts';
import { planOf } from './prices.ts';
import { getStored, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import { checkQuantity, checkUsable, isMetered, lineAmount, netPerPeriod, newItem, periodOf } from './subscription-record.ts';
import type { Discount, Price, SubscriptionItem } from './wire-types.ts';

export const itemsRule = listOf(
  group({
    id: filledText,
    price: filledText,
    quantity: integer,
    deleted: flag,
    discounts: emptyable(discountsRule),
    metadata,
    clear_usage: flag,
  }),
);
export type ItemChange = {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  discounts?: '' | DiscountChoice[];
  metadata?: Record<string, string>;
};
export type ProrationBehavior = 'create_prorations' | 'none' | 'always_invoice';
type ChangeTerms = { at: number; behavior: ProrationBehavior };
type Change = { state: StripeState; record: SubscriptionRecord; terms: ChangeTerms; made: Discount[] };

/** Carries out `changes` on `record`; returns the discounts made, which are not counted as redeemed yet. */
export function changeItems(
  state: StripeState,
  record: SubscriptionRecord,
  changes: readonly ItemChange[],
  terms: ChangeTerms,
): Discount[] {
  const { start, end } = periodOf(record);
  if (terms.at < start || terms.at > end) {
    throw invalidRequest('The proration date must be within the current billing period.', 'proration_date');
  }
  const change: Change = { state, record, terms, made: [] };
  changes.forEach((one, place) => changeItem(change, one, `items[${place}]`));
  if (record.object.items.data.length === 0) {
    throw invalidRequest('A subscription must have at least one active price.', 'items');
  }
  return change.made;
}

function changeItem(change: Change, asked: ItemChange, param: string): void {
  const { record, state } = change;
  if (asked.id === undefined) {
    addItem(change, asked, param);
    return;
  }
  const item = record.object.items.data.find((one) => one.id === asked.id);
  if (!item) throw invalidRequest(`No such subscription_item: '${asked.id}'`, `${param}[id]`, 'resource_missing');
  if (asked.deleted) {
    closeItem(change, item);
    record.object.items.data = record.object.items.data.filter((one) => one !== item);
    delete record.debits[item.id];
    delete record.usageFrom[item.id];
    return;
  }
  if (asked.metadata) item.metadata = mergeMetadata(item.metadata, asked.metadata);
  const price = asked.price === undefined ? item.price : getStored(state.prices, asked.price, 'price', `${param}[price]`);
  if (price.id !== item.price.id) checkNewPrice(change, price, item, param);
  const kept = isMetered(price) || isMetered(item.price) ? undefined : item.quantity;
  const quantity = checkQuantity(price, asked.quantity ?? kept, `${param}[quantity]`);
  if (price.id === item.price.id && quantity === item.quantity) {
    setDiscounts(change, item, asked.discounts, param);
    return;
  }
  closeItem(change, item);
  item.price = structuredClone(price);
  item.plan = planOf(price);
  if (quantity === undefined) delete item.quantity;
  else item.quantity = quantity;
  setDiscounts(change, item, asked.discounts, param);
  openItem(change, item);
}

function checkNewPrice(change: Change, price: Price, beside: SubscriptionItem | undefined, param: string): void {
  checkUsable(price, beside?.price, `${param}[price]`);
  if (change.record.object.items.data.some((one) => one !== beside && one.price.id === price.id)) {
    throw invalidRequest(`Cannot add multiple subscription items with the same price: ${price.id}`, `${param}[price]`);
  }
}

function addItem(change: Change, asked: ItemChange, param: string): void {
  const { record, state } = change;
  if (asked.price === undefined) throw invalidRequest(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
  const price = getStored(state.prices, asked.price, 'price', `${param}[price]`);
  const first = record.object.items.data[0];
  checkUsable(price, first?.price, `${param}[price]`);
  checkNewPrice(change, price, undefined, param);
  if (record.object.items.data.length >= 20) throw invalidRequest('A subscription can have at most 20 items.', 'items');
  const item = newItem(state, record.object.id, price, checkQuantity(price, asked.quantity, `${param}[quantity]`), periodOf(record));
  item.metadata = asked.metadata ?? {};
  record.object.items.data.push(item);
  setDiscounts(change, item, asked.discounts, param);
  openItem(change, item);
}

function setDiscounts(change: Change, item: SubscriptionItem, choices: '' | DiscountChoice[] | undefined, param: string): void {
  if (choices === undefined) return;
  const by: Redeemer = {
    customer: change.record.object.customer,
    currency: item.price.currency,
    subtotal: toCents(lineAmount(item.price, item.quantity ?? 1)),
    products: [item.price.product],
    param: `${param}[discounts]`,
  };
  item.discounts = resolveDiscounts(
    change.state,
    choices,
    item.discounts,
    by,
    { subscription: item.subscription, item: item.id },
    change.made,
  );
}

/** The ids of the discounts a list of choices stands for: kept ones and new ones, which are added to `made`. */
export function resolveDiscounts(
  state: StripeState,
  choices: '' | DiscountChoice[],
  current: readonly string[],
  by: Redeemer,
  holder: { subscription: string; item: string | null },
  made: Discount[],
): string[] {
  return (choices === '' ? [] : choices).map((choice) => {
    if (choice.discount !== undefined) {
      if (!current.includes(choice.discount)) throw invalidRequest(`No such discount: '${choice.discount}'`, by.param, 'resource_missing');
      return choice.discount;
    }
    const found = findRedeemable(state, choice, by);
    // A code sent again for the thing that has it already is the same discount, not a second use.
    const same = current.find((id) => {
      const discount = state.discounts.get(id);
      return discount?.source.coupon === found.coupon.id && discount.promotion_code === (found.promotion?.id ?? null);
    });
    if (same !== undefined) return same;
    const discount = makeDiscount(state, found, { customer: by.customer, checkoutSession: null, ...holder });
    made.push(discount);
    return discount.id;
  });
}

/** Ends what the item has cost so far: credits the rest of a licensed one, settles the usage of a metered one. */
function closeItem({ state, record, terms }: Change, item: SubscriptionItem): void {
  const { start, end } = periodOf(record);
  if (isMetered(item.price)) {
    const from = record.usageFrom[item.id] ?? start;
    if (terms.behavior !== 'none' && terms.at > from) record.usage.push({ item: item.id, price: item.price, from, to: terms.at });
    record.usageFrom[item.id] = terms.at;
    return;
  }
  const debit = record.debits[item.id];
  if (!debit || terms.behavior === 'none') return;
  const since = Math.max(terms.at, debit.from);
  const amount = negative(times(debit.perPeriod, fraction(end - since, end - start)));
  if (toCents(amount) !== 0) {
    record.pending.push({ line: prorationLine(state, item, { amount, at: since, end, kind: 'unused' }), usedDiscounts: [] });
  }
  delete record.debits[item.id];
}

/** Charges the rest of the period, or starts to count usage. Nothing is charged within a trial. */
function openItem({ state, record, terms }: Change, item: SubscriptionItem): void {
  const { start, end } = periodOf(record);
  if (isMetered(item.price)) {
    record.usageFrom[item.id] = terms.at;
    return;
  }
  if (terms.behavior === 'none' || record.period < 0) return;
  const { net, used } = netPerPeriod(state, record, item, terms.at);
  const amount = times(net, fraction(end - terms.at, end - start));
  record.debits[item.id] = { perPeriod: net, from: terms.at };
  if (isPositive(amount) && toCents(amount) !== 0) {
    record.pending.push({ line: prorationLine(state, item, { amount, at: terms.at, end, kind: 'remaining' }), usedDiscounts: used });
  }
}

/** For a cancellation that gives back unused time. */
export function closeAllItems(state: StripeState, record: SubscriptionRecord, terms: ChangeTerms): void {
  for (const item of record.object.items.data) closeItem({ state, record, terms, made: [] }, item);
}
