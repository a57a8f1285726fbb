/** What a change asks for, and which items of the subscription that means (product.md 14.2). */
import type { Deps } from '#deps.ts';
import { invalid } from '#http/app-error.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { CouponTerms, ItemChange, Refusal, RemoteSubscription } from '#ports/billing-gateway.ts';
import { notSetUp } from './open-checkout.ts';
import { namesOfPrices, type PriceName } from './invoice-words.ts';
import { findCatalog, listPlans } from './plans.repository.ts';
import { currentRemote } from './remote-subscription.ts';
import { findAccount, findCurrentSubscription } from './subscriptions.repository.ts';

/** Either `planId` or `hasAddon` is given, the other is null. */
export interface ChangeRequest {
  planId: string | null;
  hasAddon: boolean | null;
  /** A coupon code for the add-on; null for none. */
  promotion: string | null;
}

interface ChangeBody {
  new_plan_id?: string | undefined;
  has_feature_reimbursement?: boolean | undefined;
  promotion?: string | null | undefined;
}

const PROMOTION_REFUSED = { promotion: ['This coupon code is not valid.'] };
const CHANGEABLE = ['active', 'trialing', 'past_due'];

export function readChange(body: ChangeBody): ChangeRequest {
  const planId = body.new_plan_id ?? null;
  const hasAddon = body.has_feature_reimbursement ?? null;
  const promotion = body.promotion == null || body.promotion === '' ? null : body.promotion;
  if ((planId === null) === (hasAddon === null)) throw invalid({ NOFIELD: ['Please choose one change.'] });
  if (promotion !== null && hasAddon !== true) throw invalid({ promotion: ['A coupon code goes with the add-on only.'] });
  return { planId, hasAddon, promotion };
}

export interface PlannedChange {
  remote: RemoteSubscription;
  /** Empty: it is so already. */
  changes: ItemChange[];
  /** Of the coupon that goes with the change; null without one. */
  coupon: CouponTerms | null;
  /** What an invoice line is for, by its price. */
  priceNames: ReadonlyMap<string, PriceName>;
}

/** Reads the subscription as it is at the provider now. Throws the refusal that applies first. */
export async function planChange(deps: Deps, organizationId: string, change: ChangeRequest): Promise<PlannedChange> {
  const { account, current, plans, catalog } = await deps.db.asOrganization(organizationId, async (tx) => ({
    account: await findAccount(tx, organizationId),
    current: await findCurrentSubscription(tx, organizationId),
    plans: await listPlans(tx),
    catalog: await findCatalog(tx),
  }));
  const plan = change.planId === null ? null : plans.find(({ id }) => id === change.planId);
  if (plan === undefined) throw invalid({ new_plan_id: ['Please choose a plan.'] });
  // Also for the plan that was just left: a grandfathered plan is gone for good.
  if (plan !== null && !plan.is_enabled) throw invalid({ NOFIELD: ['This plan is no longer available.'] });
  const customerId = account.remote_customer_id;
  const remote = customerId === null ? null : currentRemote(await deps.billing.listSubscriptions(customerId));
  if (remote === null || customerId === null) throw invalid({ NOFIELD: ['Your organization has no subscription that can be changed.'] });
  // Past due is refused once its grace is over, exactly as unpaid is.
  const isInGrace =
    current === null || remote.status !== 'past_due' || subscriptionAccess('past_due', current.past_due_since, deps.clock()).hasActive;
  if (!CHANGEABLE.includes(remote.status) || !isInGrace) throw invalid({ NOFIELD: ['Please update your payment method first.'] });
  if (catalog === null) throw notSetUp();
  const known = { remote, priceNames: namesOfPrices(plans, catalog) };
  if (plan === null) return { ...known, ...(await addonChanges(deps, { remote, customerId, change, priceId: catalog.addon_price_id })) };
  const { remote_base_price_id: basePriceId, remote_extra_price_id: extraPriceId } = plan;
  if (basePriceId === null || extraPriceId === null) throw notSetUp();
  const basePrices = plans.map((one) => one.remote_base_price_id);
  const base = remote.items.find((item) => basePrices.includes(item.priceId));
  const metered = remote.items.find((item) => item.isMetered);
  if (base?.priceId === basePriceId) return { ...known, changes: [], coupon: null };
  const changes = [
    { id: base?.id ?? null, priceId: basePriceId, isMetered: false },
    { id: metered?.id ?? null, priceId: extraPriceId, isMetered: true },
  ];
  return { ...known, changes, coupon: null };
}

type AddonItems = Pick<PlannedChange, 'changes' | 'coupon'>;

interface AddonChange {
  remote: RemoteSubscription;
  customerId: string;
  change: ChangeRequest;
  priceId: string;
}

async function addonChanges(deps: Deps, { remote, customerId, change, priceId }: AddonChange): Promise<AddonItems> {
  const item = remote.items.find((one) => one.priceId === priceId);
  if (change.hasAddon !== true)
    return { changes: item === undefined ? [] : [{ id: item.id, priceId: null, isMetered: false }], coupon: null };
  if (item !== undefined && change.promotion !== null) {
    // As after an answer that was lost.
    const codes = await deps.billing.codesOfItem({ subscriptionId: remote.id, itemId: item.id });
    const asked = change.promotion.trim().toLowerCase();
    if (codes.some((code) => code.toLowerCase() === asked)) return { changes: [], coupon: null };
    // Taken in silence, the code would be believed to have counted.
    throw invalid({ promotion: ['The add-on is on already, so a coupon code cannot be applied to it.'] });
  }
  if (item !== undefined) return { changes: [], coupon: null };
  if (change.promotion === null) return { changes: [{ id: null, priceId, isMetered: false }], coupon: null };
  const promotion = await deps.billing.findPromotion(change.promotion, customerId);
  if (promotion === null) throw invalid(PROMOTION_REFUSED);
  return { changes: [{ id: null, priceId, isMetered: false, promotionId: promotion.id }], coupon: promotion.terms };
}

/** The words for what the provider refused. */
export function refusedChange({ reason }: Refusal, hasPromotion: boolean) {
  if (reason === 'promotion' && hasPromotion) return invalid(PROMOTION_REFUSED);
  return invalid({ NOFIELD: ['The payment provider did not accept this change. Please check your payment method or contact support.'] });
}
