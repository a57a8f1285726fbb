import { newestFirst } from './lists.ts';
import type { StripeState } from './state.ts';
import type { PromotionCode } from './wire-types.ts';

/** A code that has run out or expired is no longer active, whoever asks. */
export function currentPromotionCode(state: StripeState, promotion: PromotionCode): PromotionCode {
  const isSpent = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions;
  const isOver = promotion.expires_at !== null && promotion.expires_at <= state.now();
  if (isSpent || isOver) promotion.active = false;
  return promotion;
}

/** Codes are the same in capitals and small letters. */
export function isSameCode(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

/** The usable code that a person typed: one made for the customer goes before one for all. */
export function findTypedCode(state: StripeState, code: string, customer: string | null): PromotionCode | undefined {
  const found = newestFirst(state.promotionCodes).filter((one) => isSameCode(one.code, code) && currentPromotionCode(state, one).active);
  return found.find((one) => customer !== null && one.customer === customer) ?? found.find((one) => one.customer === null) ?? found[0];
}
