/**
 * What is sold: the one file that `npm run billing:setup` carries to the payment provider. A price that was sold never changes: to
 * change one, add a plan and set the old one's `isEnabled` to false, which grandfathers it (product.md 14.1).
 */
import type { CatalogPlan } from '#ports/billing-gateway.ts';

export interface SoldPlan extends CatalogPlan {
  /** Inquiries a month that the base price includes. */
  included: number;
  tier: number;
}

export const PLANS: readonly SoldPlan[] = [
  {
    id: '01JDEM0P1AN000000000000000',
    code: 'starter',
    name: 'Starter',
    baseCost: '99.00',
    included: 50,
    extraCost: '2.00',
    tier: 1,
    isEnabled: true,
  },
  {
    id: '01JDEM0P1AN000000000000001',
    code: 'practice',
    name: 'Practice',
    baseCost: '249.00',
    included: 200,
    extraCost: '1.25',
    tier: 2,
    isEnabled: true,
  },
  {
    id: '01JDEM0P1AN000000000000002',
    code: 'group',
    name: 'Group',
    baseCost: '599.00',
    included: 600,
    extraCost: '0.95',
    tier: 3,
    isEnabled: true,
  },
];

/** Dollars a month for Reimbursement Estimates. */
export const ADDON_COST = '500.00';
