/** A practice's own claims beside the uploaded ones, as a range is made of them (product.md 20.6). */
import type { ComparedKeys } from '../reimbursements/match-reimbursements.ts';
import { backTest, ENOUGH, type BackTest } from './range.ts';

export interface OwnClaim {
  keys: ComparedKeys;
  /** Percent of what was billed, "62.50". */
  share: string;
  addedAt: Date;
}

export type MatchLevel = 1 | 2 | 3;

const isSame = (one: string | null, other: string | null) => one !== null && one === other;

/** Those that match as claims do at that level. */
export function ownAt(claims: readonly OwnClaim[], keys: ComparedKeys, level: MatchLevel): OwnClaim[] {
  const { employer, group, prefix } = keys;
  return claims.filter(({ keys: own }) => {
    if (level === 1) return isSame(own.prefix, prefix);
    return isSame(own.employer, employer) && (level === 2 || isSame(own.group, group));
  });
}

/** From so many on the practice's own claims make the range alone: they tell what was allowed, uploads what was paid. */
export const areEnough = (claims: readonly OwnClaim[]): boolean => claims.length >= ENOUGH;

/** Percents times 10,000, as `PastClaim` has them. */
const valueOf = (share: string) => Math.round(Number(share) * 10_000);

/** How often a range of the others would have held each of them. */
export const backTestOwn = (claims: readonly OwnClaim[]): BackTest =>
  backTest(claims.map(({ share }) => ({ employer: 'own', group: null, prefix: null, value: valueOf(share) })));
