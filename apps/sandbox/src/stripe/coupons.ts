import type { StripeState } from './state.ts';
import type { Coupon } from './wire-types.ts';

/** With `valid` as it is at this moment: a coupon can run out without anybody touching it. */
export function currentCoupon(state: StripeState, coupon: Coupon): Coupon {
  const isSpent = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= state.now();
  coupon.valid = !isSpent && !isOver;
  return coupon;
}
