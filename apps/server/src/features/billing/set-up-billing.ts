/** Carries the plan list to the payment provider and its ids back. Safe to repeat. */
import type { Deps } from '#deps.ts';
import { ADDON_COST, PLANS } from './plan-list.ts';
import { grandfatherAllBut, saveCatalog, savePlan } from './plans.repository.ts';

export async function setUpBilling({ db, clock, billing }: Pick<Deps, 'db' | 'clock' | 'billing'>): Promise<{ plans: number }> {
  const remote = await billing.setUpCatalog(PLANS, ADDON_COST);
  await db.asAdmin(async (tx) => {
    const now = clock();
    for (const plan of PLANS) {
      const ids = remote.plans.find(({ id }) => id === plan.id);
      await savePlan(tx, {
        id: plan.id,
        name: plan.name,
        base_cost: plan.baseCost,
        base_inquiries: plan.included,
        addl_cost: plan.extraCost,
        tier: plan.tier,
        is_enabled: plan.isEnabled,
        remote_base_price_id: ids?.basePriceId ?? null,
        remote_extra_price_id: ids?.extraPriceId ?? null,
        updated_at: now,
      });
    }
    // A plan that the file no longer names is sold to nobody new.
    await grandfatherAllBut(
      tx,
      PLANS.map(({ id }) => id),
      now,
    );
    await saveCatalog(
      tx,
      {
        addon_price_id: remote.addonPriceId,
        meter_id: remote.meterId,
        meter_event_name: remote.meterEventName,
        portal_configuration_id: remote.portalConfigurationId,
      },
      now,
    );
  });
  return { plans: PLANS.length };
}
