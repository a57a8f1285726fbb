/** Renewal invoices against a recomputation of our own, which knows nothing of the payment provider's arithmetic. */
import type { Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { toCents, toDollars } from '@coverlight/domain/billing/money.ts';
import { prorate } from '@coverlight/domain/billing/proration.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPractice, asManager, post, startBillingApp, STARTER, subscribe, type BillingApp } from '../../../test/billing.ts';
import { ADDON_COST, PLANS } from './plan-list.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp({ workers: true });
});
afterAll(async () => await t.close());

interface Step {
  afterHours: number;
  change: { new_plan_id: string } | { has_feature_reimbursement: boolean };
}

const step: fc.Arbitrary<Step> = fc.record({
  afterHours: fc.integer({ min: 0, max: 150 }),
  change: fc.oneof(
    fc.constantFrom(...PLANS).map(({ id }) => ({ new_plan_id: id })),
    fc.boolean().map((has_feature_reimbursement) => ({ has_feature_reimbursement })),
  ),
});
const costOf = (id: string): string => PLANS.find((plan) => plan.id === id)?.baseCost ?? '0';

async function sandboxNow(): Promise<Date> {
  const { now } = (await (await fetch(`${t.sandboxUrl}/__clock`)).json()) as { now: string };
  return new Date(now);
}

test('whatever was changed during a period, the invoice that ends it is what the changes add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const practice = await aPractice(t);
      const { remote_id } = await subscribe(t, practice, { plan_id: STARTER });
      const [item] = (await t.stripe.subscriptions.retrieve(remote_id ?? '')).items.data;
      const period = {
        startsAt: new Date((item?.current_period_start ?? 0) * 1000),
        endsAt: new Date((item?.current_period_end ?? 0) * 1000),
      };
      let planId = STARTER;
      let hasAddon = false;
      let settled = 0n;
      for (const { afterHours, change } of steps) {
        await t.control('/__clock', { advance_seconds: afterHours * 3600 });
        const preview = await asManager<{ preview: { token: string } }>(t, practice, post('preview', change));
        const from = Number(preview.body.preview.token.split('.')[0]);
        const at = from === 0 ? await sandboxNow() : new Date(from);
        const { body } = await asManager<{ subscription: Subscription }>(
          t,
          practice,
          post('change', { ...change, preview: preview.body.preview.token }),
        );
        const { subscription } = body;
        if (subscription.plan_id !== planId) settled += toCents(prorate(costOf(planId), costOf(subscription.plan_id), at, period).sum);
        if (subscription.has_feature_reimbursement !== hasAddon)
          settled += toCents(prorate(hasAddon ? ADDON_COST : '0', hasAddon ? '0' : ADDON_COST, at, period).sum);
        planId = subscription.plan_id;
        hasAddon = subscription.has_feature_reimbursement;
      }

      const upcoming = await t.stripe.invoices.createPreview({ subscription: remote_id ?? '' });
      const left = period.endsAt.getTime() - (await sandboxNow()).getTime();
      await t.control('/__clock', { advance_seconds: Math.ceil(left / 1000) + 2 * 3600 });
      const [billed] = (await t.stripe.invoices.list({ subscription: remote_id ?? '', limit: 1 })).data;

      const expected = settled + toCents(costOf(planId)) + (hasAddon ? toCents(ADDON_COST) : 0n);
      expect(billed).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
      expect([upcoming.total, billed?.total ?? 0].map((cents) => toDollars(BigInt(cents)))).toEqual([
        toDollars(expected),
        toDollars(expected),
      ]);
    }),
    { numRuns: 8 },
  );
}, 180_000);
