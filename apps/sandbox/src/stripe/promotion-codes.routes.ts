import { randomInt } from 'node:crypto';
import { route, type ApiRoute } from './api-route.ts';
import { newId } from './identifiers.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import {
  filledText,
  flag,
  integer,
  listParameters,
  mergeMetadata,
  metadata,
  group,
  oneOf,
  rangeRule,
  required,
  type Read,
} from './parameters.ts';
import { currentPromotionCode, isSameCode } from './promotion-codes.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { PromotionCode } from './wire-types.ts';

const createShape = {
  promotion: required(group({ type: required(oneOf('coupon')), coupon: required(filledText) })),
  active: flag,
  code: filledText,
  customer: filledText,
  expires_at: integer,
  max_redemptions: integer,
  metadata,
  restrictions: group({ first_time_transaction: flag, minimum_amount: integer, minimum_amount_currency: filledText }),
};

function randomCode(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

function checkCodeIsFree(state: StripeState, code: string, customer: string | null): void {
  const holder = [...state.promotionCodes.values()].find(
    (one) => isSameCode(one.code, code) && currentPromotionCode(state, one).active && one.customer === customer,
  );
  if (holder) {
    throw invalidRequest('An active promotion code with `code: ' + code + '` already exists.', 'code', 'resource_already_exists');
  }
}

function createPromotionCode(state: StripeState, params: Read<typeof createShape>): PromotionCode {
  const coupon = getStored(state.coupons, params.promotion.coupon, 'coupon', 'promotion[coupon]');
  if (params.customer !== undefined) getStored(state.customers, params.customer, 'customer', 'customer');
  const { restrictions } = params;
  if ((restrictions?.minimum_amount === undefined) !== (restrictions?.minimum_amount_currency === undefined)) {
    throw invalidRequest(
      'minimum_amount and minimum_amount_currency must be given together.',
      'restrictions[minimum_amount_currency]',
      'parameter_missing',
    );
  }
  const code = params.code ?? randomCode();
  if (!/^[A-Za-z0-9_-]+$/.test(code)) throw invalidRequest('Invalid code: only letters, digits, - and _ are allowed.', 'code');
  if (params.active !== false) checkCodeIsFree(state, code, params.customer ?? null);
  const promotion: PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: state.now(),
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? coupon.redeem_by,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: restrictions?.first_time_transaction ?? false,
      minimum_amount: restrictions?.minimum_amount ?? null,
      minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
  state.promotionCodes.set(promotion.id, promotion);
  state.emit('promotion_code.created', promotion);
  return promotion;
}

const listShape = { ...listParameters, active: flag, code: filledText, coupon: filledText, created: rangeRule, customer: filledText };

export function promotionCodeRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/promotion_codes', createShape, (params) => createPromotionCode(state, params)),
    route('GET', '/v1/promotion_codes', listShape, (params) => {
      const found = newestFirst(state.promotionCodes).filter((one) => {
        currentPromotionCode(state, one);
        return (
          (params.active === undefined || one.active === params.active) &&
          (params.code === undefined || isSameCode(one.code, params.code)) &&
          (params.coupon === undefined || one.promotion.coupon === params.coupon) &&
          (params.customer === undefined || one.customer === params.customer) &&
          isInRange(one.created, params.created)
        );
      });
      return listPage(found, params, '/v1/promotion_codes');
    }),
    route('POST', '/v1/promotion_codes/:id', { active: flag, metadata }, (params, id) => {
      const promotion = currentPromotionCode(state, getStored(state.promotionCodes, id, 'promotion code'));
      if (params.active && !promotion.active) checkCodeIsFree(state, promotion.code, promotion.customer);
      change(state, 'promotion_code.updated', promotion, (stored) => {
        if (params.active !== undefined) stored.active = params.active;
        stored.metadata = mergeMetadata(stored.metadata, params.metadata);
      });
      return currentPromotionCode(state, promotion);
    }),
  ];
}
