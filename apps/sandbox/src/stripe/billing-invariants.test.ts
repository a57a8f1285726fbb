import * as fc from 'fast-check';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { daySeconds, makeCatalog, startSandbox, type Catalog, type TestSandbox } from './sandbox.test-kit.ts';

const behaviors = ['create_prorations', 'none', 'always_invoice'] as const;
const priceNames = ['base', 'pro', 'addOn', 'overage', 'proOverage'] as const;
const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'] as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 * daySeconds }) }),
  fc.record({
    kind: fc.constant('swap' as const),
    place: fc.nat(4),
    to: fc.constantFrom(...priceNames),
    behavior: fc.constantFrom(...behaviors),
  }),
  fc.record({
    kind: fc.constant('add' as const),
    price: fc.constantFrom(...priceNames),
    behavior: fc.constantFrom(...behaviors),
    coupon: fc.option(fc.nat(3)),
  }),
  fc.record({ kind: fc.constant('drop' as const), place: fc.nat(4), behavior: fc.constantFrom(...behaviors) }),
  fc.record({ kind: fc.constant('discount' as const), coupon: fc.option(fc.nat(3)) }),
  fc.record({ kind: fc.constant('use' as const), count: fc.integer({ min: 0, max: 500 }) }),
  fc.record({ kind: fc.constant('card' as const), card: fc.constantFrom(...cards) }),
  fc.record({ kind: fc.constant('leave' as const), isLeaving: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'pay' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type World = { kit: TestSandbox; catalog: Catalog; customer: string; subscription: string; coupons: string[] };

async function makeWorld(): Promise<World> {
  const kit = await startSandbox();
  const { stripe } = kit;
  const catalog = await makeCatalog(stripe);
  const { id: customer } = await stripe.customers.create({ name: 'Clinic' });
  const coupons = [
    await stripe.coupons.create({ percent_off: 12.5, duration: 'forever' }),
    await stripe.coupons.create({ amount_off: 3_333, currency: 'usd', duration: 'forever' }),
    await stripe.coupons.create({ percent_off: 100, duration: 'once' }),
    await stripe.coupons.create({ amount_off: 60_000, currency: 'usd', duration: 'repeating', duration_in_months: 2 }),
  ];
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  const items = [{ price: catalog.base }, { price: catalog.overage }];
  const { id: subscription } = await stripe.subscriptions.create({ customer, items });
  return { kit, catalog, customer, subscription, coupons: coupons.map((coupon) => coupon.id) };
}

async function changeItem(world: World, one: Step & { kind: 'swap' | 'add' | 'drop' }): Promise<void> {
  const { kit, catalog, coupons } = world;
  const before = await kit.stripe.subscriptions.retrieve(world.subscription);
  const items = before.items.data;
  const item = one.kind === 'add' ? undefined : items[one.place % items.length];
  const change: Stripe.SubscriptionUpdateParams.Item =
    one.kind === 'add'
      ? { price: catalog[one.price], ...(one.coupon === null ? {} : { discounts: [{ coupon: coupons[one.coupon] }] }) }
      : { id: item?.id, ...(one.kind === 'drop' ? { deleted: true } : { price: catalog[one.to] }) };
  const details = { items: [change], proration_behavior: one.behavior };
  const preview = await kit.stripe.invoices.createPreview({ subscription: world.subscription, subscription_details: details });
  const changed = await kit.stripe.subscriptions.update(world.subscription, { ...details, expand: ['latest_invoice'] });
  const billed = changed.latest_invoice;
  if (billed !== null && typeof billed === 'object' && billed.id !== before.latest_invoice) expect(billed.total).toBe(preview.total);
}

async function carryOut(world: World, one: Step): Promise<void> {
  const { kit, customer, subscription } = world;
  const { stripe } = kit;
  if (one.kind === 'wait') await kit.advanceTo(kit.now() + one.seconds);
  else if (one.kind === 'swap' || one.kind === 'add' || one.kind === 'drop') await changeItem(world, one);
  else if (one.kind === 'discount') {
    await stripe.subscriptions.update(subscription, { discounts: one.coupon === null ? '' : [{ coupon: world.coupons[one.coupon] }] });
  } else if (one.kind === 'use') {
    const payload = { stripe_customer_id: customer, value: String(one.count) };
    await stripe.billing.meterEvents.create({ event_name: 'extra_checks', payload });
  } else if (one.kind === 'card') {
    const method = await stripe.paymentMethods.attach(one.card, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  } else if (one.kind === 'leave') await stripe.subscriptions.update(subscription, { cancel_at_period_end: one.isLeaving });
  else if (one.kind === 'pause') await stripe.subscriptions.pause(subscription);
  else if (one.kind === 'resume') await stripe.subscriptions.resume(subscription);
  else {
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    if (open) await stripe.invoices.pay(open.id);
  }
}

function checkInvoice(invoice: Stripe.Invoice): void {
  const lines = invoice.lines.data;
  const off = lines.flatMap((line) => (line.discount_amounts ?? []).map((discount) => discount.amount)).reduce((a, b) => a + b, 0);
  expect(invoice.subtotal).toBe(lines.reduce((sum, line) => sum + line.amount, 0));
  expect(invoice.total).toBe(invoice.subtotal - off);
  expect((invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)).toBe(off);
  expect(invoice.amount_paid + invoice.amount_remaining).toBe(invoice.amount_due);
  expect(invoice.amount_due).toBeGreaterThanOrEqual(0);
  for (const line of lines) {
    const taken = (line.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
    expect(taken).toBeLessThanOrEqual(Math.max(0, line.amount));
  }
}

async function checkWorld({ kit, customer, subscription }: World): Promise<void> {
  const invoices = (await kit.stripe.invoices.list({ customer, limit: 100 })).data;
  invoices.forEach(checkInvoice);
  // What was billed and not charged is exactly what stands on the balance.
  const final = invoices.filter((invoice) => invoice.status !== 'draft');
  const moved = final.reduce((sum, invoice) => sum + invoice.total - invoice.amount_due, 0);
  expect(await kit.stripe.customers.retrieve(customer)).toMatchObject({ balance: moved });
  const current = await kit.stripe.subscriptions.retrieve(subscription);
  const isRunning = ['active', 'past_due', 'unpaid'].includes(current.status);
  for (const item of isRunning ? current.items.data : []) {
    expect(item.current_period_start).toBeLessThanOrEqual(kit.now());
    expect(item.current_period_end).toBeGreaterThan(kit.now());
  }
}

test('whatever is changed in whatever order, sums agree, nothing is lost and no request makes the sandbox fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
      const world = await makeWorld();
      const failures: unknown[] = [];
      for (const one of steps) {
        // A refusal is an answer; a failure of the sandbox is not.
        await carryOut(world, one).catch((error: unknown) => {
          const isRefusal = error instanceof Stripe.errors.StripeError && !(error instanceof Stripe.errors.StripeAPIError);
          if (!isRefusal) failures.push(error);
        });
      }

      expect(failures).toEqual([]);
      await checkWorld(world);
    }),
    { numRuns: 15 },
  );
}, 20_000);
