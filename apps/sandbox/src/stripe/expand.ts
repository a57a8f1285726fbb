/** `expand`: replaces ids in an answer by the objects they name. */
import { checkoutLineItems } from './checkout.ts';
import type { StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';

const maxDepth = 4;

function lookUp(state: StripeState, id: string): object | undefined {
  return (
    state.customers.get(id) ??
    state.products.get(id) ??
    state.prices.get(id) ??
    state.coupons.get(id) ??
    state.promotionCodes.get(id) ??
    state.discounts.get(id) ??
    state.paymentMethods.get(id) ??
    state.subscriptions.get(id)?.object ??
    state.invoices.get(id) ??
    state.portalConfigurations.get(id) ??
    state.checkouts.get(id)?.session
  );
}

/** Fields that an object shows only when asked for. */
function included(state: StripeState, holder: Record<string, unknown>, key: string): object | undefined {
  const id = typeof holder['id'] === 'string' ? holder['id'] : '';
  if (holder['object'] === 'coupon' && key === 'applies_to') {
    const products = state.couponProducts.get(id);
    return products ? { products } : undefined;
  }
  if (holder['object'] === 'checkout.session' && key === 'line_items') {
    const stored = state.checkouts.get(id);
    return stored && structuredClone(checkoutLineItems(state, stored));
  }
  if (holder['object'] === 'customer' && key === 'subscriptions') {
    const own = [...state.subscriptions.values()]
      .map((record) => record.object)
      .filter((one) => one.customer === id && one.ended_at === null);
    return { object: 'list', data: structuredClone(own), has_more: false, url: `/v1/customers/${id}/subscriptions` };
  }
  return undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expanded(state: StripeState, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const found = lookUp(state, value);
  return found ? structuredClone(found) : value;
}

function expandPath(state: StripeState, holder: unknown, path: readonly string[], whole: string): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (Array.isArray(holder)) {
    for (const one of holder) expandPath(state, one, path, whole);
    return;
  }
  if (!isHolder(holder)) return;
  const hidden = included(state, holder, key);
  if (hidden) holder[key] = hidden;
  const value = holder[key];
  if (value === undefined) {
    if (holder['object'] === 'coupon' || holder['object'] === undefined) return;
    throw invalidRequest(`This property cannot be expanded (${whole}).`, 'expand');
  }
  const reached: unknown = Array.isArray(value) ? value.map((one) => expanded(state, one)) : expanded(state, value);
  holder[key] = reached;
  expandPath(state, reached, rest, whole);
}

/** A copy of `body` with the named references opened. */
export function expandAnswer(state: StripeState, body: object, paths: readonly string[]): object {
  const answer = structuredClone(body);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > maxDepth) throw invalidRequest(`You cannot expand more than ${maxDepth} levels of a property.`, 'expand');
    expandPath(state, answer, parts, path);
  }
  return answer;
}
