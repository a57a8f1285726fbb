import { randomBytes } from 'node:crypto';
import { route, type ApiRoute } from './api-route.ts';
import { currentCoupon } from './coupons.ts';
import { decimal, filledText, integer, listOf, mergeMetadata, metadata, group, oneOf, text, type Read } from './parameters.ts';
import { getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Coupon } from './wire-types.ts';

const createShape = {
  amount_off: integer,
  applies_to: group({ products: listOf(filledText) }),
  currency: filledText,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer,
  id: filledText,
  max_redemptions: integer,
  metadata,
  name: text,
  percent_off: decimal,
  redeem_by: integer,
};

function checkCoupon(state: StripeState, params: Read<typeof createShape>): void {
  if ((params.amount_off === undefined) === (params.percent_off === undefined)) {
    throw invalidRequest('You must pass either percent_off or amount_off, and not both.', 'percent_off', 'parameter_missing');
  }
  if (params.amount_off !== undefined && (params.currency === undefined || params.amount_off < 1)) {
    throw invalidRequest('You must pass a positive amount_off together with its currency.', 'currency', 'parameter_missing');
  }
  const percent = Number(params.percent_off ?? '1');
  if (!(percent > 0 && percent <= 100)) throw invalidRequest('Invalid percent_off: must be above 0 and at most 100.', 'percent_off');
  if ((params.duration === 'repeating') !== (params.duration_in_months !== undefined)) {
    throw invalidRequest('duration_in_months belongs to, and is needed by, duration=repeating.', 'duration_in_months', 'parameter_missing');
  }
  if (params.max_redemptions !== undefined && params.max_redemptions < 1)
    throw invalidRequest('Invalid positive integer', 'max_redemptions');
  if (params.id !== undefined && state.coupons.has(params.id))
    throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists');
  for (const product of params.applies_to?.products ?? []) getStored(state.products, product, 'product', 'applies_to[products]');
}

function createCoupon(state: StripeState, params: Read<typeof createShape>): Coupon {
  checkCoupon(state, params);
  const coupon: Coupon = {
    id: params.id ?? randomBytes(6).toString('base64url').replaceAll(/[-_]/g, '0'),
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: state.now(),
    currency: params.currency?.toLowerCase() ?? null,
    duration: params.duration ?? 'once',
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off === undefined ? null : Number(params.percent_off),
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  state.coupons.set(coupon.id, coupon);
  if (params.applies_to?.products) state.couponProducts.set(coupon.id, params.applies_to.products);
  state.emit('coupon.created', coupon);
  return coupon;
}

export function couponRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/coupons', createShape, (params) => createCoupon(state, params)),
    route('GET', '/v1/coupons/:id', {}, (_params, id) => currentCoupon(state, getStored(state.coupons, id, 'coupon'))),
  ];
}
