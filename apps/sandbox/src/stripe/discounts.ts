/** Discounts: whether a coupon or code may be used, what it takes off, and when it ends. */
import { addInterval } from './calendar.ts';
import { currentCoupon } from './coupons.ts';
import { newId } from './identifiers.ts';
import { fraction, isPositive, minus, parseDecimal, times, toCents, zero, type Fraction } from './money.ts';
import { filledText, listOf, group } from './parameters.ts';
import { currentPromotionCode } from './promotion-codes.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Coupon, Discount, PromotionCode } from './wire-types.ts';

export const discountsRule = listOf(group({ coupon: filledText, promotion_code: filledText, discount: filledText }));
export type DiscountChoice = { coupon?: string; promotion_code?: string; discount?: string };
export type Redeemer = { customer: string | null; currency: string; subtotal: number; products: readonly string[]; param: string };
type Redeemable = { coupon: Coupon; promotion: PromotionCode | null };

function cannotRedeem(reason: string, param: string, code?: string): never {
  throw invalidRequest(`This promotion code cannot be redeemed because ${reason}.`, param, code);
}

function hasPriorTransactions(state: StripeState, customer: string): boolean {
  return [...state.invoices.values()].some(
    (invoice) => invoice.customer === customer && invoice.status !== 'void' && invoice.status !== 'draft',
  );
}

function checkPromotion(state: StripeState, promotion: PromotionCode, by: Redeemer): void {
  const { restrictions } = promotion;
  if (promotion.customer !== null && promotion.customer !== by.customer) cannotRedeem('it belongs to a different customer', by.param);
  if (promotion.expires_at !== null && promotion.expires_at <= state.now()) cannotRedeem('it has expired', by.param, 'coupon_expired');
  if (!currentPromotionCode(state, promotion).active) cannotRedeem('it is no longer active', by.param);
  if (restrictions.first_time_transaction && by.customer !== null && hasPriorTransactions(state, by.customer)) {
    cannotRedeem('the associated customer has prior transactions', by.param);
  }
  const isTooLittle =
    restrictions.minimum_amount !== null &&
    (by.subtotal < restrictions.minimum_amount || restrictions.minimum_amount_currency !== by.currency);
  if (isTooLittle) cannotRedeem('the minimum amount is not reached', by.param);
}

/** The coupon behind a choice, if it may be used here and now; else the API's 400. */
export function findRedeemable(state: StripeState, choice: DiscountChoice, by: Redeemer): Redeemable {
  const promotion =
    choice.promotion_code === undefined
      ? null
      : getStored(state.promotionCodes, choice.promotion_code, 'promotion code', `${by.param}[promotion_code]`);
  const couponId = promotion ? (promotion.promotion.coupon ?? '') : (choice.coupon ?? '');
  const coupon = getStored(state.coupons, couponId, 'coupon', `${by.param}[coupon]`);
  if (promotion) checkPromotion(state, promotion, by);
  if (!currentCoupon(state, coupon).valid) {
    throw invalidRequest(`Coupon expired: ${coupon.id}`, by.param, 'coupon_expired');
  }
  if (coupon.currency !== null && coupon.currency !== by.currency) throw invalidRequest('The coupon is for another currency.', by.param);
  const products = state.couponProducts.get(coupon.id);
  if (products && !by.products.some((product) => products.includes(product))) {
    throw invalidRequest('This coupon cannot be redeemed because it does not apply to anything in this order.', by.param);
  }
  return { coupon, promotion };
}

type Holder = { customer: string | null; subscription: string; item: string | null; checkoutSession: string | null };

/** A discount on a subscription or an item. Stored, but not counted as used yet: see `countRedemption`. */
export function makeDiscount(state: StripeState, { coupon, promotion }: Redeemable, holder: Holder): Discount {
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const discount: Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: holder.checkoutSession,
    customer: holder.customer,
    customer_account: null,
    end: months === null ? null : addInterval(state.now(), 'month', months),
    invoice: null,
    invoice_item: null,
    promotion_code: promotion?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: state.now(),
    subscription: holder.subscription,
    subscription_item: holder.item,
  };
  state.discounts.set(discount.id, discount);
  return discount;
}

export function countRedemption(state: StripeState, discount: Discount): void {
  const coupon = state.coupons.get(discount.source.coupon ?? '');
  const promotion = state.promotionCodes.get(discount.promotion_code ?? '');
  if (coupon) {
    change(state, 'coupon.updated', coupon, (stored) => {
      stored.times_redeemed += 1;
      currentCoupon(state, stored);
    });
  }
  if (promotion) {
    change(state, 'promotion_code.updated', promotion, (stored) => {
      stored.times_redeemed += 1;
      currentPromotionCode(state, stored);
    });
  }
  state.emit('customer.discount.created', discount);
}

function couponOf(state: StripeState, discountId: string): Coupon | undefined {
  const discount = state.discounts.get(discountId);
  return discount && state.coupons.get(discount.source.coupon ?? '');
}

export function isRunning(state: StripeState, discountId: string, at: number): boolean {
  const discount = state.discounts.get(discountId);
  return discount !== undefined && (discount.end === null || discount.end > at);
}

export function isSpentByOneInvoice(state: StripeState, discountId: string): boolean {
  return couponOf(state, discountId)?.duration === 'once';
}

export function appliesTo(state: StripeState, discountId: string, product: string): boolean {
  const products = state.couponProducts.get(state.discounts.get(discountId)?.source.coupon ?? '');
  return products === undefined || products.includes(product);
}

export function fixedAmountOff(state: StripeState, discountId: string): number | null {
  return couponOf(state, discountId)?.amount_off ?? null;
}

function percentOff(coupon: Coupon): Fraction {
  const percent = parseDecimal(String(coupon.percent_off ?? 0));
  return fraction(percent.numerator, percent.denominator * 100n);
}

/** What is left of `amount`; never below nothing. */
export function afterDiscount(state: StripeState, discountId: string, amount: Fraction): Fraction {
  const coupon = couponOf(state, discountId);
  if (!coupon || !isPositive(amount)) return amount;
  if (coupon.amount_off === null) return minus(amount, times(amount, percentOff(coupon)));
  const left = minus(amount, fraction(coupon.amount_off));
  return isPositive(left) ? left : zero;
}

/** Whole cents that a percentage takes off `cents`. */
export function percentOfCents(state: StripeState, discountId: string, cents: number): number {
  const coupon = couponOf(state, discountId);
  return coupon && cents > 0 ? toCents(times(fraction(cents), percentOff(coupon))) : 0;
}

export function describeCoupon(coupon: Coupon): string {
  if (coupon.name) return coupon.name;
  return coupon.percent_off === null ? 'Discount' : `${coupon.percent_off}% off`;
}
