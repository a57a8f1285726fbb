import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { january, makeCatalog, startSandbox, type TestSandbox } from './sandbox.test-kit.ts';

/**
 * A second opinion on what a customer owes, written without a look at the sandbox's own arithmetic: a ledger of what was on
 * the subscription, and schoolbook division.
 */
const february = Date.UTC(2026, 1, 1) / 1000;
const march = Date.UTC(2026, 2, 1) / 1000;
const prices = { base: 10_000n, pro: 25_000n, addOn: 50_000n };
const extra = { base: 125n, pro: 80n };

type Step =
  | { kind: 'plan'; to: 'base' | 'pro' }
  | { kind: 'add-on'; percent: 0 | 10 | 33 | 100 }
  | { kind: 'drop-add-on' }
  | { kind: 'use'; count: number };
type TimedStep = { step: Step; at: number };

const steps = fc.array(
  fc.record({
    step: fc.oneof(
      fc.record({ kind: fc.constant('plan' as const), to: fc.constantFrom('base' as const, 'pro' as const) }),
      fc.record({ kind: fc.constant('add-on' as const), percent: fc.constantFrom(0 as const, 10 as const, 33 as const, 100 as const) }),
      fc.record({ kind: fc.constant('drop-add-on' as const) }),
      fc.record({ kind: fc.constant('use' as const), count: fc.integer({ min: 1, max: 40 }) }),
    ),
    at: fc.integer({ min: january, max: march - 7_200 }),
  }),
  { maxLength: 9 },
);

/** a / b to the nearest whole number, halves away from zero; b is positive. */
function divide(a: bigint, b: bigint): bigint {
  const twice = 2n * a;
  return a < 0n ? (twice - b) / (2n * b) : (twice + b) / (2n * b);
}

type Ledger = { plan: 'base' | 'pro'; addOn: bigint | undefined; pending: bigint; used: bigint };

/** `addOn` is the percentage still to be paid for it. */
function applyToLedger(ledger: Ledger, { step, at }: TimedStep): void {
  const [start, end] = at < february ? [january, february] : [february, march];
  const left = BigInt(end - at);
  const whole = BigInt(end - start);
  if (step.kind === 'use') ledger.used += BigInt(step.count) * extra[ledger.plan];
  if (step.kind === 'plan' && step.to !== ledger.plan) {
    ledger.pending += divide(-prices[ledger.plan] * left, whole) + divide(prices[step.to] * left, whole);
    ledger.plan = step.to;
  }
  if (step.kind === 'add-on' && ledger.addOn === undefined) {
    ledger.addOn = BigInt(100 - step.percent);
    ledger.pending += divide(prices.addOn * ledger.addOn * left, whole * 100n);
  }
  if (step.kind === 'drop-add-on' && ledger.addOn !== undefined) {
    ledger.pending -= divide(prices.addOn * ledger.addOn * left, whole * 100n);
    ledger.addOn = undefined;
  }
}

function renew(ledger: Ledger): bigint {
  const addOn = ledger.addOn === undefined ? 0n : prices.addOn - divide(prices.addOn * (100n - ledger.addOn), 100n);
  const total = ledger.pending + ledger.used + prices[ledger.plan] + addOn;
  ledger.pending = 0n;
  ledger.used = 0n;
  return total;
}

/** Totals of the renewals on 1 February and 1 March. */
function expectedTotals(sequence: readonly TimedStep[]): bigint[] {
  const ledger: Ledger = { plan: 'base', addOn: undefined, pending: 0n, used: 0n };
  const before = sequence.filter((one) => one.at < february);
  const after = sequence.filter((one) => one.at >= february + 3_600);
  before.forEach((one) => applyToLedger(ledger, one));
  const first = renew(ledger);
  after.forEach((one) => applyToLedger(ledger, one));
  return [first, renew(ledger)];
}

async function carryOut(
  kit: TestSandbox,
  subscription: string,
  customer: string,
  catalog: Awaited<ReturnType<typeof makeCatalog>>,
  timed: TimedStep,
): Promise<void> {
  const { step } = timed;
  const current = await kit.stripe.subscriptions.retrieve(subscription);
  const item = (...candidates: string[]) => current.items.data.find((one) => candidates.includes(one.price.id));
  const addOn = item(catalog.addOn);
  if (step.kind === 'plan') {
    await kit.stripe.subscriptions.update(subscription, {
      items: [
        { id: item(catalog.base, catalog.pro)?.id, price: catalog[step.to] },
        { id: item(catalog.overage, catalog.proOverage)?.id, price: step.to === 'base' ? catalog.overage : catalog.proOverage },
      ],
      proration_behavior: 'create_prorations',
    });
  } else if (step.kind === 'add-on' && !addOn) {
    const coupon = step.percent === 0 ? undefined : await kit.stripe.coupons.create({ percent_off: step.percent, duration: 'forever' });
    await kit.stripe.subscriptions.update(subscription, {
      items: [{ price: catalog.addOn, ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}) }],
    });
  } else if (step.kind === 'drop-add-on' && addOn) {
    await kit.stripe.subscriptions.update(subscription, { items: [{ id: addOn.id, deleted: true }] });
  } else if (step.kind === 'use') {
    await kit.stripe.billing.meterEvents.create({
      event_name: 'extra_checks',
      timestamp: kit.now(),
      payload: { stripe_customer_id: customer, value: String(step.count) },
    });
  }
}

test('over random changes of plan, add-on, discount and usage every invoice equals an independent recomputation, and its preview', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (random) => {
      // Usage within the hour of the draft would belong to the closed period or the new one by its stamp; the ledger leaves that hour out.
      const sequence = random.filter((one) => one.at < february || one.at >= february + 3_600).toSorted((a, b) => a.at - b.at);
      const kit = await startSandbox();
      const catalog = await makeCatalog(kit.stripe);
      const { id: customer } = await kit.stripe.customers.create({ name: 'Clinic' });
      const method = await kit.stripe.paymentMethods.attach('pm_card_visa', { customer });
      const { id: subscription } = await kit.stripe.subscriptions.create({
        customer,
        default_payment_method: method.id,
        items: [{ price: catalog.base }, { price: catalog.overage }],
      });

      for (const timed of sequence) {
        await kit.advanceTo(timed.at);
        await carryOut(kit, subscription, customer, catalog, timed);
      }
      await kit.advanceTo(march - 1);
      const preview = await kit.stripe.invoices.createPreview({ subscription });
      await kit.advanceTo(march + 3_600);

      const invoices = (await kit.stripe.invoices.list({ customer })).data.filter(
        (invoice) => invoice.billing_reason === 'subscription_cycle',
      );
      expect(invoices.map((invoice) => BigInt(invoice.total)).toReversed()).toEqual(expectedTotals(sequence));
      expect([invoices[0]?.total, invoices[0]?.amount_due]).toEqual([preview.total, preview.amount_due]);
    }),
    { numRuns: 25 },
  );
}, 20_000);
