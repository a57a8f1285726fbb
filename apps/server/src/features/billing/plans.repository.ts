/** What is sold, and what it is called at the payment provider. The same for every organization. */
import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { plans } from '#db/tables/billing.ts';

export type PlanRecord = typeof plans.$inferSelect;

export interface BillingCatalog {
  addon_price_id: string;
  meter_id: string;
  meter_event_name: string;
  portal_configuration_id: string;
  events_seen_until: Date | null;
}

/** All of them, grandfathered ones too, from the smallest. */
export async function listPlans(tx: Tx): Promise<PlanRecord[]> {
  return await tx.orm.select().from(plans).orderBy(asc(plans.tier), asc(plans.base_cost), asc(plans.id));
}

export async function findPlan(tx: Tx, id: string): Promise<PlanRecord | null> {
  const [row] = await tx.orm.select().from(plans).where(eq(plans.id, id));
  return row ?? null;
}

export async function savePlan(tx: Tx, plan: typeof plans.$inferInsert): Promise<void> {
  const { id, created_at: _created, ...change } = plan;
  await tx.orm
    .insert(plans)
    .values(plan)
    .onConflictDoUpdate({ target: plans.id, set: { ...change, id } });
}

/** Whoever has one of them keeps it. */
export async function grandfatherAllBut(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.orm
    .update(plans)
    .set({ is_enabled: false, updated_at: now })
    .where(and(notInArray(plans.id, [...ids]), eq(plans.is_enabled, true)));
}

/** Null until `npm run billing:setup` has run. */
export async function findCatalog(tx: Tx): Promise<BillingCatalog | null> {
  const [row] = await tx.queryOnce<BillingCatalog & Record<string, unknown>>(
    'SELECT addon_price_id, meter_id, meter_event_name, portal_configuration_id, events_seen_until FROM billing_catalog',
    [],
  );
  return row ?? null;
}

export async function saveCatalog(tx: Tx, catalog: Omit<BillingCatalog, 'events_seen_until'>, now: Date): Promise<void> {
  await tx.queryOnce(
    `INSERT INTO billing_catalog (addon_price_id, meter_id, meter_event_name, portal_configuration_id, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (is_only) DO UPDATE SET addon_price_id = $1, meter_id = $2, meter_event_name = $3, portal_configuration_id = $4, updated_at = $5`,
    [catalog.addon_price_id, catalog.meter_id, catalog.meter_event_name, catalog.portal_configuration_id, now],
  );
}

/** Never moves back. */
export async function saveEventsSeenUntil(tx: Tx, until: Date): Promise<void> {
  await tx.queryOnce('UPDATE billing_catalog SET events_seen_until = $1 WHERE events_seen_until IS NULL OR events_seen_until < $1', [
    until,
  ]);
}
